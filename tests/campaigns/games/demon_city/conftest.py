"""A table of Demon City with both decks laid out, Ann for a player and a ghoul for the Host."""

from typing import Any

import pytest

from campaigns.forms.people import new_key
from campaigns.games.demon_city.decks.acts import lay_out_decks
from tests.campaigns.spine import Game, new_game


@pytest.fixture
def game() -> Game:
    game = new_game()
    lay_out_decks(actor=game.gm, key=new_key())
    return game


@pytest.fixture
def stats(request: pytest.FixtureRequest) -> dict[str, Any]:
    """What a module says of the sheets of both."""
    found: dict[str, Any] = request.module.STATS
    return found


@pytest.fixture
def ann(game: Game, stats: dict[str, Any]) -> str:
    return game.make("demon_city.character", "Ann", owner=game.player, **stats)


@pytest.fixture
def ghoul(game: Game, stats: dict[str, Any]) -> str:
    return game.make("demon_city.character", "Ghoul", control="gm", **stats)
