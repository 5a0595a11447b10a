"""What holds for every action and any input."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import service
from rules.fallen.actions import ACTIONS
from rules.fallen.types import Settings
from rules.kernel.action import Action
from rules.kernel.errors import RulesError
from rules.kernel.result import Result
from tests.rules.any_play import assert_plays_again, assert_sound, clauses_of, fair, few, inputs_of, play
from tests.rules.fallen.any_input import any_input, near

pytestmark = pytest.mark.slow

CLAUSES = clauses_of("fallen")
SUMS_TO_ONE = ("successes", "net", "levels", "extra", "margin")
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
    raw = data.draw(INPUTS[action.name])
    played = play(action, raw, fair())

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

    with_all = play(action, {**raw, "settings": chosen}, fair())
    with_declared = play(action, {**raw, "settings": declared}, fair())

    assert with_all.as_answer() == with_declared.as_answer()
