"""Counting arrangements of known piles (DEC-DECK-19): cards are bits of an integer, arrangements are whole numbers."""

from collections.abc import Iterable
from functools import cache
from itertools import repeat
from math import comb
from operator import and_
from typing import Final

from msgspec import Struct

from rules.demon_city.cards import FOOL, HIGHEST_NUMBER, OWNED_FOOL, PACK, value_to
from rules.demon_city.decks import Decks, DeckState
from rules.demon_city.types import CourtValues, DeckName

BIT: Final = {card: 1 << place for place, card in enumerate(PACK)}
ALL: Final = (1 << len(PACK)) - 1
HIGHEST: Final = OWNED_FOOL
CHOOSE: Final = [[comb(held, count) for held in range(len(PACK) + 1)] for count in range(len(PACK) + 1)]
"""In how many ways `[count]` cards are chosen of `[held]`: no pile holds more than the pack."""


class Piles(Struct, frozen=True):
    """The cards that come first, and those that come once these have run out."""

    first: int
    later: int

    def keep(self, cards: int) -> "Piles":
        return Piles(self.first & cards, self.later & cards)


class Places(Struct, frozen=True):
    """How many of a thrower's cards come from each pile."""

    first: int
    later: int


class Worth(Struct, frozen=True):
    """What the cards are worth to one thrower: `at_most[v + 1]` holds those worth v or less."""

    at_most_by: tuple[int, ...]

    def at_most(self, value: int) -> int:
        return self.at_most_by[value + 1 if -1 <= value <= HIGHEST else -1 if value > HIGHEST else 0]

    def above(self, value: int) -> int:
        return ALL & ~self.at_most(value)


def bits(cards: tuple[str, ...]) -> int:
    """A set of cards, none of them twice, as an integer."""
    return sum(map(BIT.__getitem__, cards))


def piles_of(decks: Decks, name: DeckName) -> Piles:
    """A known deck as sets: `draw` comes first, the discard with the old table later."""
    deck = decks.of(name) or DeckState(draw=())
    return Piles(bits(deck.draw), bits((*deck.discard, *deck.table)))


@cache
def worth_to(courts: CourtValues, owns_fool: bool) -> Worth:
    """What each card is worth to a thrower; only The Fool depends on its owner (DEC-CARD-05)."""
    owned = (FOOL,) if owns_fool else ()
    values = {card: value_to(owned, card, courts) for card in PACK}
    return Worth(
        tuple(
            sum(BIT[card] for card, value in values.items() if value <= limit)
            for limit in range(-1, HIGHEST + 1)
        )
    )


@cache
def numbered(courts: CourtValues) -> int:
    """The cards valued 1 to 10."""
    worth = worth_to(courts, owns_fool=False)
    return worth.at_most(HIGHEST_NUMBER) & worth.above(0)


def share_out(piles: Piles, throws: tuple[int, ...]) -> tuple[Places, ...]:
    """Where each thrower's cards come from, in the order in which they draw."""
    left = piles.first.bit_count()
    places = []
    for count in throws:
        first = min(left, count)
        left -= first
        places.append(Places(first, count - first))
    return tuple(places)


def ways(piles: Piles, places: Places, cards: int = ALL) -> int:
    """In how many ways one thrower's cards are all among these."""
    first, later = (piles.first & cards).bit_count(), (piles.later & cards).bit_count()
    return CHOOSE[places.first][first] * CHOOSE[places.later][later]


def ways_of_each(piles: Piles, places: Places, sets: Iterable[int]) -> list[int]:
    """The same for each of these sets of cards."""
    pile, count = piles.first, places.first
    if places.later:
        return [ways(piles, places, cards) for cards in sets]
    choose = CHOOSE[count]
    return [choose[held] for held in map(int.bit_count, map(and_, sets, repeat(pile)))]


def ways_of_two(piles: Piles, places: tuple[Places, Places], cards: tuple[int, int]) -> int:
    """The same for two throwers who share a deck, each with cards of their own."""
    first = _apart(piles.first, (places[0].first, places[1].first), cards)
    return first and first * _apart(piles.later, (places[0].later, places[1].later), cards)


def _apart(pile: int, counts: tuple[int, int], cards: tuple[int, int]) -> int:
    """Ways to choose two disjoint sets of these sizes from a pile, each within its own cards."""
    if not any(counts):
        return 1
    mine, theirs = pile & cards[0], pile & cards[1]
    if mine.bit_count() < counts[0]:
        return 0
    if not mine & ~theirs:
        return CHOOSE[counts[0]][mine.bit_count()] * CHOOSE[counts[1]][theirs.bit_count() - counts[0]]
    both, only_mine, all_theirs = (
        (mine & theirs).bit_count(),
        (mine & ~theirs).bit_count(),
        theirs.bit_count(),
    )
    return sum(
        CHOOSE[taken][both] * CHOOSE[counts[0] - taken][only_mine] * CHOOSE[counts[1]][all_theirs - taken]
        for taken in range(max(0, counts[0] - only_mine), min(both, counts[0]) + 1)
    )
