"""Damage rolls (FAL-DAMAGE, FAL-TYPE-04)."""

from typing import Annotated

from msgspec import UNSET

from rules.fallen import pool as pools
from rules.fallen.attacks import LOCATIONS
from rules.fallen.defences import extra_successes
from rules.fallen.health import MARKS, Mark
from rules.fallen.maneuvers import (
    Custom,
    Maneuver,
    adds_strength,
    check_maneuver,
    damage_kind,
    damage_source,
    damage_terms,
    row_of,
)
from rules.fallen.modifiers import DiceModifiers, dice_terms
from rules.fallen.odds import as_list, chances, mean
from rules.fallen.pool import Pool, PoolPlan, Term, lifted, plan_fixed
from rules.fallen.subjects import require
from rules.fallen.types import (
    Attribute,
    DamageKind,
    FallenInput,
    Location,
    Net,
    Settings,
    Subject,
    Weapon,
    dots,
)
from rules.kernel.action import Chances
from rules.kernel.draws import Draws
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import GM, RESULT, by, record
from rules.kernel.result import Result, cite
from rules.kernel.types import Outcome
from rules.kernel.values import Values

KIND_CLAUSES: dict[DamageKind, str] = {
    "bashing": "FAL-TYPE-01",
    "lethal": "FAL-TYPE-02",
    "aggravated": "FAL-TYPE-03",
}


class Striker(Subject):
    strength: Attribute = UNSET


class HarmInput(FallenInput):
    """What any damage after a known hit comes from."""

    attacker: Annotated[Striker, record("character")]
    maneuver: Annotated[Maneuver, RESULT]
    custom: Annotated[Custom | None, GM, by("FAL-MANEUV-24")] = None
    weapon: Annotated[Weapon | None, record("weapon"), by("FAL-ATTACK-06")] = None
    net: Annotated[Net, RESULT]
    location: Annotated[Location, RESULT] = "none"
    damage_kind: Annotated[DamageKind | None, GM, by("FAL-TYPE-04")] = None

    def __post_init__(self) -> None:
        check_maneuver(self.maneuver, self.custom, self.weapon)
        if adds_strength(row_of(self.maneuver, self.custom), self.weapon):
            require("attacker", self.attacker, "strength")


class DamageInput(HarmInput):
    modifiers: Annotated[DiceModifiers, GM] = ()


class DamageOutcome(Outcome):
    kind: DamageKind
    mark: Mark
    successes: int
    glances: bool
    extra: int
    pool: Pool


def damage(given: DamageInput, draws: Draws) -> Result:
    """Roll the damage of a hit; each success is a level before soak (FAL-DAMAGE-05)."""
    planned = plan_damage(given)
    rolled = pools.roll(planned, draws)
    kind = damage_kind(row_of(given.maneuver, given.custom), given.weapon, given.damage_kind)
    outcome = DamageOutcome(
        kind=kind,
        mark=MARKS[kind],
        successes=rolled.successes,
        glances=rolled.successes == 0,
        extra=extra_successes(given.net, given.settings),
        pool=rolled,
    )
    return Result(outcome, clauses=damage_clauses(planned, rolled, kind))


def odds_of_damage(given: DamageInput) -> Chances:
    """The odds of `fallen.damage`: its successes and their mean."""
    planned = plan_damage(given)
    counted = chances(planned)
    odds: Values = {
        "successes": as_list(counted.successes, counted.total),
        "mean": mean(counted.successes, counted.total),
    }
    return Chances(odds, cite("FAL-DAMAGE-09", *planned.clauses))


def plan_damage(given: DamageInput) -> PoolPlan:
    """The damage pool of a hit; a maneuver without damage has none (FAL-DAMAGE-09)."""
    row = row_of(given.maneuver, given.custom)
    if damage_source(row, given.weapon) == "none":
        raise RuleViolation(f"{row.id} does no damage", field="input.maneuver", clause="FAL-DAMAGE-09")
    return plan_damage_pool(
        damage_terms(row, given.weapon, dots(given.attacker.strength)),
        extra_successes(given.net, given.settings),
        (location_term(given.location), *dice_terms(given.modifiers)),
        given.settings,
    )


def plan_damage_pool(
    base: tuple[Term, ...], extra: int, after: tuple[Term, ...], settings: Settings
) -> PoolPlan:
    """A maneuver's damage, the extra dice of a hit, then location and modifiers; at least one die (FAL-DAMAGE-06)."""
    terms = (*base, Term("extra", extra, "FAL-DAMAGE-02"), *after)
    return plan_fixed(lifted(terms, 1, "FAL-DAMAGE-06"), settings)


def location_term(location: Location) -> Term:
    """The damage dice of a spot that was aimed at (FAL-LOCATE-06)."""
    return Term("location", LOCATIONS[location][1], "FAL-LOCATE-06")


def damage_clauses(planned: PoolPlan, rolled: Pool, kind: DamageKind) -> tuple[str, ...]:
    """The clauses that decided a damage roll."""
    extra = any(part.name == "extra" for part in rolled.parts)
    return cite(
        "FAL-DAMAGE-01",
        "FAL-DAMAGE-09",
        "FAL-DAMAGE-03" if extra else None,
        *pools.clauses_of(planned, rolled),
        "FAL-DAMAGE-04",
        "FAL-DAMAGE-05" if rolled.successes else "FAL-DAMAGE-08",
        "FAL-DAMAGE-07" if rolled.ones and not rolled.hits else None,
        "FAL-TYPE-04",
        KIND_CLAUSES[kind],
    )
