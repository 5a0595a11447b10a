"""What holds for every action and any input."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import service
from rules.kernel.action import Action
from rules.kernel.errors import RulesError
from rules.kernel.result import Result
from rules.sorcerer.actions import ACTIONS
from tests.rules.any_play import assert_plays_again, assert_sound, clauses_of, fair, few, inputs_of, play
from tests.rules.sorcerer.any_input import any_input, near

pytestmark = pytest.mark.slow

few = settings(few, max_examples=30)
CLAUSES = clauses_of("sorcerer")
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


@pytest.mark.parametrize(
    "action", [action for action in ACTIONS if action.odds], ids=lambda action: action.verb
)
@settings(few, max_examples=12)
@given(data=st.data())
def test_odds_are_refused_as_the_roll_is(action: Action, data: st.DataObject) -> None:
    raw, draws = data.draw(INPUTS[action.name]), fair()
    played = play(action, raw, draws)
    if len(draws.taken) > 60:  # large pools take a while, and are counted elsewhere
        return

    try:
        found = service.odds(action.name, service.read(action.name, raw)).odds
    except RulesError as error:
        assert isinstance(played, RulesError)
        assert error.as_answer() == played.as_answer()
    else:
        assert isinstance(played, Result)
        _assert_law(found)


def _assert_law(found: Any) -> None:
    if "success" in found:
        assert found["success"] + found["failure"] + found["tie"] == pytest.approx(1, abs=1e-9)
    for law in ("stamina_loss", "bonus", "delta"):
        assert sum(found.get(law, {"sure": 1}).values()) == pytest.approx(1, abs=1e-9)
