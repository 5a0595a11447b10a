"""Knockdown rolls (FAL-KNOCK)."""

from typing import Annotated, Literal

from rules.fallen import pool as pools
from rules.fallen.health import Health, mark_effects, mark_levels
from rules.fallen.health import clauses_of as health_clauses
from rules.fallen.modifiers import RolledInput, dice_terms, refuse_no_willpower
from rules.fallen.odds import as_list, botch_sizes, chances
from rules.fallen.pool import Pool, PoolPlan, RollResult, lifted, trait
from rules.fallen.rolls import plan_choices, spent_willpower, wounds
from rules.fallen.subjects import Aware, refuse_not_awake
from rules.fallen.types import STANDARD, BaseDifficulty, InitiativePenalty, Trait
from rules.kernel.action import Chances
from rules.kernel.chances import share
from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import GM, PLAYER, by, record
from rules.kernel.result import Result, cite
from rules.kernel.types import Outcome
from rules.kernel.values import Values

SLOWED = -2
"""What a fall takes off the next turn's initiative (FAL-KNOCK-02)."""


class Fallen(Aware):
    """A fighter who was knocked down."""

    dexterity: Trait
    athletics: Trait = 0
    martial_arts: Trait = 0
    prone: bool = False
    rising: bool = False
    next_initiative: InitiativePenalty = 0
    willpower: Trait = 0


class KnockdownInput(RolledInput):
    fighter: Annotated[Fallen, record("character")]
    ability: Annotated[Literal["athletics", "martial_arts"], PLAYER, by("FAL-KNOCK-01")] = "athletics"
    difficulty: Annotated[BaseDifficulty, GM, by("FAL-MANEUV-03")] = STANDARD


class KnockdownOutcome(Outcome):
    result: RollResult
    on_feet: bool
    loses_action: bool
    initiative: int
    damage: int
    health: Health | None
    pool: Pool


def knockdown(given: KnockdownInput, draws: Draws) -> Result:
    """Get to her feet at once, or lose the next action, or be hurt in the fall (FAL-KNOCK-01 to -04)."""
    planned = plan_knockdown(given)
    rolled = pools.roll(planned, draws)
    on_feet = rolled.successes > 0
    health = mark_levels(given.fighter, rolled.botches, "bashing", given.settings) if rolled.botch else None
    outcome = KnockdownOutcome(
        result=rolled.result,
        on_feet=on_feet,
        loses_action=not on_feet,
        initiative=SLOWED if on_feet else 0,
        damage=rolled.botches,
        health=health,
        pool=rolled,
    )
    effects, clauses = _gets_up(given.fighter) if on_feet else _stays_down(given.fighter, health)
    effects = [*spent_willpower(given.fighter.id, given.willpower), *effects]
    return Result(outcome, tuple(effects), cite("FAL-KNOCK-01", *pools.clauses_of(planned, rolled), *clauses))


def odds_of_knockdown(given: KnockdownInput) -> Chances:
    """The odds of `fallen.knockdown`: success, failure, botch, and the levels of a bad fall."""
    planned = plan_knockdown(given)
    counted = chances(planned)
    success = counted.total - counted.successes[0]
    levels = [counted.total - counted.botch, *botch_sizes(planned)[1:]]
    odds: Values = {
        "success": share(success, counted.total),
        "failure": share(counted.successes[0] - counted.botch, counted.total),
        "botch": share(counted.botch, counted.total),
        "levels": as_list(levels, counted.total),
    }
    return Chances(odds, cite("FAL-KNOCK-01", *planned.clauses))


def plan_knockdown(given: KnockdownInput) -> PoolPlan:
    """The pool of one who was knocked down; it may be empty."""
    fighter = given.fighter
    refuse_not_awake(fighter, "input.fighter")
    if not fighter.prone:
        raise RuleViolation(
            f"{fighter.id} is on her feet", field="input.fighter.prone", clause="FAL-KNOCK-01"
        )
    if fighter.rising:
        raise RuleViolation(
            f"{fighter.id} is already getting up", field="input.fighter.rising", clause="FAL-KNOCK-03"
        )
    refuse_no_willpower(given.willpower, fighter.willpower, given.settings, "input.willpower")
    terms = (
        trait("dexterity", fighter.dexterity),
        trait(given.ability, getattr(fighter, given.ability)),
        *dice_terms(given.modifiers),
        wounds(fighter),
    )
    return plan_choices(lifted(terms, 0, "FAL-POOL-05"), given.difficulty, given, given.settings)


def _gets_up(fighter: Fallen) -> tuple[list[Effect], list[str]]:
    effects, clauses = [set_to(fighter.id, "prone", False)], ["FAL-KNOCK-02"]
    if fighter.next_initiative:
        clauses.append("FAL-KNOCK-08")  # set, never added
    if fighter.next_initiative != SLOWED:
        effects.append(set_to(fighter.id, "next_initiative", SLOWED))
    return effects, clauses


def _stays_down(fighter: Fallen, hurt: Health | None) -> tuple[list[Effect], list[str]]:
    effects, clauses = [set_to(fighter.id, "rising", True)], ["FAL-KNOCK-03"]
    if hurt:
        effects += mark_effects(fighter, hurt)
        clauses += ["FAL-KNOCK-04", *health_clauses(hurt)]
    return effects, clauses
