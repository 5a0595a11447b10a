"""A spell is kept up anew, or is over by its caster's or the Storyteller's word (PAN-TRACK-08)."""

from typing import Annotated, Literal

from msgspec import Meta

from rules.kernel.draws import Draws
from rules.kernel.effects import set_to
from rules.kernel.origins import GM, by, record
from rules.kernel.result import Result
from rules.kernel.types import Id, Input, Outcome
from rules.pandemonium import shaping
from rules.pandemonium.shaping import Caster, Paid
from rules.pandemonium.types import Measure, PandemoniumInput, Subject


class LetGoInput(PandemoniumInput):
    """`remains` are those whom, as the Storyteller says, something ordinary still binds (PAN-TRACK-06)."""

    spell: Annotated[Subject, record("spell")]
    remains: Annotated[
        tuple[Id, ...], Meta(max_length=100), record("character", "thing", "place"), GM, by("PAN-TRACK-06")
    ] = ()


class RefreshedSpell(Input):
    id: Id
    potency: Measure


class RefreshInput(PandemoniumInput):
    """What it takes to refresh a spell is the table's to know; what is paid is said with the act."""

    spell: Annotated[RefreshedSpell, record("spell"), by("PAN-TRACK-08")]
    caster: Annotated[Caster, record("character"), by("PAN-TIME-01")]
    paid: Paid = Paid()


class RefreshOutcome(Outcome):
    potency: int


class LetGoOutcome(Outcome):
    state: Literal["ended"]


def let_go(given: LetGoInput, draws: Draws) -> Result:
    """End a spell (PAN-TRACK-08). What it held or was still to do goes with it (PAN-TRACK-06): `follows` knows whom."""
    over = set_to(given.spell.id, "state", "ended")
    return Result(LetGoOutcome(state="ended"), (over,), ("PAN-TRACK-08",))


def refresh(given: RefreshInput, draws: Draws) -> Result:
    """Keep a spell up anew: its next use on each target counts as refreshed (PAN-TRACK-08, PAN-CONSEQ-17)."""
    side = shaping.plan_shaping(given.caster, None, given.paid)
    shaping.refuse_unpaid(given.caster, given.paid, free=True)
    paid = shaping.costs(given.caster, given.paid, side)
    return Result(RefreshOutcome(potency=given.spell.potency), paid, ("PAN-TRACK-08", "PAN-CONSEQ-17"))
