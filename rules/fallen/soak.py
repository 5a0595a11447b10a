"""Soak rolls and the armor that helps them (FAL-SOAK, FAL-ARMOR)."""

from typing import Annotated, Literal, Protocol

from msgspec import Meta, field

from rules.fallen import pool as pools
from rules.fallen.modifiers import DiceModifier, DiceModifiers, dice_terms
from rules.fallen.odds import as_list, chances, mean
from rules.fallen.pool import Pool, PoolPlan, Term, lifted, plan_fixed, trait
from rules.fallen.types import Armor, DamageKind, FallenInput, Kind, Settings, Subject, Trait
from rules.kernel.action import Chances
from rules.kernel.chances import share
from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import GM, OWN, PLAYER, RESULT, by, record
from rules.kernel.result import Result, cite
from rules.kernel.types import Input, Outcome
from rules.kernel.values import Values

SoakTrait = Literal["stamina", "faith"]


class Soaker(Protocol):
    """Anyone who can soak."""

    kind: Kind
    stamina: int
    faith: int
    armor: Armor | None


class SoakTarget(Subject):
    kind: Kind
    stamina: Trait
    faith: Trait = 0
    armor: Armor | None = None


class SoakOptions(Input):
    """How a target soaks: with which trait, and whether a rare power lets it count against anything."""

    with_: Annotated[SoakTrait, PLAYER, OWN, by("FAL-SOAK-06")] = field(default="stamina", name="with")
    power: Annotated[bool, GM, by("FAL-SOAK-08")] = False
    modifiers: Annotated[DiceModifiers, GM] = ()


class SoakInput(FallenInput):
    target: Annotated[SoakTarget, record("character")]
    damage: Annotated[int, Meta(ge=0, le=100), RESULT]
    damage_kind: Annotated[DamageKind, RESULT]
    with_: Annotated[SoakTrait, PLAYER, OWN, by("FAL-SOAK-06")] = field(default="stamina", name="with")
    power: Annotated[bool, GM, by("FAL-SOAK-08")] = False
    bypass_armor: Annotated[bool, RESULT] = False
    modifiers: Annotated[DiceModifiers, GM] = ()


class SoakOutcome(Outcome):
    rolled: bool
    damage: int
    kind: DamageKind
    successes: int
    levels: int
    armor_destroyed: bool
    pool: Pool | None


def soak(given: SoakInput, draws: Draws) -> Result:
    """Take soak successes off damage; without damage nothing is rolled (FAL-SOAK-03)."""
    planned = _plan(given)
    armor = counting_armor(given.target.armor, bypassed=given.bypass_armor)
    rolled = pools.roll(planned, draws) if given.damage else None
    successes = rolled.successes if rolled else 0
    levels = max(0, given.damage - successes)
    broken = breaks(armor, given.damage, levels, given.settings)
    outcome = SoakOutcome(
        rolled=rolled is not None,
        damage=given.damage,
        kind=given.damage_kind,
        successes=successes,
        levels=levels,
        armor_destroyed=broken,
        pool=rolled,
    )
    against = (given.target.kind, given.damage_kind)
    clauses = (
        soak_clauses(planned, rolled, given.with_, against, broken=broken) if rolled else ("FAL-SOAK-03",)
    )
    return Result(outcome, destroyed(armor, broken), clauses)


def odds_of_soak(given: SoakInput) -> Chances:
    """The odds of `fallen.soak`: its successes, the levels that are left, and the armor's end."""
    planned = _plan(given)
    armor = counting_armor(given.target.armor, bypassed=given.bypass_armor)
    counted = chances(planned)
    successes, total = (counted.successes, counted.total) if given.damage else ((1,), 1)
    levels = [0] * (given.damage + 1)
    broken = 0
    for soaked, cases in enumerate(successes):
        left = max(0, given.damage - soaked)
        levels[left] += cases
        broken += cases * breaks(armor, given.damage, left, given.settings)
    odds: Values = {
        "successes": as_list(successes, total),
        "levels": as_list(levels, total),
        "mean": mean(levels, total),
        "armor_destroyed": share(broken, total),
    }
    return Chances(odds, cite("FAL-SOAK-03", *planned.clauses))


def refuse_faith(soaker: Soaker, with_: SoakTrait, settings: Settings, at: str) -> None:
    """Faith is for demons, and for campaigns that allow it (FAL-SOAK-06)."""
    if with_ == "faith" and (soaker.kind == "mortal" or settings.faith_soak == "off"):
        raise RuleViolation("Faith can't soak here", field=at, clause="FAL-SOAK-06")


def counting_armor(armor: Armor | None, *, bypassed: bool) -> Armor | None:
    """The armor that counts: worn, whole and not gone around (FAL-ARMOR-03, FAL-ARMOR-05)."""
    return None if armor is None or armor.destroyed or bypassed else armor


def plan_soak(
    soaker: Soaker,
    kind: DamageKind,
    options: SoakOptions,
    modifiers: tuple[DiceModifier, ...],
    armor: Armor | None,
    settings: Settings,
) -> PoolPlan:
    """The soak pool against one kind of damage; `armor` is the armor that counts."""
    helps = armor is not None and (kind != "aggravated" or settings.armor_soaks_aggravated)  # FAL-SOAK-08
    terms = (
        trait(options.with_, _base(soaker, kind, options, settings, armored=armor is not None)),
        Term("armor", armor.rating if armor and helps else 0, "FAL-ARMOR-01"),
        *dice_terms(modifiers),
    )
    return plan_fixed(lifted(terms, 0, "FAL-SOAK-09"), settings)


def breaks(armor: Armor | None, damage: int, levels: int, settings: Settings) -> bool:
    """Whether a blow destroys the armor that counted against it (FAL-ARMOR-04)."""
    measure = damage if settings.armor_break_on == "rolled" else levels
    return armor is not None and measure >= 2 * armor.rating


def destroyed(armor: Armor | None, broken: bool) -> tuple[Effect, ...]:
    """The effect of armor that broke (FAL-ARMOR-05); none where nobody wears any or it holds."""
    return (set_to(armor.id, "destroyed", True),) if armor and broken else ()


def soak_clauses(
    planned: PoolPlan, rolled: Pool, with_: SoakTrait, against: tuple[Kind, DamageKind], *, broken: bool
) -> tuple[str, ...]:
    """The clauses that decided a soak roll: who soaked `against` what."""
    soaker, kind = against
    armored = any(part.name == "armor" for part in rolled.parts)
    return cite(
        "FAL-SOAK-01",
        "FAL-SOAK-04",
        "FAL-SOAK-02",
        None if kind == "bashing" else "FAL-TYPE-06",
        "FAL-SOAK-07" if (soaker, kind) == ("mortal", "lethal") else None,
        "FAL-SOAK-08" if kind == "aggravated" else None,
        "FAL-ARMOR-02" if armored else None,
        "FAL-SOAK-06" if with_ == "faith" else None,
        *pools.clauses_of(planned, rolled),
        "FAL-SOAK-05" if rolled.ones and not rolled.hits else None,
        "FAL-SOAK-03",
        None if rolled.dice else "FAL-SOAK-09",
        "FAL-ARMOR-04" if broken else None,
        "FAL-ARMOR-05" if broken else None,
    )


def _plan(given: SoakInput) -> PoolPlan:
    refuse_faith(given.target, given.with_, given.settings, "input.with")
    options = SoakOptions(with_=given.with_, power=given.power)
    armor = counting_armor(given.target.armor, bypassed=given.bypass_armor)
    return plan_soak(given.target, given.damage_kind, options, given.modifiers, armor, given.settings)


def _base(
    soaker: Soaker, kind: DamageKind, options: SoakOptions, settings: Settings, *, armored: bool
) -> int:
    """The dice of the body's own trait (FAL-SOAK-02, -06, -07, -08)."""
    counts = options.power or kind == "bashing"
    if kind == "lethal":
        in_armor = armored and settings.mortal_lethal_soak == "stamina_in_armor"  # FAL-SOAK-07
        counts = counts or soaker.kind == "demon" or in_armor
    if kind == "aggravated":
        counts = counts or (options.with_ == "faith" and settings.faith_soak == "any")  # FAL-SOAK-06
    return (soaker.faith if options.with_ == "faith" else soaker.stamina) if counts else 0
