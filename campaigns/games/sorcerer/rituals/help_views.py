"""Others help with a ritual: who is asked, and who says no. And the time that a ritual takes."""

from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaigns.access import MemberRequest, get_record_to_play, get_record_to_see, gms_only, players_only
from campaigns.forms.people import refuse_expired, sent_key
from campaigns.games.sorcerer.rituals import acts, helpers
from campaigns.games.sorcerer.rituals.taken_time import time_left
from campaigns.models import CampaignState
from campaigns.services import clock
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from campaigns.state.errors import UnknownRecord
from campaigns.viewing import Viewer
from campaigns.views.refusals import answering_refusals
from campaigns.views.sessions import time_passed
from rules.kernel.procedure import State
from rules.sorcerer.helping import GROUP, HELPED


@players_only
@require_POST
@answering_refusals
def gather_helpers(
    request: MemberRequest, campaign_id: UUID, sorcerer_id: UUID, ritual: str, demon_id: UUID | None = None
) -> HttpResponse:
    """Ask others to help with a ritual, and leave out whoever is not named any more."""
    get_record_to_play(request.member, sorcerer_id, ("character",))
    if f"sorcerer.{ritual}" not in HELPED or (ritual == "contain") != (demon_id is None):
        raise Http404
    demon = get_record_to_see(request.member, demon_id, ("demon",)).id if demon_id else None
    about = helpers.About(str(sorcerer_id), ritual, demon, State({}))
    form = helpers.helpers_form(request.member.campaign, Viewer.of(request.member), about, request.POST)
    if "helpers" in form.errors:  # whom one does not see is as whoever is not there
        raise UnknownRecord("helpers")
    refuse_expired(form)
    acts.gather_helpers(
        actor=request.member,
        sorcerer=str(sorcerer_id),
        ritual=ritual,
        demon=demon,
        helpers=form.cleaned_data["helpers"],
        key=form.cleaned_data["key"],
    )
    return _page_of(campaign_id, sorcerer_id, demon)


@players_only
@require_POST
@answering_refusals
def decline_help(request: MemberRequest, campaign_id: UUID, pending_id: UUID) -> HttpResponse:
    """Whoever was asked does not help: their request is put away."""
    asked = get_record_to_see(request.member, pending_id, ("pending",))
    if asked["question"] != GROUP:
        raise Http404
    key = sent_key(request.POST)
    given = {"pending": str(pending_id), "how": "waived", "reason": _("Does not help")}
    play(request.member, ActRequest(key, (Request("table.settle", given),)))
    return _page_of(campaign_id, asked["data"]["primary"], asked["data"]["demon"])


@gms_only
@require_POST
@answering_refusals
def take_time(
    request: MemberRequest, campaign_id: UUID, sorcerer_id: UUID, demon_id: UUID | None = None
) -> HttpResponse:
    """The GM lets the time of a ritual pass, or says that it took none to speak of (SOR-RITUAL-04)."""
    sorcerer = get_record_to_play(request.member, sorcerer_id, ("character",))
    if demon_id is not None:
        get_record_to_see(request.member, demon_id, ("demon",))
    key = sent_key(request.POST)
    now = CampaignState.objects.get(pk=campaign_id).now
    if request.POST.get("none"):
        told = _("The ritual took no time to speak of")
        acts.spend_no_time(actor=request.member, sorcerer=sorcerer.id, reason=told, key=key)
    elif left := time_left(sorcerer.fields, now):
        done = clock.advance(actor=request.member, seconds=left, key=key)
        if not done.finished:
            return time_passed(request, done)
    if demon_id is None:
        return redirect("rituals", campaign_id)
    return _page_of(campaign_id, sorcerer_id, demon_id)


def _page_of(campaign_id: UUID, primary: UUID | str, demon: UUID | str | None) -> HttpResponse:
    if demon is None:
        return redirect("contain", campaign_id, primary)
    return redirect("ritual", campaign_id, primary, demon)
