"""Breaking a clinch or a hold (FAL-MANEUV-22)."""

from typing import Annotated

from msgspec import UNSET

from rules.fallen import pool as pools
from rules.fallen.modifiers import (
    Modifiers,
    RolledInput,
    dice_terms,
    difficulty_terms,
    on_the_move,
    refuse_no_willpower,
)
from rules.fallen.odds import as_list, chances
from rules.fallen.pool import PoolPlan, Term, base_difficulty, lifted, refuse_empty, trait
from rules.fallen.rolls import SidePool, lead_counts, multiple_actions, plan_choices, spent_willpower, wounds
from rules.fallen.subjects import (
    Acting,
    Aware,
    is_senseless,
    multiple_actions_penalty,
    refuse_same,
    refuse_undeclared,
    refuse_unfit_for_her_turn,
    require,
)
from rules.fallen.types import (
    STANDARD,
    Attribute,
    Grip,
    Id,
    MoveDifficulty,
    Trait,
    dots,
)
from rules.kernel.action import Chances
from rules.kernel.chances import share
from rules.kernel.draws import Draws
from rules.kernel.effects import change_by, set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import GM, by, record
from rules.kernel.result import Result, cite
from rules.kernel.types import Outcome
from rules.kernel.values import Values


class Prisoner(Acting):
    strength: Trait
    brawl: Trait = 0
    move_difficulty: MoveDifficulty = 0
    willpower: Trait = 0
    held_by: Id | None = None
    grip: Grip | None = None


class Captor(Aware):
    strength: Attribute = UNSET
    brawl: Trait = 0


class EscapeInput(RolledInput):
    prisoner: Annotated[Prisoner, record("character")]
    holder: Annotated[Captor, record("character"), by("FAL-MANEUV-22")]
    holder_modifiers: Annotated[Modifiers, GM] = ()

    def __post_init__(self) -> None:
        refuse_same("holder", self.prisoner, self.holder)
        if not _lets_go(self.holder):
            require("holder", self.holder, "strength")


class EscapeOutcome(Outcome):
    freed: bool
    margin: int
    prisoner: SidePool
    holder: SidePool


def escape(given: EscapeInput, draws: Draws) -> Result:
    """Break a grip by winning against the holder; equal successes keep the prisoner held (FAL-MANEUV-22)."""
    mine, theirs = plan_escape(given)
    struggle, hold = pools.roll(mine, draws), pools.roll(theirs, draws)
    margin = max(0, struggle.successes - hold.successes)
    outcome = EscapeOutcome(
        freed=margin > 0, margin=margin, prisoner=SidePool(struggle), holder=SidePool(hold)
    )
    prisoner = given.prisoner
    freed = (
        set_to(prisoner.id, "restraint", "free"),
        set_to(prisoner.id, "held_by", None),
        *((set_to(prisoner.id, "grip", None),) if prisoner.grip else ()),
    )
    effects = (
        *spent_willpower(prisoner.id, given.willpower),
        change_by(prisoner.id, "actions_taken", 1),
        *(freed if outcome.freed else ()),
    )
    clauses = cite(*pools.clauses_of(mine, struggle), *pools.clauses_of(theirs, hold), "FAL-MANEUV-22")
    return Result(outcome, effects, clauses)


def odds_of_escape(given: EscapeInput) -> Chances:
    """The odds of `fallen.escape`: freed, the prisoner's botch, and the margin."""
    mine, theirs = plan_escape(given)
    struggle, hold = chances(mine), chances(theirs)
    total = struggle.total * hold.total
    leads = lead_counts(struggle.successes, hold.successes)
    odds: Values = {
        "freed": share(sum(leads.ahead), total),
        "botch": share(struggle.botch, struggle.total),
        "margin": as_list([leads.behind + leads.tied, *leads.ahead[1:]], total),
    }
    return Chances(odds, cite(*mine.clauses, *theirs.clauses, "FAL-MANEUV-22"))


def plan_escape(given: EscapeInput) -> tuple[PoolPlan, PoolPlan]:
    """The pools of prisoner and holder, or the clause that forbids the attempt."""
    prisoner = given.prisoner
    refuse_unfit_for_her_turn(prisoner, "input.prisoner")
    if prisoner.restraint != "held" or prisoner.held_by != given.holder.id:
        raise RuleViolation(
            f"{given.holder.id} does not hold {prisoner.id}",
            field="input.prisoner.held_by",
            clause="FAL-MANEUV-22",
        )
    refuse_no_willpower(given.willpower, prisoner.willpower, given.settings, "input.willpower")
    refuse_undeclared(prisoner, "input.prisoner")
    terms = (
        trait("strength", prisoner.strength),
        trait("brawl", prisoner.brawl),
        *dice_terms(given.modifiers),
        wounds(prisoner),
        multiple_actions(multiple_actions_penalty(prisoner)),
    )
    refuse_empty(terms, "input")
    resistance = (base_difficulty(), *difficulty_terms(given.holder_modifiers))
    return (
        plan_choices(terms, STANDARD, given, given.settings, on_the_move(prisoner.move_difficulty)),
        pools.plan(_holding_terms(given), resistance, given.settings),
    )


def _lets_go(holder: Captor) -> bool:
    """The dead, the unconscious and the incapacitated hold with no dice (FAL-MANEUV-22)."""
    return holder.dead or is_senseless(holder)


def _holding_terms(given: EscapeInput) -> tuple[Term, ...]:
    holder = given.holder
    if _lets_go(holder):
        return trait("strength", 0), trait("brawl", 0)
    terms = (
        trait("strength", dots(holder.strength)),
        trait("brawl", holder.brawl),
        *dice_terms(given.holder_modifiers),
        wounds(holder),
    )
    return lifted(terms, 0, "FAL-POOL-05")
