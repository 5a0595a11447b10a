"""The Clashes of a round are flipped together, whoever asks for it (DEC-CLASH-05)."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Q

from campaigns.games.demon_city.decks.deck_draws import ABOUT
from campaigns.models import Campaign, Pending, Record, Tag, Undone
from campaigns.services.play.action_inputs import Request
from campaigns.state.ids import ids_in
from rules.kernel.errors import RuleViolation

CHASE = "demon_city.chase"
KINDS = tuple(ABOUT)
"""A Clash and a chase are records of the same names as the actions that flip them."""


def require_all_clashes(campaign: Campaign, steps: Sequence[Request], *, by_hand: bool) -> None:
    """Raise `RuleViolation` where a flip leaves out a Clash that was sorted with it and still lies face down.

    Cards on the players' own table are turned there; here they are written down one Clash after the other.
    """
    flipped = {*ids_in([_named(request) for request in steps if request.action in ABOUT])}
    if not flipped or by_hand:
        return
    settled = _await_a_choice(campaign)
    left = [
        record
        for record in _face_down(campaign, flipped - settled)
        if str(record.pk) not in flipped | settled
    ]
    if left:
        raise RuleViolation(f"{left[0]} is flipped with it", field="action", clause="DEC-CLASH-05")


def _face_down(campaign: Campaign, flipped: set[str]) -> list[Record]:
    """The Clashes and chases made in the same acts as these that nobody has flipped."""
    made = Record.objects.filter(campaign=campaign, kind__in=KINDS)
    sortings = made.filter(pk__in=flipped).values_list("born", flat=True)
    still = made.filter(Q(kind=CHASE) | Q(demon_city_clash__state="open"), born__in=list(sortings))
    found = list(still.order_by("born", "pk"))
    driven = _driven(campaign, [str(record.pk) for record in found if record.kind == CHASE])
    return [record for record in found if str(record.pk) not in driven]


def _driven(campaign: Campaign, chases: list[str]) -> set[str]:
    """The chases that were flipped: a tie leaves no trace on the record itself."""
    if not chases:
        return set()
    undone = Undone.objects.filter(campaign=campaign).values("seq")
    drives = Tag.objects.filter(campaign=campaign, kind="action", value=CHASE).exclude(seq__in=undone)
    told = Tag.objects.filter(campaign=campaign, kind="record", value__in=chases)
    return set(told.filter(seq__in=drives.values("seq")).values_list("value", flat=True))


def _await_a_choice(campaign: Campaign) -> set[str]:
    """Flips whose cards lie in view already and wait for allies to say who comes first (DEC-CLASH-08)."""
    asked = Pending.objects.filter(record__campaign=campaign, question__in=KINDS, state="open")
    return {str(pending.data.get("about")) for pending in asked}


def _named(step: Request) -> str:
    about: Any = {**step.given, **step.known}.get(ABOUT[step.action])
    return str(about.get("id") if isinstance(about, dict) else about)
