"""Any opposed roll that has no action of its own."""

from typing import Annotated, Literal

from msgspec import UNSET, UnsetType

from rules.kernel.action import Chances
from rules.kernel.draws import Draws
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import DERIVED, GM, PLAYER, by, record
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input, Outcome
from rules.sorcerer import contest as contests
from rules.sorcerer.contest import Contest, ContestOutcome, PoolPart, Pools
from rules.sorcerer.modifiers import Open
from rules.sorcerer.odds import contest_chances
from rules.sorcerer.types import Penalties, Score, SorcererInput

RolledScore = Literal["stamina", "will", "lore", "humanity", "cover", "power", "ability", "strength", "other"]


class ActingScore(Input):
    id: Id
    score: Annotated[RolledScore, PLAYER, by("SOR-ROLL-05")]
    dice: Annotated[Score, DERIVED, by("SOR-ROLL-05")]
    penalties: Penalties = 0
    override: Score = 0
    """Stamina dice won by sheer will."""


class OpposingScore(Input):
    """What opposes a roll: another's score, or a difficulty that the GM names."""

    id: Id | UnsetType = UNSET
    score: Annotated[RolledScore | Literal["difficulty"], GM, by("SOR-ROLL-02")]
    dice: Annotated[Score, DERIVED, by("SOR-ROLL-02")]
    penalties: Penalties = 0


class RollInput(SorcererInput):
    acting: Annotated[ActingScore, record("character", "demon")]
    opposing: Annotated[OpposingScore, record("character", "demon"), by("SOR-ROLL-02")]
    modifiers: Annotated[Open, GM] = ()
    opposing_modifiers: Annotated[Open, GM] = ()


class Rollover(Outcome):
    """The dice that the winner may carry into a next act (SOR-BONUS-04)."""

    side: contests.Side
    dice: int


class RollOutcome(ContestOutcome):
    rollover: Rollover


def roll(given: RollInput, draws: Draws) -> Result:
    """An opposed roll (SOR-ROLL, SOR-BONUS, SOR-HUMANITY-14)."""
    pools = roll_pools(given)
    rolled = contests.roll(pools, given.settings.die, draws)
    outcome = RollOutcome(
        contest=rolled,
        success=rolled.winner == "acting",
        victories=contests.acting_victories(rolled),
        rollover=Rollover(side=rolled.winner, dice=rolled.victories),
    )
    as_score = "SOR-HUMANITY-14" if "SOR-HUMANITY-15" in pools.clauses else None
    decided = (*contests.clauses_of(rolled), *_carried(rolled))
    return Result(outcome, clauses=cite("SOR-ROLL-02", as_score, *pools.clauses, *decided))


def roll_odds(given: RollInput) -> Chances:
    """The odds of the contest."""
    return contest_chances(roll_pools(given), given.settings.die, ("SOR-ROLL-02",))


def roll_pools(given: RollInput) -> Pools:
    """Both pools of a roll, or `RuleViolation` for a difficulty of 0 dice (SOR-ROLL-02)."""
    refuse_no_difficulty(given.opposing)
    return contests.build_pools(
        (*score_parts(given.acting), *contests.awarded(given.modifiers)),
        (*score_parts(given.opposing), *contests.awarded(given.opposing_modifiers)),
    )


def refuse_no_difficulty(opposing: OpposingScore) -> None:
    """A difficulty of 0 dice is no roll (SOR-ROLL-02)."""
    if opposing.score == "difficulty" and opposing.dice == 0:
        raise RuleViolation(
            "a difficulty of 0 dice needs no roll", field="input.opposing.dice", clause="SOR-ROLL-02"
        )


def is_overridden(acting: ActingScore) -> bool:
    """Whether a roll is made with dice won by sheer will, which are Stamina's (SOR-WILL-04)."""
    return acting.override > 0 and acting.score == "stamina"


def score_parts(scored: ActingScore | OpposingScore) -> tuple[PoolPart, ...]:
    """A score and its penalties, or the dice of an override; Humanity is never cut (SOR-HUMANITY-15)."""
    if isinstance(scored, ActingScore) and is_overridden(scored):
        return (contests.score_part("override", scored.override, "SOR-WILL-04"),)  # SOR-WILL-05
    if scored.score == "humanity":
        return (contests.score_part(scored.score, scored.dice, "SOR-HUMANITY-15"),)
    penalties = contests.other_parts(("penalties", -scored.penalties))
    return (contests.score_part(scored.score, scored.dice), *penalties)


def _carried(rolled: Contest) -> tuple[str, ...]:
    return ("SOR-BONUS-04",) if rolled.victories else ()
