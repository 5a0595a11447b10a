"""Competing drivers, always in a Clash of their own (DEC-CLASH-29, DEC-CLASH-30)."""

from typing import Annotated, Literal

from msgspec import Meta

from rules.demon_city.clash_outcome import Flipped
from rules.demon_city.contestants import (
    Choice,
    Contestant,
    ContestInput,
    Critical,
    Special,
    best_against,
    check_contest,
    flip,
    preferred,
    refuse_foreign_significators,
    refuse_one_side,
    side_of,
)
from rules.demon_city.hands import Hand, criticals_of, hand_clauses, winning_cards
from rules.kernel.draws import Draws
from rules.kernel.effects import set_to
from rules.kernel.origins import by, record
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input


class ChaseSubject(Input):
    id: Id


class ChaseInput(ContestInput):
    chase: Annotated[ChaseSubject, record("chase"), by("DEC-CLASH-29")]
    drivers: Annotated[
        tuple[Contestant, ...], Meta(min_length=2, max_length=20), record("character"), by("DEC-CLASH-29")
    ]

    def __post_init__(self) -> None:
        check_contest(self, "drivers", self.drivers)


class ChaseOpen(Flipped):
    """Drivers of one side tie for first: nothing has changed until somebody chooses."""

    result: Literal["choice_needed"] = "choice_needed"
    winner: Id
    choice: Choice


class ChaseOutcome(Flipped):
    result: Literal["won", "tied"]
    winner: Id | None
    maneuver: Id | None
    choice: Choice | None = None
    criticals: tuple[Critical, ...] = ()
    specials: tuple[Special, ...] = ()
    complication: bool = False


def chase(given: ChaseInput, draws: Draws) -> Result:
    """The highest driver does a maneuver; a tie between sides changes the situation (DEC-CLASH-29)."""
    check_chase(given)
    hands = flip(given, given.drivers, draws)
    top = max(hand.value for hand in hands.values())
    first = [driver for driver in given.drivers if hands[driver.id].value == top]
    if len({driver.side for driver in first}) > 1:
        return _undecided(given, hands, top, first)
    chosen = preferred([driver.id for driver in first], given.tie_choice)
    if chosen is None:
        return _ask(given, hands, top, first)
    return _maneuver(given, hands, first, next(driver for driver in first if driver.id == chosen))


def check_chase(given: ChaseInput) -> None:
    """Refuse what a clause forbids, before any card is turned."""
    refuse_one_side("drivers", given.drivers)
    refuse_foreign_significators(given, "drivers", given.drivers)


def _undecided(given: ChaseInput, hands: dict[str, Hand], top: int, first: list[Contestant]) -> Result:
    outcome = ChaseOutcome(
        hands=tuple(hands.values()),
        top=top,
        top_by=_ids(first),
        fumbles=_fumbles(hands),
        result="tied",
        winner=None,
        maneuver=None,
        complication=True,
    )
    fumbled = "DEC-CRIT-01" if outcome.fumbles else None
    return Result(
        outcome, (set_to(given.chase.id, "maneuver_by", None),), cite("DEC-CLASH-29", "DEC-CLASH-30", fumbled)
    )


def _ask(given: ChaseInput, hands: dict[str, Hand], top: int, first: list[Contestant]) -> Result:
    side = side_of(given, first[0])
    outcome = ChaseOpen(
        hands=tuple(hands.values()),
        top=top,
        top_by=_ids(first),
        fumbles=_fumbles(hands),
        winner=side.id,
        choice=Choice(by=side.by, among=_ids(first)),
    )
    return Result(outcome, clauses=cite("DEC-CLASH-29", "DEC-CLASH-30", "DEC-CLASH-08"))


def _maneuver(
    given: ChaseInput, hands: dict[str, Hand], first: list[Contestant], driver: Contestant
) -> Result:
    hand, courts = hands[driver.id], given.settings.court_values
    opposing = best_against(driver.side, given.drivers, hands)

    def would_win(value: int) -> bool:
        return value > opposing

    by = criticals_of(hand, driver.significators, courts, highest=True, would_win=would_win)
    special = winning_cards(hand, driver.special_cards, driver.significators, courts, would_win)
    outcome = ChaseOutcome(
        hands=tuple(hands.values()),
        top=hand.value,
        top_by=_ids(first),
        fumbles=_fumbles(hands),
        result="won",
        winner=driver.side,
        maneuver=driver.id,
        criticals=(Critical(id=driver.id, by=by),) if by else (),
        specials=tuple(Special(id=driver.id, card=card) for card in special),
    )
    fumbled = "DEC-CRIT-01" if outcome.fumbles else None
    chosen = ("DEC-CLASH-30", "DEC-CLASH-08") if len(first) > 1 else ()
    return Result(
        outcome,
        (set_to(given.chase.id, "maneuver_by", driver.id),),
        cite("DEC-CLASH-29", *chosen, *hand_clauses(hand, by, special, given.settings.court_values), fumbled),
    )


def _ids(drivers: list[Contestant]) -> tuple[str, ...]:
    return tuple(driver.id for driver in drivers)


def _fumbles(hands: dict[str, Hand]) -> tuple[str, ...]:
    return tuple(person for person, hand in hands.items() if hand.fumble)
