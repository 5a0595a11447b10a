"""Resisting a spell, and seeing how far it gets, before anything is inflicted (PAN-RESIST)."""

from typing import Annotated, Literal

from msgspec import Struct

from rules.kernel.action import Chances
from rules.kernel.draws import Draws
from rules.kernel.effects import set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import DERIVED, GM, PLAYER, STORED, by, record, side_of
from rules.kernel.parsing import convert, wrong
from rules.kernel.result import Result, cite
from rules.kernel.tables import read_table
from rules.kernel.types import Id, Input, Outcome
from rules.pandemonium import pools, targets
from rules.pandemonium.pools import Pool, PoolInput
from rules.pandemonium.resisting import Side, roll_side
from rules.pandemonium.targets import Compared, HeldCharacter
from rules.pandemonium.types import (
    Arcanum,
    CampaignSettings,
    Measure,
    Name,
    PandemoniumInput,
    Settings,
    Severity,
    Successes,
)

Effect = Literal[
    "damage",
    "entrapment",
    "force",
    "balance",
    "pattern",
    "labyrinth",
    "illusion",
    "uncanny",
    "other",
]
Resistance = Literal["stamina", "resolve", "composure"]


class EffectRow(Struct, frozen=True):
    clause: str
    pool: Literal["defense", "fixed", "attribute", "arcanum", "named"]
    traits: tuple[str, ...] = ()


class ResistanceTable(Struct, frozen=True):
    effects: dict[Effect, EffectRow]
    arcana: dict[Arcanum, Resistance]


TABLE = convert(read_table("rules.pandemonium", "resistance.toml"), ResistanceTable)


class ResistedSpell(Input):
    id: Id
    potency: Annotated[Measure, STORED]
    arcanum: Arcanum | None = None


class ResistInput(PandemoniumInput):
    spell: Annotated[ResistedSpell, record("spell")]
    target: Annotated[HeldCharacter, record("character"), by("PAN-RESIST-01")]
    effect: Annotated[Effect, GM, by("PAN-RESIST-05", "PAN-RESIST-06")]
    attribute: Annotated[Resistance | None, GM, by("PAN-RESIST-06")] = None
    pool: Annotated[PoolInput, side_of("target")] = PoolInput()
    aid: Annotated[Successes, DERIVED] = 0
    immediate: Annotated[bool, GM, by("PAN-RESIST-12")] = True
    compare: Annotated[Name | None, GM, by("PAN-CONSEQ-05")] = None
    instead: Annotated[Name | None, PLAYER, by("PAN-CONSEQ-06")] = None
    settings: CampaignSettings = Settings()

    def __post_init__(self) -> None:
        if (self.attribute is not None) != (self.effect == "pattern"):
            raise wrong("attribute", "name an Attribute for an effect on the pattern, and only then")
        if (self.pool.traits is not None) != (self.effect == "other"):
            raise wrong("pool.traits", "name traits for an effect of another kind, and only then")
        if self.effect == "uncanny" and self.spell.arcanum is None:
            raise wrong("spell.arcanum", "name the Arcanum, which decides what resists it")
        if self.instead is not None and self.compare is None:
            raise wrong("compare", "name the trait that this is used in place of")


class ResistOutcome(Outcome):
    pool: Pool | None
    potency: int
    resisted: int
    net: int
    affected: bool
    compare: Compared | None
    severity: Severity | None


class _Planned(Struct, frozen=True):
    side: Side
    compared: Compared | None


def resist(given: ResistInput, draws: Draws) -> Result:
    """Roll to resist a spell (PAN-RESIST-01 to PAN-RESIST-13)."""
    planned = _plan(given)
    rolled = roll_side(planned.side, draws)
    net = max(0, given.spell.potency - rolled.successes)  # PAN-RESIST-02
    outcome = ResistOutcome(
        pool=rolled.pool,
        potency=given.spell.potency,
        resisted=rolled.successes,
        net=net,
        affected=net > 0,  # PAN-RESIST-01
        compare=planned.compared,
        severity=targets.severity_of(net, planned.compared.dots) if planned.compared else None,
    )
    stands = "PAN-CONSEQ-17" if not net and given.target.hold in ("normal", "severe") else None
    shaken_off = not net and not stands
    effects = (
        *pools.spend(planned.side.plan),
        *([set_to(given.target.id, f"hold.{given.spell.id}", "resisted")] if shaken_off else []),
    )
    return Result(outcome, effects, cite(*_clauses(given, outcome), stands))


def resist_odds(given: ResistInput) -> Chances:
    """The chances of each net of the spell; of its severity too where a trait is compared."""
    planned = _plan(given)
    dots = planned.compared.dots if planned.compared else None
    found = targets.odds_of(given.spell.potency, planned.side, dots)
    shown = found if planned.compared else {key: found[key] for key in ("net", "none")}
    return Chances(shown, cite("PAN-POOL-11", TABLE.effects[given.effect].clause, "PAN-RESIST-02"))


def _plan(given: ResistInput) -> _Planned:
    planned = pools.plan(given.target, given.pool, usual=_usual(given), owner="input.target")
    compared = targets.compare(given.target, given.compare, given.instead) if given.compare else None
    if not given.immediate:
        raise RuleViolation("there is nothing to resist", field="input.immediate", clause="PAN-RESIST-12")
    pools.permit(planned)
    return _Planned(Side(planned, given.aid), compared)


def _usual(given: ResistInput) -> tuple[str, ...] | None:
    """The traits that resist this effect."""
    row = TABLE.effects[given.effect]
    if row.pool == "defense":
        return given.settings.defense_pool  # PAN-RESIST-13
    if row.pool == "attribute" and given.attribute:
        return (given.attribute, "power")
    if row.pool == "arcanum" and given.spell.arcanum:
        return (TABLE.arcana[given.spell.arcanum], "power")
    return row.traits or None


def _clauses(given: ResistInput, outcome: ResistOutcome) -> tuple[str, ...]:
    row = TABLE.effects[given.effect]
    return cite(
        row.clause,
        "PAN-RESIST-13" if row.pool == "defense" else None,
        *pools.clauses_of(outcome.pool),
        "PAN-ASSAIL-04" if given.aid else None,
        "PAN-POT-03",
        "PAN-RESIST-09",
        "PAN-RESIST-01",
        "PAN-RESIST-02",
        "PAN-POT-04",
        "PAN-RESIST-04" if outcome.resisted else None,
        targets.BY_DEGREE.get(outcome.severity) if outcome.severity else None,
    )
