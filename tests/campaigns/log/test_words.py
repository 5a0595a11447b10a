"""Words are found however they are bent; nobody's ids are words."""

import pytest

from campaigns.log.words import words_of


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bindings", "bind"),
        ("candles", "candle"),
        ("summoned", "Summons"),
        ("stopped", "stop"),
        ("Élodie’s", "elodie"),
        ("ladies", "lady"),
        ("witches", "witch"),
        ("RAISED", "raise"),
    ],
)
def test_two_forms_of_a_word_are_one(one: str, other: str) -> None:
    assert words_of(one) == words_of(other)


@pytest.mark.parametrize(
    ("one", "other"), [("glass", "glas"), ("bed", "b"), ("ring", "r"), ("cellar", "cell")]
)
def test_different_words_stay_apart(one: str, other: str) -> None:
    assert words_of(one) != words_of(other)


def test_words_come_in_order_without_signs() -> None:
    assert words_of("The candle; went-out (at 3)!") == ["the", "candl", "went", "out", "at", "3"]


@pytest.mark.parametrize("text", ["", "…!?", "6f1a9c52-2f9f-4a3e-9a53-0d6c0f1f7b11", "ab" * 32])
def test_signs_ids_and_hashes_are_no_words(text: str) -> None:
    assert words_of(text) == []
