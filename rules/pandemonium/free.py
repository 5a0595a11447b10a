"""Spells that cost nothing get one try at a character each scene (PAN-FREE)."""

from typing import Annotated

from msgspec import Meta

from rules.kernel.draws import Draws
from rules.kernel.effects import change_by
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import DERIVED, GM, STORED, by, record
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input, Outcome
from rules.pandemonium.types import CampaignSettings, Kind, PandemoniumInput, Points, Settings, Subject

_Mana = Annotated[int, Meta(ge=0, le=50)]


class PaidSpell(Input):
    """The Mana that a spell needs, what is paid of one's own, and what another source pays."""

    id: Id
    kind: Kind
    cost: Annotated[_Mana, GM, by("PAN-FREE-02")]
    paid: Annotated[_Mana, STORED] = 0
    unlimited: Annotated[_Mana, GM, by("PAN-FREE-02")] = 0


class TriedTarget(Subject):
    tries: Annotated[Points, DERIVED] = 0


class FreeSpellInput(PandemoniumInput):
    spell: Annotated[PaidSpell, record("spell")]
    target: Annotated[TriedTarget, record("character", "thing", "place"), by("PAN-FREE-01")]
    settings: CampaignSettings = Settings()


class FreeSpellOutcome(Outcome):
    free: bool
    limited: bool
    allowed: bool


def free_spell_allowed(given: FreeSpellInput, draws: Draws) -> Result:
    """Whether a spell may be tried on somebody this scene (PAN-FREE-01 to PAN-FREE-04)."""
    spell = given.spell
    if spell.paid + spell.unlimited < spell.cost:
        raise RuleViolation("the spell is not paid for", field="input.spell.paid", clause="PAN-FREE-02")
    free = spell.paid == 0  # PAN-FREE-02, PAN-FREE-03
    limited = spell.kind in given.settings.free_kinds  # PAN-FREE-04
    counts = free and limited
    allowed = not counts or given.target.tries == 0  # PAN-FREE-01
    effects = (change_by(given.target.id, f"scene.tries.{spell.id}", 1),) if counts and allowed else ()
    clauses = cite(
        "PAN-FREE-02",
        None if free else "PAN-FREE-03",
        "PAN-FREE-04",
        "PAN-FREE-01" if counts else None,
    )
    return Result(FreeSpellOutcome(free=free, limited=limited, allowed=allowed), effects, clauses)
