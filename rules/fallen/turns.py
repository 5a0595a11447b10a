"""The turn: where it begins, and a fighter's place in it (FAL-TIME)."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from rules.fallen.subjects import (
    Aware,
    marks_of,
    refuse_dead,
)
from rules.fallen.types import (
    LEVELS,
    ActionCount,
    FallenInput,
    InitiativePenalty,
    Subject,
    TurnsOut,
    Yards,
)
from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, change_by, set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import by, record
from rules.kernel.parsing import check_distinct
from rules.kernel.result import Result, cite
from rules.kernel.types import Outcome

SECONDS = 3
"""A turn's length (FAL-TIME-01)."""


class TurnCounters(Subject):
    actions_taken: ActionCount = 0
    multiple: bool = False
    turn_done: bool = False
    turn_lost: bool = False
    moved: Yards = 0
    turn_initiative: InitiativePenalty = 0
    next_initiative: InitiativePenalty = 0


class NewTurnInput(FallenInput):
    fighters: Annotated[
        tuple[TurnCounters, ...], Meta(min_length=1, max_length=40), record("character"), by("FAL-TIME-02")
    ]

    def __post_init__(self) -> None:
        check_distinct("fighters", (fighter.id for fighter in self.fighters))


class Slowed(Struct, frozen=True):
    """A fighter and the penalty to her initiative of this turn."""

    id: str
    turn_initiative: int


class NewTurnOutcome(Outcome):
    seconds: int
    fighters: tuple[Slowed, ...]


class TurnTaker(Aware):
    unconscious_for: TurnsOut = None
    dazed: bool = False
    prone: bool = False
    rising: bool = False
    turn_lost: bool = False
    turn_done: bool = False
    actions_taken: ActionCount = 0
    multiple: bool = False


class TakeTurnInput(FallenInput):
    fighter: Annotated[TurnTaker, record("character")]


Hindrance = Literal["unconscious", "incapacitated", "dazed", "rising"]


class TakeTurnOutcome(Outcome):
    may_act: bool
    reason: Hindrance | None
    wakes: bool
    stands_up: bool
    needs: tuple[Literal["unconscious_for"], ...]


class TurnEnder(Subject):
    turn_done: bool = False


class EndTurnInput(FallenInput):
    fighter: Annotated[TurnEnder, record("character")]


class EndTurnOutcome(Outcome):
    turn_done: bool


def new_turn(given: NewTurnInput, draws: Draws) -> Result:
    """Clear the counters of the turn that is over (FAL-TIME-02)."""
    outcome = NewTurnOutcome(
        seconds=SECONDS,
        fighters=tuple(
            Slowed(turn_counters.id, turn_counters.next_initiative) for turn_counters in given.fighters
        ),
    )
    effects = tuple(effect for fighter in given.fighters for effect in _cleared(fighter))
    return Result(outcome, effects, ("FAL-TIME-01", "FAL-TIME-02"))


def take_turn(given: TakeTurnInput, draws: Draws) -> Result:
    """A fighter's place has come: what hinders her is dealt with first (FAL-TIME-03)."""
    fighter = given.fighter
    refuse_dead(fighter, "input.fighter")
    _refuse_second_turn(fighter.id, fighter.turn_done)
    down = fighter.prone and not fighter.rising
    if down and not fighter.unconscious and marks_of(fighter) < LEVELS:
        raise RuleViolation(
            "a knockdown roll comes first", field="input.fighter.prone", clause="FAL-KNOCK-01"
        )
    if fighter.unconscious:
        return _lie_unconscious(fighter)
    if marks_of(fighter) == LEVELS:
        return _lose_turn(fighter, "incapacitated", "FAL-HEALTH-06")
    if fighter.dazed:
        return _lose_turn(fighter, "dazed", "FAL-DAZE-02", set_to(fighter.id, "dazed", False))
    if fighter.rising:
        return _stand_up(fighter)
    return Result(_turn(), clauses=("FAL-TIME-03",))


def end_turn(given: EndTurnInput, draws: Draws) -> Result:
    """Her place in the order is over (FAL-TIME-03, FAL-MULTI-07)."""
    _refuse_second_turn(given.fighter.id, given.fighter.turn_done)
    done = set_to(given.fighter.id, "turn_done", True)
    return Result(EndTurnOutcome(turn_done=True), (done,), ("FAL-TIME-03", "FAL-MULTI-07"))


def _cleared(fighter: TurnCounters) -> list[Effect]:
    cleared = {
        "actions_taken": 0,
        "multiple": False,
        "turn_done": False,
        "turn_lost": False,
        "moved": 0,
        "turn_initiative": fighter.next_initiative,
        "next_initiative": 0,
    }
    return [
        set_to(fighter.id, field, value)
        for field, value in cleared.items()
        if value != getattr(fighter, field)
    ]


def _refuse_second_turn(who: str, turn_done: bool) -> None:
    if turn_done:
        raise RuleViolation(
            f"{who} has already had her turn", field="input.fighter.turn_done", clause="FAL-TIME-03"
        )


def _turn(reason: Hindrance | None = None, *, wakes: bool = False, asks: bool = False) -> TakeTurnOutcome:
    needs: tuple[Literal["unconscious_for"], ...] = ("unconscious_for",) if asks else ()
    return TakeTurnOutcome(may_act=reason is None, reason=reason, wakes=wakes, stands_up=False, needs=needs)


def _lie_unconscious(fighter: TurnTaker) -> Result:
    """Count one turn of a blackout down (FAL-UNCON-02)."""
    left = fighter.unconscious_for
    wakes = isinstance(left, int) and left <= 1
    effects: tuple[Effect, ...] = ()
    if wakes:
        effects = (set_to(fighter.id, "unconscious", False), set_to(fighter.id, "unconscious_for", None))
    elif isinstance(left, int):
        effects = (change_by(fighter.id, "unconscious_for", -1),)
    outcome = _turn("unconscious", wakes=wakes, asks=left is None)
    return Result(
        outcome, (*effects, *_turn_is_lost(fighter)), cite("FAL-TIME-03", "FAL-UNCON-02", "FAL-TIME-04")
    )


def _lose_turn(fighter: TurnTaker, reason: Hindrance, clause: str, *effects: Effect) -> Result:
    return Result(
        _turn(reason), (*effects, *_turn_is_lost(fighter)), cite("FAL-TIME-03", clause, "FAL-TIME-04")
    )


def _turn_is_lost(fighter: TurnTaker) -> tuple[Effect, ...]:
    lost = () if fighter.turn_lost else (set_to(fighter.id, "turn_lost", True),)
    return (*lost, set_to(fighter.id, "turn_done", True))


def _stand_up(fighter: TurnTaker) -> Result:
    """Climbing to her feet is an action; with several declared she can go on (FAL-KNOCK-03)."""
    rises = (set_to(fighter.id, "prone", False),) if fighter.prone else ()
    outcome = TakeTurnOutcome(
        may_act=fighter.multiple,
        reason=None if fighter.multiple else "rising",
        wakes=False,
        stands_up=True,
        needs=(),
    )
    effects = (*rises, set_to(fighter.id, "rising", False), change_by(fighter.id, "actions_taken", 1))
    return Result(outcome, effects, ("FAL-TIME-03", "FAL-KNOCK-03"))
