"""Bonus dice in one tap: a player asks for some beside their roll, the GM grants them, says no or takes them back."""

import re
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from campaigns.access import (
    ANSWERED,
    MemberRequest,
    NotThere,
    get_record_to_see,
    gms_only,
    members_only,
    players_only,
    rights_of,
)
from campaigns.forms.action.bonuses import LONGEST, REASON, BonusControls
from campaigns.forms.action.form import ActionForm
from campaigns.forms.action.posted import typed
from campaigns.forms.people import new_key
from campaigns.policy import PROPOSED
from campaigns.queries.bonuses import Bonuses, Proposal, proposal_in
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from campaigns.views.absolute_urls import back_or
from campaigns.views.htmx import is_htmx
from campaigns.views.refusals import answering_refusals
from rules.catalogue import ACTIONS
from rules.kernel.errors import InvalidInput
from rules.kernel.values import Values

STATE = "components/_bonus_state.html"
PATH = re.compile(r"[a-z_.0-9]{1,100}")
NO = "no"


@members_only
@require_safe
def bonus_state(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """What a list of dice offers now: what was granted meanwhile, and what waits."""
    controls = _controls(request)
    answer = render(request, STATE, {"bonus": controls})
    shown = {one.id for one, _is_taken in controls.boxes} | {one.id for one, _is_taken in controls.carried}
    if shown != set(request.GET.getlist(f"{controls.path}.seen")):
        # The odds around it are others now. HTMX tells the whole page, for the part that asked is replaced by then.
        answer["HX-Trigger-After-Swap"] = "bonus-changed"
    return answer


@players_only
@require_POST
@answering_refusals
def ask_bonus(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """A player asks for dice; the form around the chip stays as it is."""
    controls = _controls(request)
    size = request.POST.get("form.command", "").split(" ")[1:2]
    if not size or not size[0].isascii() or not size[0].isdecimal():
        raise InvalidInput("say how many dice you ask for, 1 to 10", field="input.dice")
    propose(request, controls, int(size[0][:3]))
    if is_htmx(request):
        return render(request, STATE, {"bonus": _controls(request)})
    return back_or(request, reverse("table", args=[campaign_id]))


def propose(request: MemberRequest, controls: BonusControls, dice: int) -> None:
    """Ask the GM for dice in one list of an act, with the reason that stands beside the chips."""
    reason = request.POST.get(f"{controls.path}.{REASON}", "").strip()[:LONGEST]
    given: Values = {"who": {"id": controls.who}, "dice": dice, "words": reason}
    step = Request("table.propose", given, known={"action": controls.action})
    play(request.member, ActRequest(new_key(), (step,)))


def propose_by_form(request: MemberRequest, form: ActionForm) -> None:
    """What a chip of a form without script asks for; the form is shown again as it was typed."""
    wanted = form.proposals.wanted(form.command)
    if request.method == "POST" and wanted is not None:
        propose(request, *wanted)


@gms_only
@require_POST
@answering_refusals
def grant_bonus(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """The GM grants somebody dice unasked."""
    who = get_record_to_see(request.member, record_id)
    given: Values = {"who": {"id": who.id}, "dice": _dice(request)}
    play(request.member, ActRequest(request.POST.get("key", ""), (Request("table.grant", given),)))
    return _done(request, campaign_id)


@gms_only
@require_POST
@answering_refusals
def answer_proposal(request: MemberRequest, campaign_id: UUID, pending_id: UUID) -> HttpResponse:
    """The GM grants what was asked for, more or less of it, or says no."""
    # Open or not: the same answer once more is the one that was given.
    asked = get_record_to_see(request.member, pending_id, {"pending"})
    if asked["clause"] != PROPOSED:
        raise NotThere(ANSWERED)
    found = proposal_in(asked.id, asked["who"], asked["data"])
    step = _refusing(found) if request.POST.get("dice") == NO else _granting(found, _dice(request))
    play(request.member, ActRequest(f"{found.id}/{request.POST.get('dice')}", (step,), answers=found.id))
    return _done(request, campaign_id)


@gms_only
@require_POST
@answering_refusals
def take_back_bonus(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """The GM takes back what is not used yet."""
    bonus = get_record_to_see(request.member, record_id, {"bonus"})
    step = Request("table.take_back", {"bonus": {"id": bonus.id}})
    play(request.member, ActRequest(request.POST.get("key", ""), (step,)))
    return _done(request, campaign_id)


def _granting(asked: Proposal, dice: int) -> Request:
    given: Values = {"who": {"id": asked.who}, "dice": dice, "words": asked.words}
    return Request("table.grant", given, known={"action": asked.action or None})


def _refusing(asked: Proposal) -> Request:
    return Request("table.settle", {"pending": {"id": asked.id}, "how": "struck", "reason": _("No.")})


def _dice(request: MemberRequest) -> int:
    said = request.POST.get("dice", "")
    if not said.isascii() or not said.isdecimal():
        raise InvalidInput("choose how many dice, 1 to 10", field="input.dice")
    return int(said[:3])


def _done(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """Back to where the chip was. A page with script stays, and fetches its parts as after any entry."""
    if is_htmx(request):
        return HttpResponse(status=204, headers={"HX-Trigger": "entry-logged"})
    return back_or(request, reverse("table", args=[campaign_id]))


def _controls(request: MemberRequest) -> BonusControls:
    """The controls that an address is about, for whoever its form names now; nobody's where they are not theirs."""
    asked, sent = request.GET, request.POST if request.method == "POST" else request.GET
    action, path, at = asked.get("action", ""), asked.get("path", ""), asked.get("at", "")
    if action not in ACTIONS or not PATH.fullmatch(path) or not (not at or PATH.fullmatch(at)):
        raise Http404
    rights = rights_of(request.viewer)
    who = sent.get(at, "") if at else asked.get("who", "")
    try:
        sheet = get_record_to_see(request.viewer, who) if who else None
    except Http404:
        sheet = None
    mine = sheet.id if sheet is not None and rights.plays(sheet) else ""
    by_command = "own" not in asked
    found = Bonuses(request.member.campaign_id)
    return BonusControls(
        rights, str(request.member.campaign_id), action, path, mine, at, typed(sent, ()), found, by_command
    )
