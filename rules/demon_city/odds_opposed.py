"""Exact odds of two who throw against each other: two laws of one hand each, or pairs of sets from one shared deck."""

from collections.abc import Callable
from functools import cache
from operator import mul, sub

from msgspec import Struct

from rules.demon_city.cards import HIGHEST_NUMBER
from rules.demon_city.decks import refuse_too_few, require_decks
from rules.demon_city.odds_events import (
    ALWAYS,
    DECISIVE,
    Event,
    HandReader,
    above,
    exactly,
    fumble,
    plainly_above,
    reader_of,
)
from rules.demon_city.odds_piles import (
    ALL,
    HIGHEST,
    Piles,
    Places,
    piles_of,
    share_out,
    ways,
    ways_of_each,
    ways_of_two,
)
from rules.demon_city.opposed_throw import OpposedThrowInput, Sides, count_sides
from rules.kernel.action import Chances
from rules.kernel.chances import share
from rules.kernel.result import cite

VALUES = range(HIGHEST + 1)

Joint = Callable[[Event, Event], int]
"""In how many ways the actor's hand and the opponent's meet these two events."""


class Law(Struct, frozen=True):
    """One hand by its value: all lists begin at 0."""

    total: int
    at_most: list[int]
    exactly: list[int]
    plainly_above: list[int]
    """Above the value, and yet no critical success over it."""
    fumble: int


class Counts(Struct, frozen=True):
    """The equally likely ways of both hands; the plain ones are those without a critical success."""

    total: int
    win: int
    tie: int
    plain_win: int
    plain_loss: int
    fumble: int
    opponent_fumble: int


def opposed_throw_odds(given: OpposedThrowInput) -> Chances:
    """`win`, `tie`, `lose`, `critical` and `fumble` of the actor, and the latter two of the opponent."""
    require_decks(given.decks, (given.actor.deck, given.opponent.deck))
    sides = count_sides(given)
    odds = odds_of_hands(given, sides)
    return Chances(odds, cite(*sides.actor.cited, *sides.opponent.cited, "DEC-THROW-06", *DECISIVE))


def odds_of_hands(given: OpposedThrowInput, sides: Sides) -> dict[str, float]:
    """Those chances for two hands whose throws are counted, from decks that are known (DEC-DECK-19)."""
    courts = given.settings.court_values
    actor = reader_of(given.actor.significators, sides.actor.count, courts)
    opponent = reader_of(given.opponent.significators, sides.opponent.count, courts)
    shared = given.actor.deck == given.opponent.deck
    counts = (_together if shared else _apart)(given, sides, actor, opponent)
    total, lose = counts.total, counts.total - counts.win - counts.tie
    return {
        "win": share(counts.win, total),
        "tie": share(counts.tie, total),
        "lose": share(lose, total),
        "critical": share(counts.win - counts.plain_win, total),
        "fumble": share(counts.fumble, total),
        "opponent_critical": share(lose - counts.plain_loss, total),
        "opponent_fumble": share(counts.opponent_fumble, total),
    }


def _apart(given: OpposedThrowInput, sides: Sides, actor: HandReader, opponent: HandReader) -> Counts:
    """Hands from two decks know nothing of each other."""
    needed = {given.actor.deck: sides.actor.throws, given.opponent.deck: sides.opponent.throws}
    refuse_too_few(given.decks, needed)
    mine = _law(actor, piles_of(given.decks, given.actor.deck), sides.actor.throws)
    theirs = _law(opponent, piles_of(given.decks, given.opponent.deck), sides.opponent.throws)
    total = mine.total * theirs.total
    return Counts(
        total=total,
        win=total - sum(map(mul, mine.at_most, theirs.exactly)),
        tie=sum(map(mul, mine.exactly, theirs.exactly)),
        plain_win=sum(map(mul, mine.plainly_above, theirs.exactly)),
        plain_loss=sum(map(mul, mine.exactly, theirs.plainly_above)),
        fumble=mine.fumble * theirs.total,
        opponent_fumble=mine.total * theirs.fumble,
    )


def _law(reader: HandReader, piles: Piles, throws: int) -> Law:
    (places,) = share_out(piles, (throws,))
    total = ways(piles, places)
    if reader.count == "lowest":
        over = ways_of_each(piles, places, [ALL & ~cards for cards in reader.worth.at_most_by])
        at_most = [total - count for count in over]
    else:
        at_most = ways_of_each(piles, places, reader.worth.at_most_by)
    if reader.count == "highest" and not [worth for worth, _ in reader.owned if worth <= HIGHEST_NUMBER]:
        clean = at_most[HIGHEST_NUMBER + 1]  # all numbers: no Significator of theirs is among them
        plain = [clean - count for count in at_most[1 : HIGHEST_NUMBER + 1]]
    else:
        plain = [_ways_of(plainly_above(reader, value), piles, places) for value in VALUES]
    upward = at_most[1:]
    exactly_by = list(map(sub, upward, at_most))
    return Law(total, upward, exactly_by, plain, _ways_of(fumble(reader), piles, places))


def _ways_of(event: Event, piles: Piles, places: Places) -> int:
    """In how many ways one hand meets an event."""
    return sum([sign * ways(piles, places, cards) for sign, cards in event])


def _together(given: OpposedThrowInput, sides: Sides, actor: HandReader, opponent: HandReader) -> Counts:
    """From one deck each hand takes cards that the other cannot have: sets are counted in pairs."""
    deck, throws = given.actor.deck, (sides.actor.throws, sides.opponent.throws)
    refuse_too_few(given.decks, {deck: sum(throws)})
    piles = piles_of(given.decks, deck)
    held, joint = piles.first | piles.later, _joint(piles, throws)
    mine, theirs = _by_value(actor, held), _by_value(opponent, held)
    return Counts(
        total=joint(ALWAYS, ALWAYS),
        win=sum(joint(above(actor, value), event) for value, event in theirs.items()),
        tie=sum(joint(mine[value], event) for value, event in theirs.items() if value in mine),
        plain_win=sum(
            joint(_among(plainly_above(actor, value), held), event) for value, event in theirs.items()
        ),
        plain_loss=sum(
            joint(event, _among(plainly_above(opponent, value), held)) for value, event in mine.items()
        ),
        fumble=joint(fumble(actor), ALWAYS),
        opponent_fumble=joint(ALWAYS, fumble(opponent)),
    )


def _by_value(reader: HandReader, held: int) -> dict[int, Event]:
    """When a hand is worth each value, of those that it may have from these cards."""
    events = ((value, _among(exactly(reader, value), held)) for value in VALUES)
    return {value: event for value, event in events if event}


def _joint(piles: Piles, throws: tuple[int, int]) -> Joint:
    first, second = share_out(piles, throws)

    @cache
    def count(cards: int, other: int) -> int:
        return ways_of_two(piles, (first, second), (cards, other))

    def of(event: Event, facing: Event) -> int:
        found = 0
        for sign, cards in event:
            for its_sign, other in facing:
                found += sign * its_sign * count(cards, other)
        return found

    return of


def _among(event: Event, held: int) -> Event:
    """An event within the cards of a deck; empty where nothing there tells its two sets apart."""
    if len(event) != 2:
        return event
    (sign, cards), (its_sign, other) = event
    return () if cards & held == other & held and not sign + its_sign else event
