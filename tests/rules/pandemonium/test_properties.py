"""What holds for every action and any input."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules import service
from rules.kernel.action import Action
from rules.kernel.draws import GivenDraws
from rules.kernel.errors import RulesError
from rules.kernel.fair import FairDraws
from rules.kernel.result import Result
from rules.kernel.tables import read_table
from rules.pandemonium.actions import ACTIONS
from tests.rules.pandemonium.any_input import any_input, near

CASES = json.loads(
    (Path(__file__).parent.parent / "vectors" / "pandemonium.json").read_text(encoding="utf-8")
)
CLAUSES = {clause["id"] for clause in read_table("rules.pandemonium", "clauses.toml")["clause"]}


def _inputs(action: Action) -> st.SearchStrategy[dict[str, Any]]:
    cases = [case["input"] for case in CASES if case["action"] == action.name]
    return near(cases, action.input_type) | any_input(action.input_type)


INPUTS = {action.name: _inputs(action) for action in ACTIONS}
each_action = pytest.mark.parametrize("action", ACTIONS, ids=[action.verb for action in ACTIONS])
few = settings(max_examples=20, deadline=None, database=None, suppress_health_check=list(HealthCheck))


def _played(action: Action, raw: dict[str, Any]) -> tuple[Result | RulesError, FairDraws]:
    draws = FairDraws(b"secret", 1, "seed", "")
    try:
        return service.perform(action.name, service.read(action.name, raw), draws), draws
    except RulesError as error:
        return error, draws


@each_action
@few
@given(data=st.data())
def test_any_input_gives_a_result_or_a_refusal(action: Action, data: st.DataObject) -> None:
    raw = data.draw(INPUTS[action.name])

    played, draws = _played(action, raw)

    if isinstance(played, RulesError):
        assert draws.taken == []
        assert played.code in ("invalid_input", "rule_violation")
        assert str(played.field).startswith("input")
        assert (played.clause in CLAUSES) == (played.code == "rule_violation")
    else:
        assert set(played.clauses) <= CLAUSES
        assert len(set(played.clauses)) == len(played.clauses) > 0
        assert played.draws_used == len(draws.taken)
        assert {effect.on for effect in played.effects} <= _texts(raw)
        outcome = msgspec.json.encode(played.as_answer()["outcome"])
        assert msgspec.json.decode(outcome, type=type(played.outcome)) == played.outcome


@each_action
@few
@given(data=st.data())
def test_the_same_draws_give_the_same_result(action: Action, data: st.DataObject) -> None:
    raw = data.draw(INPUTS[action.name])
    played, draws = _played(action, raw)
    if isinstance(played, RulesError):
        return

    again = GivenDraws(face for _, face in draws.taken)

    assert service.perform(action.name, service.read(action.name, raw), again) == played


@each_action
@few
@given(data=st.data())
def test_an_input_written_out_reads_the_same(action: Action, data: st.DataObject) -> None:
    raw = data.draw(INPUTS[action.name])
    try:
        typed = service.read(action.name, raw)
    except RulesError:
        return

    assert service.read(action.name, msgspec.to_builtins(typed)) == typed


@pytest.mark.parametrize(
    "action", [action for action in ACTIONS if action.odds], ids=lambda action: action.verb
)
@settings(few, max_examples=12)
@given(data=st.data())
def test_odds_are_refused_as_the_roll_is(action: Action, data: st.DataObject) -> None:
    raw = data.draw(INPUTS[action.name])
    played, _ = _played(action, raw)

    try:
        found = service.odds(action.name, service.read(action.name, raw)).odds
    except RulesError as error:
        assert isinstance(played, RulesError)
        assert error.as_answer() == played.as_answer()
    else:
        assert isinstance(played, Result)
        _assert_law(found)


def _assert_law(found: Any) -> None:
    for chance in _numbers(found):
        assert -1e-12 <= chance <= 1 + 1e-12
    if "net" in found:
        assert sum(found["net"]) == pytest.approx(1, abs=1e-9)
    if "severe" in found:
        assert found["none"] + found["normal"] + found["severe"] == pytest.approx(1, abs=1e-9)
    if "at_least" in found:
        assert sum(found["exactly"]) <= 1 + 1e-9
        assert found["at_least"][0] == 1
    for law in ("total", "transmitted"):
        assert sum(found.get(law, [1.0])) == pytest.approx(1, abs=1e-9)


def _numbers(found: Any) -> list[float]:
    if isinstance(found, dict):
        return [number for value in found.values() for number in _numbers(value)]
    if isinstance(found, list):
        return [number for value in found for number in _numbers(value)]
    return [found]


def _texts(raw: Any) -> set[str]:
    if isinstance(raw, dict):
        return set().union(*(_texts(value) for value in raw.values()))
    if isinstance(raw, list):
        return set().union(*(_texts(value) for value in raw))
    return {raw} if isinstance(raw, str) else set()
