"""The contract's requests at their edges: whatever a line holds, it gets an answer."""

import pytest

from rules import requests


@pytest.mark.parametrize(
    "line",
    [
        '{{"action": "sorcerer.roll", "input": {{"acting": {{"id": "a", "score": "lore", "dice": 1}}, '
        '"opposing": {{"score": "difficulty", "dice": 1}}}}, "draws": [{}]}}',
        '{{"action": "sorcerer.roll", "input": {}}}',
        '{{"action": {}, "input": {{}}}}',
    ],
)
def test_values_nested_too_deep_to_be_quoted_are_refused(line: str) -> None:
    answers = [
        requests.resolve(line.format("[" * depth + "]" * depth).encode()) for depth in range(800, 1000)
    ]

    assert {answer["error"]["code"] for answer in answers} <= {"invalid_input", "bad_draw", "unknown_action"}
