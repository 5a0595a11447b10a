"""What is drawn on the card of a sorcerer or a demon: penalties against Stamina, Humanity as a candle."""

import re

import pytest
from django.template.loader import render_to_string

from campaigns.games.sorcerer import glimpses
from campaigns.queries.cast import Member
from campaigns.queries.layouts.parts import RecordContext
from rules.kernel.values import Value

SCORES: dict[str, Value] = {"stamina": 3, "will": 4, "lore": 2, "humanity": 4, "cover": None}


def card_of(**fields: Value) -> str:
    member = Member("one", "character", "Mara", None, "table", {**SCORES, **fields})
    more = glimpses.sorcerer(RecordContext(member, {})).more
    return render_to_string(str(more["template"]), {"more": more})


def test_penalties_are_crosses_and_slashes_with_their_words() -> None:
    card = card_of(lasting=2, temporary=1)

    assert re.findall(r"box box-(\w+)", card) == ["lethal", "lethal", "bashing", "none", "none", "none"]
    assert "(1 temporary, 2 lasting)" in card


@pytest.mark.parametrize(("humanity", "height"), [(10, 50), (4, 20), (1, 5), (14, 50)])
def test_a_candle_burns_down_by_a_notch_for_each_humanity(humanity: int, height: int) -> None:
    card = card_of(humanity=humanity)

    assert f'height="{height}"' in card
    assert "candle-flame" in card
    assert len(re.findall(r'd="M20 \d+h4"', card)) == 10


def test_without_humanity_the_candle_is_out() -> None:
    card = card_of(humanity=0)

    assert 'class="candle"' in card
    assert "candle-flame" not in card
