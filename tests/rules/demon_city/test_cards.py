"""What cards are worth."""

from typing import get_args

import pytest

from rules.demon_city.cards import PACK, count_numbered, face_value, is_number_card, is_numbered, value_to
from rules.demon_city.types import Card, CourtValues, Significator

STANDARD = CourtValues()


def test_the_pack_has_78_cards() -> None:
    assert len(set(PACK)) == 78
    assert set(get_args(Card)) == set(PACK)


def test_significators_are_what_is_no_number_card() -> None:
    assert set(get_args(Significator)) == {card for card in PACK if not is_number_card(card)}


@pytest.mark.parametrize(
    ("card", "value"),
    [
        ("wands-1", 1),
        ("cups-10", 10),
        ("swords-page", 11),
        ("cups-king", 14),
        ("justice", 11),
        ("strength", 8),
    ],
)
def test_a_card_is_worth_its_number(card: str, value: int) -> None:
    assert face_value(card, STANDARD) == value


def test_the_fool_is_worth_22_to_its_owner_only() -> None:
    assert value_to((), "fool", STANDARD) == 0
    assert value_to(("fool",), "fool", STANDARD) == 22


def test_fifty_cards_are_valued_as_numbers() -> None:
    assert count_numbered(PACK, STANDARD) == 50
    assert count_numbered(PACK, CourtValues(page=5)) == 54
    assert not is_numbered("fool", STANDARD)
