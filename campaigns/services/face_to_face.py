"""An act of two that the GM asked of both their players: what one of them says waits for the other's (TAB-ASK-04)."""

from dataclasses import replace
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.game import game_of
from campaigns.models import Campaign, Membership, Pending, Record
from campaigns.policy import ASKED_BY_GM
from campaigns.queries.waiting import Waiting
from campaigns.services.play import follow_ups
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.permission import merged
from campaigns.services.play.playing import ActRequest, Played, play
from campaigns.state.ids import ids_in
from rules.kernel.effects import set_to
from rules.kernel.values import Values, as_text, as_values

WITH = "with"
"""Where a question says which other one is asked of the other side: without the shape of a record's id, for nothing is
about the asking itself."""
READY = "ready"
"""Where a question says who of the other side has answered theirs already, face down."""


def other_side(campaign: Campaign, action: str, who: str, given: Values) -> str | None:
    """Whom somebody meets in an act of two whose players are both asked; None where nobody else plays the other."""
    both = game_of(action).waiting.asks_both.get(action)
    sides = both.sides if both is not None else ()
    named = ids_in([as_values(given.get(side, {})).get("id") for side in sides])
    rows = Record.objects.filter(campaign=campaign, pk__in=named).select_related("owner")
    found = {
        str(row.pk): row for row in rows if row.owner and row.owner.role == "player" and not row.owner.left
    }
    other = next((row for one, row in found.items() if one != who), None)
    if who not in found or other is None or found[who].owner_id == other.owner_id:
        return None
    return str(other.pk)


def answer(member: Membership, request: ActRequest) -> Played:
    """Play an act that may answer a question; where the other side has still to say theirs, lay it down for them."""
    asked = _of_two(member, request)
    if asked is None:
        return play(member, request)
    (step,) = request.steps
    others = UUID(as_text(asked.data[WITH]))

    def plan(campaign: Campaign) -> tuple[Request, ...]:
        found = Pending.objects.filter(record__campaign=campaign, state="open", pk=others)
        other = found.select_related("who").first()
        if other is None:
            return (step,)
        _refuse_as_played(member, request)
        return _laid_down(step, asked, other)

    # Planned, so that the same form sent twice is the same act, whichever of the two it was.
    return play(member, replace(request, steps=(), plan=plan, asked=[step.action, step.given]))


def laid_down(campaign: Campaign, asked: Waiting) -> Pending | None:
    """What is asked of the other side of a question whose answer lies, or lay, face down; None where it never did."""
    if asked.clause != ASKED_BY_GM or WITH not in asked.data:
        return None
    found = Pending.objects.filter(record__campaign=campaign, pk=UUID(as_text(asked.data[WITH])))
    other = found.select_related("who").first()
    return other if other is not None and other.data.get(READY) == asked.who else None


def _of_two(member: Membership, request: ActRequest) -> Pending | None:
    """The question that an act answers, where another one is asked of the other side; cards by hand lie open."""
    if request.answers is None or request.hand is not None:
        return None
    found = Pending.objects.filter(record__campaign=member.campaign, pk=UUID(request.answers))
    asked = found.select_related("who").first()
    return asked if asked is not None and asked.clause == ASKED_BY_GM and WITH in asked.data else None


class _NotYet(Exception):
    """Nothing refuses the act."""


def _refuse_as_played(member: Membership, request: ActRequest) -> None:
    """Refuse now what the act itself would, while whoever said it can mend it: nothing of this attempt stays."""
    try:
        with transaction.atomic():
            play(member, request)
            raise _NotYet
    except _NotYet:
        return


def _laid_down(step: Request, asked: Pending, other: Pending) -> tuple[Request, Request]:
    """What says so, and puts it into what the other is asked."""
    who, whom = str(asked.who_id), str(other.who_id)
    whole = merged(step.given, as_values(asked.data["given"]), who)
    both = game_of(step.action).waiting.asks_both[step.action]
    own = {side: whole[side] for side in both.sides if as_values(whole[side])["id"] == who}
    data = {**other.data, "given": {**as_values(other.data["given"]), **own}, READY: who}
    effects = (
        set_to(str(asked.pk), "state", "answered"),
        set_to(str(other.pk), "data", data),
    )
    told = _("%(who)s is ready, face down. %(whom)s is asked.") % {
        "who": asked.who.name if asked.who else "",
        "whom": other.who.name if other.who else "",
    }
    name, known = follow_ups.carry_out(both.clause, effects)
    return Request("table.note", {"words": told, "about": [who, whom]}), Request(name, {}, known=known)
