"""The flip of a round of Action: what is settled of each Clash before, and all cards turned over at once."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from campaigns.access import MemberRequest, gms_only, players_only, rights_of
from campaigns.forms.action import odds
from campaigns.forms.action.errors import run_or_show_refusal
from campaigns.games.demon_city.rounds import acts as rounds
from campaigns.games.demon_city.rounds import flips
from campaigns.games.demon_city.rounds.flip_forms import FlipForm, ReadyForm, SettleForm
from campaigns.games.demon_city.rounds.flips import Ready
from campaigns.games.demon_city.rounds.reading import action_round
from campaigns.games.demon_city.rounds.views import page
from campaigns.viewing import Viewer
from campaigns.views.htmx import is_htmx
from campaigns.views.page_context import page_context
from campaigns.views.refusals import answering_refusals, told_refusal
from rules.kernel.errors import RuleViolation


@gms_only
@require_POST
@answering_refusals
def flip_round(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """Turn over the cards of all Clashes that were sorted, and of the chase; or keep what counts until then."""
    ready = _ready(request)
    if not ready:
        messages.info(request, _("There are no cards to flip now. The page shows the round as it is."))
        return redirect("action_round", campaign_id)
    form = FlipForm(ready, request.POST)
    if not form.is_valid():
        return page(request, flip_form=form, status=422)
    if granted := form.granted():
        rounds.grant(request.member, granted)
        ready = _ready(request)
        form = FlipForm(ready, request.POST)
        form.full_clean()
    settled = form.settled()
    kept = {flips.purpose_of(one.id): flips.to_keep(one, settled[one.id]) for one in ready}
    rounds.keep_settled(request.member, kept)
    if "recount" in request.POST:
        return page(request) if is_htmx(request) else redirect("action_round", campaign_id)
    asked = form.requests(request.member)
    if form.errors:
        return page(request, flip_form=form, status=422)
    try:
        rounds.flip_round(actor=request.member, flips=asked, **form.sent)
    except RuleViolation as error:
        if error.may_set_aside:
            raise
        return page(request, flip_form=form, refusal=told_refusal(request, error), status=422)
    return redirect(f"{reverse('action_round', args=[campaign_id])}#flip-told")


@players_only
@require_POST
@answering_refusals
def say_ready(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """A player has seen what counts for one of their own, claims what else does, and waits for the flip."""
    mine = flips.hands_of(_ready(request), rights_of(request.viewer).member)
    hand = next((one for one in mine if one.who.id == request.POST.get("who")), None)
    if hand is None:
        messages.info(request, _("No cards of yours lie face down now. The page shows the round as it is."))
        return redirect("action_round", campaign_id)
    form = ReadyForm(hand, request.POST)
    if not form.is_valid():
        return page(request, ready_form=form, status=422)
    rounds.say_ready(request.member, hand.who, form.cleaned_data["claims"])
    return redirect(f"{reverse('action_round', args=[campaign_id])}#hand-{hand.who.id}")


@gms_only
@require_http_methods(["GET", "POST"])
@answering_refusals
def settle_clash(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """The aims, sides and odds of one Clash: kept for the flip, and in no log before it."""
    ready = next((one for one in _ready(request) if one.id == str(record_id)), None)
    if ready is None:
        raise Http404
    data, back = (
        request.POST if request.method == "POST" else None,
        reverse("action_round", args=[campaign_id]),
    )
    form = SettleForm(ready, member=request.member, data=data, next_url=back)
    status, shown = 200, {}
    if form.wants_odds and form.is_valid():
        shown = {
            "preview": run_or_show_refusal(form, lambda: odds.preview(form, None))[0],
            "has_preview": True,
        }
    elif data is not None and not form.is_draft and not form.wants_odds:
        if form.is_valid():
            rounds.keep_settled(
                request.member, {flips.purpose_of(ready.id): flips.to_keep(ready, form.values)}
            )
            return HttpResponseClientRedirect(back) if is_htmx(request) else redirect(back)
        status = 422
    context = {"form": form, "ready": ready, "post_url": request.path, **shown}
    if is_htmx(request):
        return render(request, "play/_action_form.html", context, status=status)
    return render(
        request,
        "games/demon_city/rounds/settle.html",
        page_context(request, here="table") | context,
        status=status,
    )


def _ready(request: MemberRequest) -> list[Ready]:
    campaign = request.member.campaign
    return flips.ready(campaign, action_round(campaign, Viewer.of(request.viewer)))
