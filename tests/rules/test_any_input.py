"""What holds for every action of every system, near every worked case: also for the table's own actions."""

import copy
import json
from collections import defaultdict
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from rules import service
from rules.catalogue import ACTIONS
from rules.kernel.errors import RulesError
from rules.kernel.fair import FairDraws
from rules.kernel.result import Result
from tests.rules.any_play import assert_plays_again, fair, play, texts_in

pytestmark = pytest.mark.slow

CASES: dict[str, list[dict[str, Any]]] = defaultdict(list)
for path in sorted((Path(__file__).parent / "vectors").glob("*.json")):
    for case in json.loads(path.read_text(encoding="utf-8")):
        CASES[case["action"]].append(case["input"])
TRIES = 40
each_action = pytest.mark.parametrize("action", sorted(ACTIONS))


@cache
def _near(action: str) -> list[dict[str, Any]]:
    """Worked inputs, the first few as they are and the others with a value or two of another input's."""
    chance, found = Random(action), copy.deepcopy(CASES[action][:4])
    while len(found) < TRIES:
        given = copy.deepcopy(chance.choice(CASES[action]))
        for _ in range(chance.choice((1, 1, 2, 3))):
            _change(chance, given, copy.deepcopy(chance.choice(CASES[action])))
        found.append(given)
    return found


def _change(chance: Random, given: dict[str, Any], other: dict[str, Any]) -> None:
    """Take something out, put something of the other in, or count a number on."""
    names = [*given, *other]
    if not names:
        return
    name = chance.choice(names)
    inner = given.get(name)
    if isinstance(inner, dict) and inner and isinstance(other.get(name), dict) and chance.random() < 0.8:
        _change(chance, inner, other[name])
    elif type(inner) is int:
        given[name] = inner + chance.choice((-2, -1, 1, 2, 9))
    elif name in other and name != "id":
        given[name] = other[name]
    elif name != "id":
        given.pop(name)


def _played(action: str, given: dict[str, Any]) -> tuple[Result | RulesError, FairDraws]:
    draws = fair()
    return play(ACTIONS[action], given, draws), draws


def test_every_action_has_a_worked_case() -> None:
    assert ACTIONS.keys() <= CASES.keys()


@each_action
def test_a_refusal_names_its_field_and_takes_no_draw(action: str) -> None:
    for given in _near(action):
        refused, draws = _played(action, given)
        if isinstance(refused, RulesError):
            assert draws.taken == []
            assert refused.code in ("invalid_input", "rule_violation", "bad_draw")
            assert str(refused.field).startswith("input")


@each_action
def test_effects_are_on_records_that_the_input_names(action: str) -> None:
    results = [
        (given, played) for given in _near(action) if isinstance(played := _played(action, given)[0], Result)
    ]

    assert results
    for given, played in results:
        assert {effect.on for effect in played.effects} <= texts_in(given)


@each_action
def test_the_same_input_and_draws_give_the_same_result(action: str) -> None:
    for given in _near(action):
        played, draws = _played(action, given)
        assert_plays_again(ACTIONS[action], given, played, draws)


@each_action
def test_inputs_and_outcomes_survive_json(action: str) -> None:
    for given in _near(action):
        played, _ = _played(action, given)
        if isinstance(played, Result):
            typed = service.read(action, given)
            assert service.read(action, msgspec.json.decode(msgspec.json.encode(typed))) == typed
            written = msgspec.json.encode(played.as_answer()["outcome"])
            assert msgspec.json.decode(written, type=type(played.outcome)) == played.outcome
