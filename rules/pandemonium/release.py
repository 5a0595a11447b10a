"""A spell is over because whoever cast it lets go of it, or the Storyteller ends it (PAN-TRACK-08)."""

from typing import Annotated, Literal

from msgspec import Meta

from rules.kernel.draws import Draws
from rules.kernel.effects import set_to
from rules.kernel.origins import GM, by, record
from rules.kernel.result import Result
from rules.kernel.types import Id, Outcome
from rules.pandemonium.types import PandemoniumInput, Subject


class LetGoInput(PandemoniumInput):
    """`remains` are those whom, as the Storyteller says, something ordinary still binds (PAN-TRACK-06)."""

    spell: Annotated[Subject, record("spell")]
    remains: Annotated[
        tuple[Id, ...], Meta(max_length=100), record("character", "thing", "place"), GM, by("PAN-TRACK-06")
    ] = ()


class LetGoOutcome(Outcome):
    state: Literal["ended"]


def let_go(given: LetGoInput, draws: Draws) -> Result:
    """End a spell (PAN-TRACK-08). What it held or was still to do goes with it (PAN-TRACK-06): `follows` knows whom."""
    over = set_to(given.spell.id, "state", "ended")
    return Result(LetGoOutcome(state="ended"), (over,), ("PAN-TRACK-08",))
