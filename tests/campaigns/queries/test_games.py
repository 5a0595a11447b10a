"""Which games concern somebody."""

import pytest

from campaigns.queries.games import games_of
from rules.catalogue import SETTINGS
from tests.campaigns.spine import Game, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def of_three(game: Game) -> None:
    """One game is a player's, one the GM's, and of one nobody else knows."""
    game.make("character", "Mara", owner=game.player)
    game.make("demon_city.character", "Ghoul", control="gm")
    hidden = {"kind": "fallen.character", "name": "Whoever waits", "visibility": "gm"}
    game.act("table.create", {"about": hidden})


def test_all_games_are_open_while_nobody_is_in_play() -> None:
    game = new_game()

    assert games_of(game.gm).shown == games_of(game.player).shown == set(SETTINGS)


def test_a_player_is_shown_the_games_of_their_characters_and_others_those_they_know_of() -> None:
    game = new_game()
    of_three(game)

    assert games_of(game.player).shown == {"sorcerer"}
    assert games_of(game.other_player).shown == games_of(game.observer).shown == {"sorcerer", "demon_city"}
    assert games_of(game.gm).shown == {"sorcerer", "demon_city", "fallen"}


def test_whom_the_gm_plays_for_a_while_is_still_theirs() -> None:
    game = new_game()
    of_three(game)
    game.make("fallen.character", "Ananiel", owner=game.other_player, control="gm")

    assert games_of(game.other_player).shown == {"fallen"}


def test_games_that_concern_somebody_are_listed_before_the_table() -> None:
    game = new_game()
    of_three(game)

    assert games_of(game.player).listed() == ["sorcerer", "table"]
    assert games_of(game.gm).listed() == ["sorcerer", "demon_city", "fallen", "table"]
    assert [games_of(game.player).place(one) for one in ("sorcerer", "table")] == [0, len(SETTINGS)]


def test_where_games_are_chosen_those_are_played_and_no_other_is_begun() -> None:
    game = new_game()
    game.act("table.change_policy", {"values": {"games": ["pandemonium", "fallen"]}})

    for member in (game.gm, game.player, game.observer):
        known = games_of(member)
        assert known.shown == {"pandemonium", "fallen"}
        assert [one for one in SETTINGS if known.may_begin(one)] == ["pandemonium", "fallen"]


def test_where_nobody_has_chosen_each_game_may_be_begun() -> None:
    game = new_game()
    of_three(game)

    assert all(games_of(game.player).may_begin(one) for one in SETTINGS)
    assert not games_of(game.player).may_begin("lanterns")


def test_whom_somebody_knows_is_of_a_game_that_is_played_whatever_was_chosen() -> None:
    game = new_game()
    game.act("table.change_policy", {"values": {"games": ["pandemonium"]}})
    game.make("fallen.character", "Ananiel", owner=game.player)

    assert games_of(game.other_player).shown == {"pandemonium", "fallen"}
    assert games_of(game.player).shown == {"fallen"}
