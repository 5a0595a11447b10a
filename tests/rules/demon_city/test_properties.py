"""What holds for every action and any input."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import service
from rules.demon_city.actions import ACTIONS
from rules.kernel.action import Action
from rules.kernel.draws import GivenDraws
from rules.kernel.errors import BadDraw, DrawsExhausted, RulesError
from rules.kernel.result import Result
from tests.rules.any_play import (
    assert_plays_again,
    assert_sound,
    clauses_of,
    few,
    inputs_of,
    numbers_in,
    play,
)
from tests.rules.demon_city.any_input import any_input, near
from tests.rules.demon_city.dealt import Dealt

pytestmark = pytest.mark.slow

few = settings(few, max_examples=30)
CLAUSES = clauses_of("demon_city")
PLAYED = [action for action in ACTIONS if not action.odds_only]
INPUTS = {action.name: inputs_of(action, near, any_input) for action in PLAYED}
each_action = pytest.mark.parametrize("action", PLAYED, ids=[action.verb for action in PLAYED])


@each_action
@few
@given(data=st.data())
def test_any_input_gives_a_result_or_a_refusal(action: Action, data: st.DataObject) -> None:
    raw, draws = data.draw(INPUTS[action.name]), Dealt()

    played = play(action, raw, draws)

    if isinstance(played, BadDraw):  # decks that hold one card twice between them run out of allowed ones
        return
    assert_sound(played, draws, raw, CLAUSES)


@each_action
@few
@given(data=st.data())
def test_the_same_draws_give_the_same_result(action: Action, data: st.DataObject) -> None:
    raw, draws = data.draw(INPUTS[action.name]), Dealt()

    played = play(action, raw, draws)

    assert_plays_again(action, raw, played, draws)
    if isinstance(played, Result) and draws.taken:
        drawn = [value for _, value in draws.taken]
        with pytest.raises(DrawsExhausted):
            service.perform(action.name, service.read(action.name, raw), GivenDraws(drawn[:-1]))


@pytest.mark.parametrize(
    "action", [action for action in PLAYED if action.odds], ids=lambda action: action.verb
)
@few
@given(data=st.data())
def test_odds_are_refused_as_the_throw_is(action: Action, data: st.DataObject) -> None:
    raw = data.draw(INPUTS[action.name])
    played = play(action, raw, Dealt())

    try:
        found = service.odds(action.name, service.read(action.name, raw))
    except RulesError as error:
        unknown_deck = error.code == "invalid_input" and str(error.field).startswith("input.decks")
        assert unknown_deck or error.as_answer() == getattr(played, "as_answer", dict)()
    else:
        assert not isinstance(played, RulesError) or isinstance(played, BadDraw)
        assert set(found.clauses) <= CLAUSES
        assert all(-1e-9 <= chance <= 1 + 1e-9 for chance in numbers_in(found.odds))
