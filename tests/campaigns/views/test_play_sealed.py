"""Sealing a roll from its form."""

from typing import Any

import pytest

from campaigns.models import Entry, Membership, Part
from tests.campaigns.spine import Game, browser, new_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    game = new_game()
    game.act("table.change_policy", {"values": {"sealed_rolls": True}})
    return game


def form(game: Game, member: Membership, action: str = "fallen.roll") -> str:
    return browser(member).get(f"/campaigns/{game.campaign.pk}/play/{action}/").content.decode()


def rolled(game: Game, member: Membership, **more: str) -> Any:
    fighter = game.make("fallen.character", "Torvald", owner=game.player, dexterity=3, brawl=2)
    sent = {"key": "once", "roller.id": fighter, "traits.0.name": "dexterity", **more}
    return browser(member).post(f"/campaigns/{game.campaign.pk}/play/fallen.roll/", sent)


def test_gm_seals_a_roll_from_its_form(game: Game) -> None:
    answer = rolled(game, game.gm, seal="on")

    assert answer.status_code == 302
    newest = Entry.objects.filter(campaign=game.campaign).latest("seq")
    assert {part.audience for part in Part.objects.filter(entry=newest)} == {"gm"}
    log = browser(game.player).get(f"/campaigns/{game.campaign.pk}/log/").content.decode()
    assert "Torvald" not in log.partition(f'id="entry-{newest.seq}"')[2]


def test_gm_is_asked_whether_to_seal_where_the_table_agreed(game: Game) -> None:
    assert 'name="seal"' in form(game, game.gm)
    game.act("table.change_policy", {"values": {"sealed_rolls": False}})
    assert 'name="seal"' not in form(game, game.gm)


def test_nobody_is_asked_where_the_rules_allow_no_sealed_roll(game: Game) -> None:
    assert 'name="seal"' not in form(game, game.gm, "sorcerer.roll")
    assert 'name="seal"' not in form(game, game.gm, "demon_city.c10")


def test_a_player_is_not_asked_and_cannot_send_it(game: Game) -> None:
    assert 'name="seal"' not in form(game, game.player)

    answer = rolled(game, game.player, seal="on")

    newest = Entry.objects.filter(campaign=game.campaign).latest("seq")
    assert answer.status_code in {302, 422}
    assert {part.audience for part in Part.objects.filter(entry=newest)} == {"table"}
