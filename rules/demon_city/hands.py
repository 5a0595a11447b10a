"""A hand of thrown cards, what it is worth, and when it is a critical result or a fumble (areas CARD, CRIT)."""

from collections.abc import Callable, Collection, Sequence
from typing import Final

from msgspec import UNSET, UnsetType

from rules.demon_city.cards import FOOL, HIGHEST_NUMBER, MAJORS, face_value, is_number_card, value_to
from rules.demon_city.counting import CountPart
from rules.demon_city.types import Counting, CourtValues, CriticalBy
from rules.kernel.types import Id, Outcome

COURTS: Final = ("-page", "-knight", "-queen", "-king")

WouldWin = Callable[[int], bool]
"""Whether a value would have been enough to win."""


class Hand(Outcome):
    """Thrown cards: as they came, from high to low, and the one that counts."""

    id: Id
    throws: int
    count: Counting
    cards: tuple[str, ...]
    sorted: tuple[str, ...]
    card: str
    value: int
    fumble: bool
    parts: tuple[CountPart, ...] | UnsetType = UNSET


def read_hand(
    owner: str,
    cards: Sequence[str],
    count: Counting,
    significators: Collection[str],
    courts: CourtValues,
    parts: tuple[CountPart, ...] | UnsetType = UNSET,
) -> Hand:
    """A hand of cards in the order thrown; among equals the first counts (DEC-THROW-04, DEC-CARD-08)."""

    def worth(card: str) -> int:
        return value_to(significators, card, courts)

    card = max(cards, key=worth) if count == "highest" else min(cards, key=worth)
    return Hand(
        id=owner,
        throws=len(cards),
        count=count,
        cards=tuple(cards),
        sorted=tuple(sorted(cards, key=worth, reverse=True)),
        card=card,
        value=worth(card),
        fumble=card == FOOL and FOOL not in significators,  # DEC-CRIT-01
        parts=parts,
    )


def criticals_of(
    hand: Hand, significators: Collection[str], courts: CourtValues, *, highest: bool, would_win: WouldWin
) -> tuple[CriticalBy, ...]:
    """How a won throw is a critical success; `highest`: it is above everything that it competes with."""
    by_high_card = highest and hand.value > HIGHEST_NUMBER  # DEC-CRIT-03
    own = winning_cards(hand, significators, significators, courts, would_win)  # DEC-CRIT-05
    found: list[CriticalBy] = []
    if by_high_card:
        found.append("high_card")
    if own:
        found.append("significator")
    return tuple(found)


def winning_cards(
    hand: Hand,
    wanted: Collection[str],
    significators: Collection[str],
    courts: CourtValues,
    would_win: WouldWin,
) -> tuple[str, ...]:
    """Those of the wanted cards in a hand that would have won by their own value (DEC-CRIT-06, DEC-CRIT-08)."""
    return tuple(
        card for card in hand.cards if card in wanted and would_win(value_to(significators, card, courts))
    )


def hand_clauses(
    hand: Hand, critical_by: Collection[CriticalBy], special: Collection[str], courts: CourtValues
) -> tuple[str, ...]:
    """The clauses behind what a hand turned out to be."""
    owned_fool = hand.card == FOOL and not hand.fumble
    worth = face_value(hand.card, courts)
    equals = sum(face_value(card, courts) == worth for card in hand.cards)
    return (
        *(["DEC-CARD-08"] if equals > 1 else []),
        *(["DEC-CARD-02"] if is_number_card(hand.card) else []),
        *(["DEC-CARD-03"] if hand.card in MAJORS and hand.card != FOOL else []),
        *(["DEC-CARD-04"] if hand.fumble else []),
        *(["DEC-CARD-05", "DEC-CRIT-07"] if owned_fool else []),
        *(["DEC-CARD-06"] if hand.card.endswith(COURTS) else []),
        *(["DEC-CRIT-01"] if hand.fumble else []),
        *(["DEC-CRIT-03"] if "high_card" in critical_by else []),
        *(["DEC-CRIT-11"] if hand.fumble or "high_card" in critical_by else []),
        *(["DEC-CRIT-05", "DEC-CRIT-06"] if "significator" in critical_by else []),
        *(["DEC-CRIT-08"] if special else []),
        *(["DEC-CRIT-12"] if hand.count == "lowest" and (critical_by or hand.fumble) else []),
    )
