"""Any single roll, and two sides against one another (FAL-POOL)."""

from typing import Annotated

from msgspec import Meta, Struct

from rules.fallen import pool as pools
from rules.fallen.modifiers import (
    Options,
    RollChoices,
    RolledInput,
    dice_terms,
    difficulty_terms,
    on_the_move,
    refuse_no_willpower,
)
from rules.fallen.odds import as_list, chances, packed, roll_odds, spend_on, unpacked
from rules.fallen.pool import Pool, PoolPlan, RollResult, Term, base_difficulty, lifted, refuse_empty, trait
from rules.fallen.subjects import (
    Acting,
    Aware,
    multiple_actions_penalty,
    refuse_not_awake,
    refuse_same,
    refuse_undeclared,
    refuse_unfit_for_her_turn,
    wound_penalty,
)
from rules.fallen.types import STANDARD, BaseDifficulty, FallenInput, MoveDifficulty, Settings, Trait
from rules.kernel.action import Chances
from rules.kernel.chances import share
from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, change_by
from rules.kernel.origins import DERIVED, GM, OWN, PLAYER, PROCEDURE, by, record, side_of
from rules.kernel.result import Result, cite
from rules.kernel.types import Input, Outcome
from rules.kernel.values import Values


class TraitDice(Input):
    """A trait of a pool by its name."""

    name: str
    dice: Annotated[Trait, DERIVED]


Traits = Annotated[tuple[TraitDice, ...], Meta(min_length=1, max_length=3)]


class Roller(Acting):
    move_difficulty: MoveDifficulty = 0
    willpower: Trait = 0


class RollInput(RolledInput):
    roller: Annotated[Roller, record("character")]
    traits: Annotated[Traits, PLAYER, by("FAL-POOL-01")]
    difficulty: Annotated[BaseDifficulty, GM, by("FAL-MANEUV-03")] = STANDARD
    in_turn: Annotated[bool, PROCEDURE] = False


class RollOutcome(Outcome):
    result: RollResult
    successes: int
    botch: bool
    pool: Pool


class SideSubject(Aware):
    willpower: Trait = 0


class Side(RollChoices):
    """One side of a resisted roll."""

    subject: Annotated[SideSubject, record("character"), by("FAL-POOL-12")]
    traits: Annotated[Traits, PLAYER, by("FAL-POOL-01")]
    willpower: Annotated[bool, PLAYER, side_of("subject"), OWN, by("FAL-POOL-10")] = False


class ResistedRollInput(FallenInput):
    acting: Side
    resisting: Side

    def __post_init__(self) -> None:
        refuse_same("resisting.subject", self.acting.subject, self.resisting.subject)


class SidePool(Struct, frozen=True):
    pool: Pool


class ResistedRollOutcome(Outcome):
    winner: str | None
    tie: bool
    margin: int
    extra: int
    acting: SidePool
    resisting: SidePool


def roll(given: RollInput, draws: Draws) -> Result:
    """One roll of a pool (FAL-POOL); with `in_turn` it is an action of the turn."""
    planned = plan_roll(given)
    rolled = pools.roll(planned, draws)
    outcome = RollOutcome(result=rolled.result, successes=rolled.successes, botch=rolled.botch, pool=rolled)
    counted = (change_by(given.roller.id, "actions_taken", 1),) if given.in_turn else ()
    effects = (*spent_willpower(given.roller.id, given.willpower), *counted)
    return Result(outcome, effects, pools.clauses_of(planned, rolled))


def odds_of_roll(given: RollInput) -> Chances:
    """The odds of `fallen.roll`: success, failure, botch, successes, mean."""
    planned = plan_roll(given)
    return Chances(roll_odds(chances(planned)), planned.clauses)


def plan_roll(given: RollInput) -> PoolPlan:
    """The pool of a roll, or the clause that forbids it."""
    if given.in_turn:
        refuse_unfit_for_her_turn(given.roller, "input.roller")
    else:
        refuse_not_awake(given.roller, "input.roller")
    refuse_no_willpower(given.willpower, given.roller.willpower, given.settings, "input.willpower")
    if given.in_turn:
        refuse_undeclared(given.roller, "input.roller")
    penalty = multiple_actions_penalty(given.roller) if given.in_turn else 0
    terms = (*rolled_terms(given.traits, given, given.roller), multiple_actions(penalty))
    refuse_empty(terms, "input.traits")
    moving = on_the_move(given.roller.move_difficulty if given.in_turn else 0)
    return plan_choices(terms, given.difficulty, given, given.settings, moving)


def resisted_roll(given: ResistedRollInput, draws: Draws) -> Result:
    """Two sides roll; the one with more successes wins by the difference (FAL-POOL-12)."""
    mine, theirs = plan_sides(given)
    acting, resisting = pools.roll(mine, draws), pools.roll(theirs, draws)
    lead = acting.successes - resisting.successes
    winner = given.acting.subject.id if lead > 0 else given.resisting.subject.id if lead < 0 else None
    outcome = ResistedRollOutcome(
        winner=winner,
        tie=lead == 0,
        margin=abs(lead),
        extra=max(0, abs(lead) - 1),
        acting=SidePool(acting),
        resisting=SidePool(resisting),
    )
    sides = (given.acting, given.resisting)
    effects = tuple(effect for side in sides for effect in spent_willpower(side.subject.id, side.willpower))
    clauses = cite(*pools.clauses_of(mine, acting), *pools.clauses_of(theirs, resisting), "FAL-POOL-12")
    return Result(outcome, effects, clauses)


def odds_of_resisted_roll(given: ResistedRollInput) -> Chances:
    """The odds of `fallen.resisted_roll`; `margin` counts what the acting side wins by."""
    mine, theirs = plan_sides(given)
    acting, resisting = chances(mine), chances(theirs)
    leads = lead_counts(acting.successes, resisting.successes)
    total = acting.total * resisting.total
    odds: Values = {
        "acting": share(sum(leads.ahead), total),
        "resisting": share(leads.behind, total),
        "tie": share(leads.tied, total),
        "acting_botch": share(acting.botch, acting.total),
        "resisting_botch": share(resisting.botch, resisting.total),
        "margin": as_list([leads.behind + leads.tied, *leads.ahead[1:]], total),
    }
    return Chances(odds, cite(*mine.clauses, *theirs.clauses, "FAL-POOL-12"))


def plan_sides(given: ResistedRollInput) -> tuple[PoolPlan, PoolPlan]:
    """Both pools of a resisted roll, or the clause that forbids it."""
    acting, resisting, settings = given.acting, given.resisting, given.settings
    refuse_not_awake(acting.subject, "input.acting.subject")
    refuse_not_awake(resisting.subject, "input.resisting.subject")
    refuse_no_willpower(acting.willpower, acting.subject.willpower, settings, "input.acting.willpower")
    refuse_no_willpower(
        resisting.willpower, resisting.subject.willpower, settings, "input.resisting.willpower"
    )
    mine = rolled_terms(acting.traits, acting, acting.subject)
    refuse_empty(mine, "input.acting.traits")
    theirs = lifted(rolled_terms(resisting.traits, resisting, resisting.subject), 0, "FAL-POOL-05")
    return (
        plan_choices(mine, acting.difficulty, acting, settings),
        plan_choices(theirs, resisting.difficulty, resisting, settings),
    )


def rolled_terms(traits: Traits, options: Options, roller: Aware) -> tuple[Term, ...]:
    """Traits, modifiers and wounds, in the contract's order."""
    named = tuple(trait(entry.name, entry.dice) for entry in traits)
    return (*named, *dice_terms(options.modifiers), wounds(roller))


def plan_choices(
    terms: tuple[Term, ...], difficulty: int, options: Options, settings: Settings, *harder: Term
) -> PoolPlan:
    """A pool against a difficulty that the Storyteller named, shifted by the situation."""
    raised = (base_difficulty(difficulty), *harder, *difficulty_terms(options.modifiers))
    return pools.plan(terms, raised, settings, specialty=options.specialty, willpower=options.willpower)


def wounds(body: Aware) -> Term:
    """The dice that wounds take off a pool (FAL-HEALTH-05)."""
    return Term("wounds", -wound_penalty(body), "FAL-HEALTH-05")


def multiple_actions(penalty: int) -> Term:
    """The dice that an action's place in the count takes (FAL-MULTI-02)."""
    return Term("multiple_actions", -penalty, "FAL-MULTI-02")


def spent_willpower(who: str, spends: bool) -> tuple[Effect, ...]:
    """The point that a bought success costs (FAL-POOL-10)."""
    return (change_by(who, "willpower", -1),) if spends else ()


class Leads(Struct, frozen=True):
    """The cases of one count of successes against another: `ahead[n]` of them lead by n, none by 0."""

    behind: int
    tied: int
    ahead: list[int]


def lead_counts(mine: tuple[int, ...], theirs: tuple[int, ...]) -> Leads:
    """Two independent counts of successes against each other."""
    total = sum(mine) * sum(theirs)
    digit = max(1, total.bit_length())  # there may be no cases at all
    spend_on(len(mine) + len(theirs), digit)
    together = packed(mine, digit) * packed(theirs[::-1], digit)
    tied, *ahead = unpacked(together >> digit * (len(theirs) - 1), digit, len(mine))
    return Leads(total - tied - sum(ahead), tied, [0, *ahead])
