import pytest

from campaigns.queries.games import games_here
from rules.catalogue import SETTINGS
from tests.campaigns.spine import new_game
from tests.factories import make_character, make_record

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def test_all_games_are_open_while_nobody_is_in_play() -> None:
    assert games_here(new_game().gm) == set(SETTINGS)


def test_games_are_those_of_whom_the_member_knows() -> None:
    game = new_game()
    make_character(game.player)
    make_record(game.gm, "fallen.character", "Whoever waits", visibility="gm")

    assert games_here(game.player) == {"sorcerer"}
    assert games_here(game.gm) == {"sorcerer", "fallen"}
