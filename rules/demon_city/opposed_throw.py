"""Two throw against each other (DEC-THROW-06, area TIE)."""

from collections import Counter
from typing import Annotated, Literal

from msgspec import Struct

from rules.demon_city.advantages import Situation, check_awards
from rules.demon_city.counting import Counted, CountWarning, count_throws
from rules.demon_city.decks import Dealer, TakesCards, refuse_too_few
from rules.demon_city.hands import Hand, criticals_of, hand_clauses, read_hand, winning_cards
from rules.demon_city.tasks import Task, TaskState, check_task, settle_task
from rules.demon_city.throwers import Thrower, refuse_foe_dice
from rules.demon_city.types import CriticalBy, DeckName, Grade, Settings
from rules.kernel.draws import Draws
from rules.kernel.effects import set_to
from rules.kernel.origins import DERIVED, by, record
from rules.kernel.parsing import wrong
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Outcome

Ending = Literal["win", "tie", "lose"]


class Opponent(Thrower):
    """The one who resists; by default one of the Host's (DEC-DECK-17)."""

    deck: Annotated[DeckName, DERIVED] = "horror"


class OpposedThrowInput(TakesCards):
    task: Annotated[Task | None, record("task")] = None
    actor: Annotated[Thrower, record("character"), by("DEC-THROW-06")]
    opponent: Annotated[Opponent, record("character"), by("DEC-THROW-06")]

    def __post_init__(self) -> None:
        if self.actor.id == self.opponent.id:
            raise wrong("opponent.id", "characters can't oppose themselves")
        refuse_foe_dice("actor.modifiers", self.actor.modifiers)
        refuse_foe_dice("opponent.modifiers", self.opponent.modifiers)


class OpposedThrow(Outcome):
    actor: Hand
    opponent: Hand
    result: Ending
    winner: Id | None
    margin: int
    critical: Id | None
    critical_by: tuple[CriticalBy, ...]
    fumbles: tuple[Id, ...]
    special: tuple[str, ...]
    complication: bool
    warnings: tuple[CountWarning, ...]


class Sides(Struct, frozen=True):
    """How many cards each side throws."""

    actor: Counted
    opponent: Counted


ENDED: dict[Ending, TaskState] = {"win": "done", "lose": "failed", "tie": "complicated"}


def opposed_throw(given: OpposedThrowInput, draws: Draws) -> Result:
    """Both throw, the actor first; the higher value wins and equal ones complicate matters (DEC-TIE-01)."""
    sides = count_sides(given)
    needed: Counter[DeckName] = Counter()
    needed[given.actor.deck] += sides.actor.throws
    needed[given.opponent.deck] += sides.opponent.throws
    refuse_too_few(given.decks, needed)
    dealer = Dealer(given.decks, given.settings, draws)
    actor = _throw(given.actor, sides.actor, dealer, given.settings)
    opponent = _throw(given.opponent, sides.opponent, dealer, given.settings)
    return _judge(given, sides, actor, opponent)


def count_sides(given: OpposedThrowInput) -> Sides:
    """Each side's throws with the other's overflow (DEC-LOST-05), or the refusal of an award or the task."""
    mine, theirs = _situation(given, "actor"), _situation(given, "opponent")
    check_awards(given.actor, mine, given.settings)
    check_awards(given.opponent, theirs, given.settings)
    check_task(given.task)
    actor = count_throws(given.actor, mine, given.settings)
    opponent = count_throws(given.opponent, theirs, given.settings)
    if not actor.to_opponent and not opponent.to_opponent:
        return Sides(actor, opponent)
    return Sides(
        count_throws(given.actor, _situation(given, "actor", opponent.to_opponent), given.settings),
        count_throws(given.opponent, _situation(given, "opponent", actor.to_opponent), given.settings),
    )


def _situation(
    given: OpposedThrowInput, at: Literal["actor", "opponent"], from_opponent: int = 0
) -> Situation:
    other = given.opponent if at == "actor" else given.actor
    return Situation(
        context="opposed",
        versus=other.stat,  # DEC-EXTRA-07
        from_opponent=from_opponent,
        opposing=other.modifiers,
        at=at,
        stat_at=f"{at}.stat",
    )


def _throw(thrower: Thrower, counted: Counted, dealer: Dealer, settings: Settings) -> Hand:
    cards = dealer.deal(thrower.deck, counted.throws)
    return read_hand(
        thrower.id, cards, counted.count, thrower.significators, settings.court_values, counted.parts
    )


def _judge(given: OpposedThrowInput, sides: Sides, actor: Hand, opponent: Hand) -> Result:
    ending = _compare(actor.value, opponent.value)
    winner, won, lost = _won_by(given, ending, actor, opponent)
    critical_by, special = _excelled(winner, won, lost, given.settings) if winner else ((), ())
    fumbles = tuple(hand.id for hand in (actor, opponent) if hand.fumble)
    grade: Grade = "fumble" if actor.fumble else "critical" if critical_by and ending == "win" else "plain"
    effects = settle_task(given.task, ENDED[ending], grade)
    if given.task and ending == "tie":
        effects = (*effects, set_to(given.task.id, "complication", None))
    outcome = OpposedThrow(
        actor=actor,
        opponent=opponent,
        result=ending,
        winner=winner.id if winner else None,
        margin=abs(actor.value - opponent.value),
        critical=winner.id if winner and critical_by else None,
        critical_by=critical_by,
        fumbles=fumbles,
        special=special,
        complication=ending == "tie",
        warnings=sides.actor.warnings or sides.opponent.warnings,
    )
    return Result(
        outcome,
        effects,
        cite(
            *sides.actor.cited,
            *sides.opponent.cited,
            "DEC-THROW-06",
            "DEC-THROW-13",
            "DEC-TIE-01" if ending == "tie" else None,
            *hand_clauses(won, critical_by, special, given.settings.court_values),
            *hand_clauses(lost, (), (), given.settings.court_values),
        ),
    )


def _compare(mine: int, theirs: int) -> Ending:
    if mine == theirs:
        return "tie"
    return "win" if mine > theirs else "lose"


def _won_by(
    given: OpposedThrowInput, ending: Ending, actor: Hand, opponent: Hand
) -> tuple[Thrower | None, Hand, Hand]:
    """The winner (null on a tie) with both hands, the winner's first."""
    if ending == "lose":
        return given.opponent, opponent, actor
    return (given.actor if ending == "win" else None), actor, opponent


def _excelled(
    winner: Thrower, won: Hand, lost: Hand, settings: Settings
) -> tuple[tuple[CriticalBy, ...], tuple[str, ...]]:
    def would_win(value: int) -> bool:
        return value > lost.value

    owned, courts = winner.significators, settings.court_values
    return (
        criticals_of(won, owned, courts, highest=True, would_win=would_win),
        winning_cards(won, winner.special_cards, owned, courts, would_win),
    )
