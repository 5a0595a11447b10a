"""The pack of 78 cards and what each is worth (area CARD)."""

from collections.abc import Collection, Iterable
from typing import Final

from rules.demon_city.types import CourtValues
from rules.kernel.tables import read_table

_TABLE: Final = read_table("rules.demon_city", "cards.toml")
MAJORS: Final[dict[str, int]] = _TABLE["majors"]
SUITS: Final[tuple[str, ...]] = tuple(_TABLE["suits"])
RANKS: Final = tuple(str(number) for number in range(1, 11)) + tuple(_TABLE["courts"])
PACK: Final = tuple(f"{suit}-{rank}" for suit in SUITS for rank in RANKS) + tuple(MAJORS)

FOOL: Final = "fool"
OWNED_FOOL: Final = 22
HIGHEST_NUMBER: Final = 10

_NUMBERS: Final = {f"{suit}-{number}": number for suit in SUITS for number in range(1, HIGHEST_NUMBER + 1)}


def is_number_card(card: str) -> bool:
    """A card of a suit that shows a number: neither court card nor major."""
    return card in _NUMBERS


def face_value(card: str, courts: CourtValues) -> int:
    """What a card is worth without regard to an owner (DEC-CARD-02 to DEC-CARD-04, DEC-CARD-06)."""
    if card in _NUMBERS:
        return _NUMBERS[card]
    if card in MAJORS:
        return MAJORS[card]
    rank: int = getattr(courts, card.rpartition("-")[2])
    return rank


def value_to(significators: Collection[str], card: str, courts: CourtValues) -> int:
    """What a card is worth to the thrower who has these Significators."""
    if card == FOOL and FOOL in significators:  # DEC-CARD-05
        return OWNED_FOOL
    return face_value(card, courts)


def is_numbered(card: str, courts: CourtValues) -> bool:
    """Whether a card is valued 1 to 10: its value decides, not its kind (DEC-CTEN-03)."""
    return 1 <= face_value(card, courts) <= HIGHEST_NUMBER


def count_numbered(cards: Iterable[str], courts: CourtValues) -> int:
    """How many of these cards are valued 1 to 10."""
    return sum(is_numbered(card, courts) for card in cards)
