"""What may happen to one hand, as signed sets: the ways of an event are those of its sets, added and taken away."""

from msgspec import Struct

from rules.demon_city.cards import FOOL, HIGHEST_NUMBER, value_to
from rules.demon_city.odds_piles import ALL, BIT, Worth, worth_to
from rules.demon_city.types import Counting, CourtValues

Event = tuple[tuple[int, int], ...]
"""Pairs of a sign and a set: "all cards of the hand are in this set"."""

ALWAYS: Event = ((1, ALL),)
DECISIVE = ("DEC-DECK-19", "DEC-THROW-16")
"""The clauses by which odds of throws are counted."""


class HandReader(Struct, frozen=True):
    """How a hand is read: for whom the cards are worth what, and which of them counts."""

    worth: Worth
    count: Counting
    owned: tuple[tuple[int, int], ...]
    """The thrower's Significators: the value of each to its owner, and its bit."""
    fool: int
    """The bit of The Fool, 0 where the thrower owns it."""


def reader_of(significators: tuple[str, ...], count: Counting, courts: CourtValues) -> HandReader:
    """How somebody with these Significators reads a hand."""
    owns_fool = FOOL in significators
    return HandReader(
        worth=worth_to(courts, owns_fool),
        count=count,
        owned=tuple(
            [(value_to(significators, card, courts), BIT[card]) for card in dict.fromkeys(significators)]
        ),
        fool=0 if owns_fool else BIT[FOOL],
    )


def above(reader: HandReader, value: int) -> Event:
    """The hand is worth more than `value`."""
    if reader.count == "lowest":
        return ((1, reader.worth.above(value)),)
    return ((1, ALL), (-1, reader.worth.at_most(value)))


def exactly(reader: HandReader, value: int) -> Event:
    """The hand is worth `value`."""
    if reader.count == "lowest":
        return ((1, reader.worth.above(value - 1)), (-1, reader.worth.above(value)))
    return ((1, reader.worth.at_most(value)), (-1, reader.worth.at_most(value - 1)))


def plainly_above(reader: HandReader, value: int) -> Event:
    """The hand is worth more than `value` and yet no critical success: nothing counting above 10 and no own
    Significator above `value` among the cards (DEC-CRIT-03, DEC-CRIT-06)."""
    own = sum(bit for worth, bit in reader.owned if worth > value)
    if reader.count == "lowest":
        clean = reader.worth.above(value) & ~own
        return ((1, clean), (-1, clean & reader.worth.above(HIGHEST_NUMBER)))
    clean = reader.worth.at_most(HIGHEST_NUMBER) & ~own
    return ((1, clean), (-1, clean & reader.worth.at_most(value)))


def fumble(reader: HandReader) -> Event:
    """The card that counts is The Fool, and not the thrower's own (DEC-CRIT-01, DEC-CRIT-12)."""
    if reader.count == "lowest":
        return ((1, ALL), (-1, ALL & ~reader.fool))
    return ((1, reader.fool),)
