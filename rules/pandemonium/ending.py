"""Fates that leave a character unplayable, in place of death or by ritual (PAN-ENDING)."""

from typing import Annotated, Literal

from rules.kernel.draws import Draws
from rules.kernel.effects import set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import DERIVED, GM, PLAYER, TEXT, by, record
from rules.kernel.parsing import wrong
from rules.kernel.result import Result
from rules.kernel.types import Id, Input, Outcome, Text
from rules.pandemonium import health, targets
from rules.pandemonium.health import Track
from rules.pandemonium.targets import Compared
from rules.pandemonium.types import Character, Name, Net, PandemoniumInput, Traits, Willpower, Wound


class EndingSpell(Input):
    id: Id
    arcanum_fits: Annotated[bool, GM, by("PAN-ENDING-02")]


class Doomed(Input):
    """The victim: with a health track where death is replaced, with traits where a ritual is held."""

    id: Id
    health: Track | None = None
    traits: Traits | None = None
    willpower: Willpower | None = None


class EndingInput(PandemoniumInput):
    spell: Annotated[EndingSpell, record("spell")]
    route: Annotated[Literal["kill", "ritual"], GM, by("PAN-ENDING-02", "PAN-ENDING-03")]
    net: Annotated[Net, DERIVED]
    fate: Annotated[Text, TEXT, by("PAN-ENDING-02")]
    target: Annotated[Doomed, record("character"), by("PAN-ENDING-02")]
    kind: Annotated[Wound | None, DERIVED] = None
    present: Annotated[bool | None, GM, by("PAN-ENDING-03")] = None
    compare: Annotated[Name | None, DERIVED] = None
    instead: Annotated[Name | None, PLAYER, by("PAN-CONSEQ-06")] = None

    def __post_init__(self) -> None:
        kills = self.route == "kill"
        wanted = ("kind",) if kills else ("present", "compare")
        foreign = ("present", "compare", "instead") if kills else ("kind",)
        _check(self, wanted, foreign)
        _check(
            self.target,
            ("health",) if kills else (),
            ("traits", "willpower") if kills else ("health",),
            "target.",
        )


class EndingOutcome(Outcome):
    route: Literal["kill", "ritual"]
    fate: str
    would_be: Track | None
    compare: Compared | None


def character_ending(given: EndingInput, draws: Draws) -> Result:
    """Inflict such a fate where the rules allow it; no damage is dealt (PAN-ENDING-02, PAN-ENDING-03)."""
    compared, would_be = _compared(given), _would_be(given)
    if not given.spell.arcanum_fits:
        raise RuleViolation(
            "this Arcanum cannot do this", field="input.spell.arcanum_fits", clause="PAN-ENDING-02"
        )
    if would_be is not None and health.status_of(would_be) != "dead":
        raise RuleViolation("this would not kill", field="input.net", clause="PAN-ENDING-02")
    if given.present is False:
        raise RuleViolation(
            "the victim has to be at the ritual from beginning to end",
            field="input.present",
            clause="PAN-ENDING-03",
        )
    if compared and targets.severity_of(given.net, compared.dots) != "severe":
        raise RuleViolation("a severe consequence is needed", field="input.net", clause="PAN-ENDING-03")
    outcome = EndingOutcome(route=given.route, fate=given.fate, would_be=would_be, compare=compared)
    fate = {"fate": given.fate, "spell": given.spell.id}
    clauses = ("PAN-ENDING-02",) if given.route == "kill" else ("PAN-CONSEQ-01", "PAN-ENDING-03")
    return Result(outcome, (set_to(given.target.id, "ending", fate),), clauses)


def _compared(given: EndingInput) -> Compared | None:
    if given.compare is None:
        return None
    who = Character(id=given.target.id, traits=given.target.traits or {})
    return targets.compare(who, given.compare, given.instead)


def _would_be(given: EndingInput) -> Track | None:
    """The track as these wounds would leave it."""
    if given.kind is None or given.target.health is None:
        return None
    return health.deal(given.target.health, given.kind, given.net).track


def _check(part: Input, wanted: tuple[str, ...], foreign: tuple[str, ...], at: str = "") -> None:
    for field in wanted:
        if getattr(part, field) is None:
            raise wrong(f"{at}{field}", "this route needs it filled in")
    for field in foreign:
        if getattr(part, field) is not None:
            raise wrong(f"{at}{field}", "this belongs to the other route")
