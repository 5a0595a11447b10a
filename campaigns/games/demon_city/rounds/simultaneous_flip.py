"""The Clashes of a round are flipped together, whoever asks for it (DEC-CLASH-05)."""

from collections.abc import Mapping, Sequence

from django.db.models import Q

from campaigns.games.demon_city.decks.deck_draws import ABOUT
from campaigns.models import Campaign, Record
from campaigns.services.play.action_inputs import Request
from campaigns.state.ids import ids_in
from rules.kernel.errors import RuleViolation
from rules.kernel.values import Value

KINDS = tuple(ABOUT)
"""A Clash and a chase are records of the same names as the actions that flip them."""


def require_all_clashes(campaign: Campaign, steps: Sequence[Request], *, by_hand: bool) -> None:
    """Raise `RuleViolation` where a flip leaves out a Clash that was sorted with it and still lies face down.

    Cards on the players' own table are turned there; here they are written down one Clash after the other.
    """
    flipped = {*ids_in([_named(request) for request in steps if request.action in ABOUT])}
    if not flipped or by_hand:
        return
    left = [record for record in _face_down(campaign, flipped) if str(record.pk) not in flipped]
    if left:
        raise RuleViolation(f"{left[0]} is flipped with it", field="action", clause="DEC-CLASH-05")


def _face_down(campaign: Campaign, flipped: set[str]) -> list[Record]:
    """The Clashes and chases made in the same acts as these that nobody has flipped.

    One that waits for allies to choose has its cards in view already, and is settled by itself (DEC-CLASH-08).
    """
    made = Record.objects.filter(campaign=campaign, kind__in=KINDS)
    sortings = made.filter(pk__in=flipped).exclude(_stands_at("choice_needed")).values_list("born", flat=True)
    return list(made.filter(_stands_at("open"), born__in=list(sortings)).order_by("born", "pk"))


def _stands_at(state: str) -> Q:
    return Q(demon_city_clash__state=state) | Q(demon_city_chase__state=state)


def _named(step: Request) -> str:
    about: Value = {**step.given, **step.known}.get(ABOUT[step.action])
    return str(about.get("id") if isinstance(about, Mapping) else about)
