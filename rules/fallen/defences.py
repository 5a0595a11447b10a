"""Block, dodge and parry (FAL-DEFEND)."""

from typing import Annotated, Literal, Protocol

from msgspec import UNSET

from rules.fallen import pool as pools
from rules.fallen.maneuvers import Defence, ability_of_defence, find_row
from rules.fallen.modifiers import (
    Modifier,
    Options,
    RolledInput,
    RollOptions,
    dice_terms,
    difficulty_terms,
    refuse_no_willpower,
)
from rules.fallen.odds import as_list, chances
from rules.fallen.pool import Pool, PoolPlan, Term, base_difficulty, refuse_empty, trait
from rules.fallen.rolls import multiple_actions, spent_willpower, wounds
from rules.fallen.subjects import Acting, multiple_actions_penalty, refuse_unfit_to_defend, require
from rules.fallen.types import Attribute, Beset, Net, Opponents, Settings, Trait, dots
from rules.kernel.action import Chances
from rules.kernel.chances import share
from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, change_by
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import PLAYER, RESULT, by, record
from rules.kernel.result import Result, cite
from rules.kernel.types import Outcome
from rules.kernel.values import Values

MOST_FOR_OPPONENTS = 4
"""The limit of FAL-OPP-02."""

DefenceNeed = Literal["defence_botch_consequence"]


class Beleaguered(Protocol):
    """Anyone whose opponents are counted."""

    opponents: int
    beset: int


class Defender(Acting):
    dexterity: Attribute = UNSET
    brawl: Trait = 0
    melee: Trait = 0
    athletics: Trait = 0
    blind: bool = False
    opponents: Opponents = 1
    beset: Beset = 0
    willpower: Trait = 0


class ChosenDefence(RollOptions):
    """A defence that is chosen before the attack is rolled (FAL-DEFEND-03)."""

    maneuver: Annotated[Defence, PLAYER, by("FAL-DEFEND-01")]


class DefendInput(RolledInput):
    defender: Annotated[Defender, record("character")]
    maneuver: Annotated[Defence, PLAYER, by("FAL-DEFEND-01")]
    against: Annotated[Net, RESULT]
    ranged: Annotated[bool, RESULT] = False

    def __post_init__(self) -> None:
        require("defender", self.defender, "dexterity")


class DefendOutcome(Outcome):
    maneuver: Defence
    against: int
    net: int
    extra: int
    avoided: bool
    needs: tuple[DefenceNeed, ...]
    pool: Pool


def defend(given: DefendInput, draws: Draws) -> Result:
    """Take a defence's successes off an attack's (FAL-DEFEND-01, -02; FAL-ATTACK-03, -04)."""
    planned = plan_defend(given)
    rolled = pools.roll(planned, draws)
    net = max(0, given.against - rolled.successes)
    outcome = DefendOutcome(
        maneuver=given.maneuver,
        against=given.against,
        net=net,
        extra=extra_successes(net, given.settings),
        avoided=net == 0,
        needs=("defence_botch_consequence",) if rolled.botch else (),
        pool=rolled,
    )
    decided = defence_clauses(given.maneuver, planned, rolled)
    clauses = cite(*decided, "FAL-ATTACK-03", "FAL-ATTACK-04" if net else None)
    return Result(outcome, defence_effects(given.defender.id, given), clauses)


def odds_of_defend(given: DefendInput) -> Chances:
    """The odds of `fallen.defend`: avoided, botch, and what is left of the attack."""
    planned = plan_defend(given)
    rolled = chances(planned)
    left = [0] * (given.against + 1)
    for successes, cases in enumerate(rolled.successes):
        left[max(0, given.against - successes)] += cases
    odds: Values = {
        "avoided": share(left[0], rolled.total),
        "botch": share(rolled.botch, rolled.total),
        "net": as_list(left, rolled.total),
    }
    return Chances(odds, planned.clauses)


def plan_defend(given: DefendInput) -> PoolPlan:
    """The pool of a defence against a known attack, or the clause that forbids it."""
    refuse_no_defence(
        given.defender,
        given.maneuver,
        given.settings,
        at="input.defender",
        chosen_at="input.maneuver",
        ranged=given.ranged,
    )
    refuse_no_willpower(given.willpower, given.defender.willpower, given.settings, "input.willpower")
    return plan_defence(given.defender, given.maneuver, given, given.modifiers, given.settings)


def refuse_no_defence(
    defender: Acting, maneuver: Defence, settings: Settings, *, at: str, chosen_at: str, ranged: bool
) -> None:
    """Whoever could not act cannot defend (FAL-DEFEND-06); only a dodge answers a shot (FAL-DEFEND-05)."""
    refuse_unfit_to_defend(defender, at, settings)
    if ranged and maneuver != "dodge" and settings.ranged_defence == "dodge_only":
        raise RuleViolation(
            f"a {maneuver} can't answer a ranged attack", field=chosen_at, clause="FAL-DEFEND-05"
        )


def plan_defence(
    defender: Defender,
    maneuver: Defence,
    options: Options,
    modifiers: tuple[Modifier, ...],
    settings: Settings,
) -> PoolPlan:
    """The pool of a defence; refused without dice. `modifiers` are those of `options` that apply."""
    ability = ability_of_defence(maneuver, settings)
    terms = (
        trait("dexterity", dots(defender.dexterity)),
        trait(ability, getattr(defender, ability)),
        *dice_terms(modifiers),
        wounds(defender),
        multiple_actions(multiple_actions_penalty(defender)),
    )
    refuse_empty(terms, "input")
    difficulty = (base_difficulty(), beset(defender), *difficulty_terms(modifiers))
    return pools.plan(terms, difficulty, settings, specialty=options.specialty, willpower=options.willpower)


def beset(fighter: Beleaguered) -> Term:
    """Every opponent at close quarters beyond the first raises the difficulty, by 4 at most (FAL-OPP-01, -02).

    They are those of this turn's exchanges, or as many more as the Storyteller says.
    """
    most = max(fighter.opponents, fighter.beset)
    return Term("opponents", min(MOST_FOR_OPPONENTS, most - 1), "FAL-OPP-01")


def beset_clauses(rolled: Pool) -> tuple[str, ...]:
    """The clauses by which opponents raised the difficulty of a beset character's roll."""
    risen = sum(part.value for part in rolled.difficulty_parts if part.name == "opponents")
    return cite(
        "FAL-OPP-02" if risen == MOST_FOR_OPPONENTS else None,
        "FAL-OPP-03" if risen else None,
    )


def extra_successes(net: int, settings: Settings) -> int:
    """The successes of a hit that become damage dice; 0 without a hit (FAL-DAMAGE-03)."""
    return net if settings.extra_successes == "all" else max(0, net - 1)


def defence_effects(who: str, options: Options) -> tuple[Effect, ...]:
    """A rolled defence is an action of the turn (FAL-DEFEND-04)."""
    return (*spent_willpower(who, options.willpower), change_by(who, "actions_taken", 1))


def defence_clauses(maneuver: Defence, planned: PoolPlan, rolled: Pool) -> tuple[str, ...]:
    """The clauses that decided a defence."""
    row = find_row(maneuver)
    return cite(
        "FAL-DEFEND-01",
        "FAL-MANEUV-01",
        row.clause if row else None,
        *pools.clauses_of(planned, rolled),
        *beset_clauses(rolled),
        "FAL-DEFEND-02" if rolled.successes else None,
        "FAL-DEFEND-04",
        "FAL-MULTI-03",
        "FAL-BOTCH-02" if rolled.botch else None,
    )
