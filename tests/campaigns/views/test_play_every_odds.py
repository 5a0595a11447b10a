"""The odds of every action that has some, asked from its form as the worked cases fill it in."""

from collections.abc import Iterator
from typing import Any

import pytest

from campaigns.games.demon_city.decks.acts import lay_out_decks
from campaigns.games.demon_city.decks.deck_draws import is_throw
from rules import catalogue
from tests.campaigns.form_filling import fill_in, first_form
from tests.campaigns.palette_cases import Worked, as_typed, make_world, played_actions, worked_cases
from tests.campaigns.spine import browser, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def kinds_of_cases() -> Iterator[Any]:
    """Of each action with odds the cases that differ in what is given at all."""
    for action in played_actions():
        if catalogue.find(action).odds is None:
            continue
        shapes = set()
        for case in worked_cases(action):
            shape = frozenset(case.vector["input"])
            if shape not in shapes:
                yield pytest.param(case, id=case.vector["id"])
            shapes.add(shape)


@pytest.mark.parametrize("worked", list(kinds_of_cases()))
def test_odds_are_told_of_whatever_may_be_played(worked: Worked) -> None:
    game = new_game()
    case = make_world(game, worked)
    client, page = browser(game.gm), f"/campaigns/{game.campaign.pk}/play/"
    form = fill_in(client, first_form(client, f"{page}{case.action}/"), as_typed(case))
    if is_throw(case.action):
        lay_out_decks(actor=game.gm, key="decks")  # cases bring cards of their own, and no whole decks

    answer = client.post(f"{page}odds/{case.action}/", form.sent)

    assert answer.status_code == 200
    shown = answer.content.decode()
    assert "Complete the form" not in shown
    assert "The rules forbid this" not in shown
    assert "%" in shown or "on average" in shown or "Nothing here depends on chance" in shown
