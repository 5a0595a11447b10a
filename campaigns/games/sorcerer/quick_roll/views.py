"""The quick roll by itself: with somebody else chosen, or played."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods

from campaigns.access import MemberRequest, players_only, rights_of
from campaigns.forms.action.errors import run_or_show_refusal
from campaigns.games.sorcerer.at_table import roll_of
from campaigns.games.sorcerer.quick_roll import rollers
from campaigns.games.sorcerer.quick_roll.forms import QuickRoll
from campaigns.queries import cast, timeline
from campaigns.queries.cast import Member
from campaigns.services.play.playing import ActRequest, Played, play
from campaigns.viewing import Viewer
from campaigns.views.bonuses import propose_by_form
from campaigns.views.own_acts import own_last_act
from campaigns.views.refusals import is_htmx
from campaigns.views.table import render_table


@players_only
@require_http_methods(["GET", "HEAD", "POST"])
def roll_at_table(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """The quick roll by itself: with somebody else chosen, or played."""
    rights, seen = rights_of(request.viewer), _in_play(request)
    if request.method != "POST":
        return _answer(request, roll_of(request, rights, seen))
    found = roll_of(request, rights, seen, request.POST)
    if found is None:
        return redirect("table", campaign_id)
    if found.form.is_draft:
        propose_by_form(request, found.form)
        return _answer(request, found)
    if not found.form.is_valid():
        return _answer(request, found, status=422)
    done, status = run_or_show_refusal(found.form, lambda: play(request.member, _act(found)))
    return _rolled(request, found, done) if done else _answer(request, found, status=status)


def _answer(request: MemberRequest, found: QuickRoll | None, status: int = 200) -> HttpResponse:
    if not is_htmx(request):
        return render_table(request, {"roll": found}, status=status)
    context = {"roll": found, "campaign": request.member.campaign}
    return render(request, "games/sorcerer/quick_roll/_roll.html", context, status=status)


def _rolled(request: MemberRequest, found: QuickRoll, done: Played) -> HttpResponse:
    """What came of it, in the place of the form; without script on the table itself."""
    campaign, seq = request.member.campaign, done.entry.seq
    if not is_htmx(request):
        query = f"{found.again}&{urlencode({'rolled': seq})}"
        return redirect(f"{reverse('table', args=[campaign.pk])}?{query}#act")
    shown = timeline.one_entry(campaign, Viewer.of(request.viewer), seq)
    context = {"rolled": shown, "again": found.again, "campaign": campaign, "fresh": True}
    return render(
        request, "games/sorcerer/quick_roll/_rolled.html", context | {"undo_seq": own_last_act(request)}
    )


def _act(found: QuickRoll) -> ActRequest:
    form = found.form
    return ActRequest(
        key=form.key,
        steps=(form.request(),),
        nonce=form.nonce,
        hand=form.hand,
        on_behalf_of=form.on_behalf_of,
    )


def _in_play(request: MemberRequest) -> list[Member]:
    return cast.of_kind(request.member.campaign, Viewer.of(request.viewer), *rollers.SCORES)
