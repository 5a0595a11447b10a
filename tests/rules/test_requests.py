"""The contract's requests at their edges: whatever a line holds, it gets an answer."""

import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules import catalogue, requests
from tests.rules.near_requests import actions_of_cases, requests_near_valid

ROOT = Path(__file__).parents[2]
ROLL = '{"acting": {"id": "a", "score": "lore", "dice": 1}, "opposing": {"score": "difficulty", "dice": 1}}'
REQUEST = f'{{"action": "sorcerer.roll", "input": {ROLL}, "draws": [9, 4]}}'.encode()

CODES = {
    "unknown_action",
    "invalid_input",
    "rule_violation",
    "bad_draw",
    "draws_exhausted",
    "draws_left_over",
    "no_odds",
}
BAD_LINES = [
    b"not JSON",
    b"\xff\xfe",
    b"null",
    b"[]",
    b"{}",
    b'{"action": 7, "input": {}}',
    b'{"action": "sorcerer.fly", "input": {}}',
    b'{"action": "sorcerer.roll"}',
    b'{"action": "sorcerer.roll", "input": {}, "draw": []}',
    b'{"action": "sorcerer.roll", "input": {}, "draws": 5}',
    b"[" * 100_000,
]


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

    answers: list[Any] = [requests.resolve(nested.encode()) for nested in lines]

    assert {answer["error"]["code"] for answer in answers} <= {"invalid_input", "bad_draw", "unknown_action"}


@pytest.mark.parametrize("line", BAD_LINES, ids=[line[:40].decode(errors="replace") for line in BAD_LINES])
def test_a_bad_line_gets_its_own_error(line: bytes) -> None:
    for door in (requests.resolve, requests.odds):
        answer: Any = door(line)
        assert answer["error"]["code"] in ("invalid_input", "unknown_action")


def test_a_missing_input_is_named() -> None:
    answer: Any = requests.resolve(b'{"action": "sorcerer.roll"}')
    error = answer["error"]

    assert (error["code"], error["field"]) == ("invalid_input", "input")


def test_every_action_has_a_case_to_start_from() -> None:
    assert set(catalogue.ACTIONS) - actions_of_cases() == set()


def test_requests_near_valid_ones_get_a_result_or_an_error() -> None:
    found = _kinds_of_answers(requests_near_valid(seed=11, count=2_000))

    assert sum(found.values()) == 2_000
    assert found["result"] > 400
    assert found["invalid_input"] > 400


@pytest.mark.slow
def test_twenty_thousand_requests_get_a_result_or_an_error() -> None:
    seed = int(os.environ.get("PACTBOOK_SEED", "1"))

    found = _kinds_of_answers(requests_near_valid(seed=seed, count=20_000))

    assert sum(found.values()) == 20_000


@pytest.mark.slow
def test_resolve_starts_soon_and_keeps_going_after_bad_lines() -> None:
    lines = [*BAD_LINES, REQUEST]

    before = os.times()
    answers = _resolved(lines)
    after = os.times()

    assert ["error" in answer for answer in answers] == [True] * len(BAD_LINES) + [False]
    # The processor's time of the command, which others on the machine do not take: about one second.
    assert after.children_user + after.children_system - before.children_user - before.children_system < 3


@pytest.mark.slow
def test_resolve_answers_a_thousand_requests_in_seconds() -> None:
    lines = [line for line in requests_near_valid(seed=3, count=1_000) if b"\n" not in line]

    started = time.monotonic()
    answers = _resolved(lines)
    seconds = time.monotonic() - started

    assert len(answers) == len(lines)
    assert seconds < 30


def _kinds_of_answers(lines: Iterable[bytes]) -> Counter[str]:
    """Every line's answer in the form of the contract, counted by what it is."""
    found: Counter[str] = Counter()
    for line in lines:
        found[_kind(line, requests.resolve(line))] += 1
    return found


def _kind(line: bytes, answer: Any) -> str:
    back = json.loads(msgspec.json.encode(answer))
    if "error" in back:
        error = back["error"]
        assert set(back) == {"error"}, line
        assert error["code"] in CODES, line
        assert error["message"], line
        assert ("clause" in error) == (error["code"] == "rule_violation"), line
        return str(error["code"])
    if "odds" in back:
        assert set(back) <= {"odds", "clauses"}, line
        return "odds"
    assert set(back) == {"outcome", "effects", "clauses", "draws_used"}, line
    assert back["clauses"], line
    assert all(
        effect.keys() in ({"on", "field", "set"}, {"on", "field", "change"}) for effect in back["effects"]
    )
    return "result"


def _resolved(lines: list[bytes]) -> list[dict[str, Any]]:
    done = subprocess.run(
        [sys.executable, "manage.py", "resolve"],
        input=b"\n".join(lines) + b"\n",
        capture_output=True,
        check=True,
        cwd=ROOT,
        env={key: value for key, value in os.environ.items() if key != "DJANGO_SETTINGS_MODULE"},
    )
    assert done.stderr == b""
    return [json.loads(line) for line in done.stdout.splitlines()]
