"""What holds for every action and any input."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules import service
from rules.fallen.actions import ACTIONS
from rules.fallen.types import Settings
from rules.kernel.action import Action
from rules.kernel.draws import GivenDraws
from rules.kernel.errors import RulesError
from rules.kernel.fair import FairDraws
from rules.kernel.result import Result
from rules.kernel.tables import read_table
from tests.rules.fallen.any_input import any_input, near

CASES = json.loads((Path(__file__).parent.parent / "vectors" / "fallen.json").read_text(encoding="utf-8"))
CLAUSES = {clause["id"] for clause in read_table("rules.fallen", "clauses.toml")["clause"]}
SUMS_TO_ONE = ("successes", "net", "levels", "extra", "margin")


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
        assert played.code == "invalid_input" or played.clause in CLAUSES
        assert str(played.field).startswith("input")
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


@pytest.mark.parametrize(
    "action", [action for action in ACTIONS if action.odds], ids=lambda action: action.verb
)
@settings(few, max_examples=12)
@given(data=st.data())
def test_odds_are_refused_as_the_roll_is(action: Action, data: st.DataObject) -> None:
    raw = data.draw(INPUTS[action.name])
    played, _draws = _played(action, raw)

    try:
        found = service.odds(action.name, service.read(action.name, raw)).odds
    except RulesError as error:
        assert isinstance(played, RulesError)
        assert error.as_answer() == played.as_answer()
    else:
        assert isinstance(played, Result)
        for name in SUMS_TO_ONE:
            assert sum(found.get(name, [1])) == pytest.approx(1, abs=1e-9)


@each_action
@few
@given(data=st.data(), chosen=any_input(Settings))
def test_an_action_reads_only_the_settings_it_declares(
    action: Action, data: st.DataObject, chosen: dict[str, Any]
) -> None:
    raw = data.draw(INPUTS[action.name])
    declared = {name: value for name, value in chosen.items() if name in action.settings}

    with_all, _ = _played(action, {**raw, "settings": chosen})
    with_declared, _ = _played(action, {**raw, "settings": declared})

    assert with_all.as_answer() == with_declared.as_answer()


def _texts(raw: Any) -> set[str]:
    if isinstance(raw, dict):
        return set().union(*(_texts(value) for value in raw.values()))
    if isinstance(raw, list):
        return set().union(*(_texts(value) for value in raw))
    return {raw} if isinstance(raw, str) else set()
