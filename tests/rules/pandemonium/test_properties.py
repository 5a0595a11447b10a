"""What holds for every action and any input."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import service
from rules.kernel.action import Action
from rules.kernel.errors import RulesError
from rules.kernel.result import Result
from rules.pandemonium.actions import ACTIONS
from tests.rules.any_play import (
    assert_plays_again,
    assert_sound,
    clauses_of,
    fair,
    few,
    inputs_of,
    numbers_in,
    play,
)
from tests.rules.pandemonium.any_input import any_input, near

pytestmark = pytest.mark.slow

CLAUSES = clauses_of("pandemonium")
INPUTS = {action.name: inputs_of(action, near, any_input) for action in ACTIONS}
each_action = pytest.mark.parametrize("action", ACTIONS, ids=[action.verb for action in ACTIONS])


@each_action
@few
@given(data=st.data())
def test_any_input_gives_a_result_or_a_refusal(action: Action, data: st.DataObject) -> None:
    raw, draws = data.draw(INPUTS[action.name]), fair()

    played = play(action, raw, draws)

    assert_sound(played, draws, raw, CLAUSES)


@each_action
@few
@given(data=st.data())
def test_the_same_draws_give_the_same_result(action: Action, data: st.DataObject) -> None:
    raw, draws = data.draw(INPUTS[action.name]), fair()

    played = play(action, raw, draws)

    assert_plays_again(action, raw, played, draws)


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
    played = play(action, raw, fair())

    try:
        found = service.odds(action.name, service.read(action.name, raw)).odds
    except RulesError as error:
        assert isinstance(played, RulesError)
        assert error.as_answer() == played.as_answer()
    else:
        assert isinstance(played, Result)
        _assert_law(found)


def _assert_law(found: Any) -> None:
    for chance in numbers_in(found):
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
