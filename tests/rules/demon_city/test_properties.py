"""What holds for every action and any input."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules import service
from rules.demon_city.actions import ACTIONS
from rules.kernel.action import Action
from rules.kernel.draws import GivenDraws
from rules.kernel.errors import BadDraw, DrawsExhausted, RulesError
from rules.kernel.result import Result
from rules.kernel.tables import read_table
from tests.rules.demon_city.any_input import any_input, near
from tests.rules.demon_city.dealt import Dealt

CASES = json.loads((Path(__file__).parent.parent / "vectors" / "demon_city.json").read_text(encoding="utf-8"))
CLAUSES = {clause["id"] for clause in read_table("rules.demon_city", "clauses.toml")["clause"]}
PLAYED = [action for action in ACTIONS if not action.odds_only]


def _inputs(action: Action) -> st.SearchStrategy[dict[str, Any]]:
    cases = [case["input"] for case in CASES if case["action"] == action.name]
    return near(cases, action.input_type) | any_input(action.input_type)


INPUTS = {action.name: _inputs(action) for action in ACTIONS}
each_action = pytest.mark.parametrize("action", PLAYED, ids=[action.verb for action in PLAYED])
few = settings(max_examples=30, deadline=None, database=None, suppress_health_check=list(HealthCheck))


def _played(action: Action, raw: dict[str, Any]) -> tuple[Result | RulesError, Dealt]:
    draws = Dealt()
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

    if isinstance(played, BadDraw):  # decks that hold one card twice between them run out of allowed ones
        return
    if isinstance(played, RulesError):
        assert draws.taken == []
        assert played.code in ("invalid_input", "rule_violation")
        assert str(played.field).startswith("input")
        assert played.clause in {None, *CLAUSES}
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
    drawn = [value for _, value in draws.taken]

    assert service.perform(action.name, service.read(action.name, raw), GivenDraws(drawn)) == played
    if drawn:
        with pytest.raises(DrawsExhausted):
            service.perform(action.name, service.read(action.name, raw), GivenDraws(drawn[:-1]))


@pytest.mark.parametrize(
    "action", [action for action in PLAYED if action.odds], ids=lambda action: action.verb
)
@few
@given(data=st.data())
def test_odds_are_refused_as_the_throw_is(action: Action, data: st.DataObject) -> None:
    raw = data.draw(INPUTS[action.name])
    played, _ = _played(action, raw)

    try:
        found = service.odds(action.name, service.read(action.name, raw))
    except RulesError as error:
        unknown_deck = error.code == "invalid_input" and str(error.field).startswith("input.decks")
        assert unknown_deck or error.as_answer() == getattr(played, "as_answer", dict)()
    else:
        assert not isinstance(played, RulesError) or isinstance(played, BadDraw)
        assert set(found.clauses) <= CLAUSES
        assert all(-1e-9 <= chance <= 1 + 1e-9 for chance in _numbers(found.odds))


def _numbers(odds: Any) -> list[float]:
    if isinstance(odds, float):
        return [odds]
    inner = odds.values() if isinstance(odds, dict) else odds
    return [number for one in inner for number in _numbers(one)]


def _texts(raw: Any) -> set[str]:
    if isinstance(raw, dict):
        return set().union(*(_texts(value) for value in raw.values()))
    if isinstance(raw, list):
        return set().union(*(_texts(value) for value in raw))
    return {raw} if isinstance(raw, str) else set()
