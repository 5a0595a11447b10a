"""The contract's requests at their edges: whatever a line holds, it gets an answer."""

import pytest

from rules import requests

ROLL = '{"acting": {"id": "a", "score": "lore", "dice": 1}, "opposing": {"score": "difficulty", "dice": 1}}'


@pytest.mark.parametrize(
    "line",
    [
        f'{{"action": "sorcerer.roll", "input": {ROLL}, "draws": [DEEP]}}',
        '{"action": "sorcerer.roll", "input": DEEP}',
        '{"action": DEEP, "input": {}}',
    ],
)
def test_values_nested_too_deep_to_be_quoted_are_refused(line: str) -> None:
    lines = (line.replace("DEEP", "[" * depth + "]" * depth) for depth in range(800, 1000))

    answers = [requests.resolve(nested.encode()) for nested in lines]

    assert {answer["error"]["code"] for answer in answers} <= {"invalid_input", "bad_draw", "unknown_action"}
