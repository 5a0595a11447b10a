"""Whose Price a roll takes, as the rules alone say."""

from typing import Any

import pytest

from rules import service
from rules.kernel.procedure import RecordState, State
from rules.sorcerer.prices import other_price

STATE = State({"mara": RecordState("character", {"price": -2}), "otto": RecordState("character", {})})
WILL = {"score": "will", "dice": 3}


def refused(acting: str, opposing: dict[str, Any], **modifiers: Any) -> str | None:
    given = {"acting": {"id": acting, **WILL}, "opposing": {**opposing, "dice": 2}, **modifiers}
    found = other_price("sorcerer.roll", service.read("sorcerer.roll", given), STATE)
    return found.field if found else None


def price(*dice: int) -> list[dict[str, Any]]:
    return [{"source": "situation", "dice": 1}, *({"source": "price", "dice": one} for one in dice)]


@pytest.mark.clause("SOR-PRICE-04")
def test_a_price_is_that_of_the_sheet_and_taken_once() -> None:
    otto, difficulty = {"id": "otto", "score": "will"}, {"score": "difficulty"}

    assert refused("mara", otto, modifiers=price(-2)) is None
    assert refused("mara", otto, modifiers=price(-1)) == "input.modifiers.1.dice"
    assert refused("mara", otto, modifiers=price(-2, -2)) == "input.modifiers.2.dice"
    assert refused("mara", otto, opposing_modifiers=price(-2)) == "input.opposing_modifiers.1.dice"
    assert refused("mara", difficulty, opposing_modifiers=price(-2)) == "input.opposing_modifiers.1.dice"
    assert refused("who is not known here", otto, modifiers=price(-5)) is None
