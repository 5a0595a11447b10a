"""Piles of cards at the table: shuffled anew, whatever game they belong to."""

from typing import Annotated

from msgspec import Meta

from rules.kernel.draws import Draws
from rules.kernel.effects import set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import GM, by, record
from rules.kernel.result import Result
from rules.kernel.shuffling import shuffled
from rules.kernel.types import Id, Input
from rules.table.outcomes import Shuffled

Card = Annotated[str, Meta(min_length=1, max_length=40)]


class Pile(Input):
    """A deck and the cards that are still to be drawn from it, the top one first."""

    id: Id
    draw: Annotated[tuple[Card, ...], Meta(max_length=500)]


class ReshuffleInput(Input):
    deck: Annotated[Pile, record("demon_city.deck"), GM, by("TAB-DRAWS-05")]


def reshuffle_pile(given: ReshuffleInput, draws: Draws) -> Result:
    """Shuffle what is left of a pile; what was drawn stays drawn (TAB-DRAWS-05)."""
    pile = given.deck.draw
    if not pile:
        raise RuleViolation("nothing is left to shuffle", field="input.deck.draw", clause="TAB-DRAWS-05")
    effects = (set_to(given.deck.id, "draw", shuffled(pile, draws)),)
    return Result(Shuffled(cards=len(pile)), effects, ("TAB-DRAWS-05",))
