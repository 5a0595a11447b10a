"""Letting go of the dice that an undone act left, from its entry's page."""

from typing import Any

import pytest

from campaigns.models import Entry, Membership
from tests.campaigns.spine import Game, browser, document, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def game() -> Game:
    return new_game()


def roll(game: Game, sorcerer: str) -> int:
    given = {"acting": {"id": sorcerer, "score": "will"}, "opposing": {"score": "other", "dice": 3}}
    return game.act("sorcerer.roll", given).entry.seq


@pytest.fixture
def mara(game: Game) -> str:
    return game.make("character", "Mara", will=4, state="active")


@pytest.fixture
def undone(game: Game, mara: str) -> int:
    """A roll that was taken back."""
    seq = roll(game, mara)
    game.undo(seq)
    return seq


def shown(game: Game, member: Membership, seq: int, path: str = "") -> Any:
    return browser(member).get(f"/campaigns/{game.campaign.pk}/log/{seq}/{path}")


def let_go(game: Game, member: Membership, seq: int, reason: str = "the wrong demon was meant") -> Any:
    sent = {"key": "once", "reason": reason}
    return browser(member).post(f"/campaigns/{game.campaign.pk}/log/{seq}/fresh-draws/", sent)


def test_gm_lets_go_of_the_dice_and_the_same_act_rolls_others(game: Game, mara: str, undone: int) -> None:
    assert "Discard draws" in shown(game, game.gm, undone).content.decode()
    assert "Discard these draws" in shown(game, game.gm, undone, "fresh-draws/").content.decode()

    answer = let_go(game, game.gm, undone)

    newest = Entry.objects.filter(campaign=game.campaign).latest("seq")
    assert answer["Location"].endswith(f"/log/{newest.seq}/")
    assert "the wrong demon was meant" in browser(game.player).get(answer["Location"]).content.decode()
    again = Entry.objects.get(campaign=game.campaign, seq=roll(game, mara))
    assert document(again)["from"]["slot"] == 2
    assert game.verified().holds
    assert "Discard draws" not in shown(game, game.gm, undone).content.decode()


def test_a_reason_is_needed(game: Game, undone: int) -> None:
    assert let_go(game, game.gm, undone, reason=" ").status_code == 422
    assert "Discard draws" in shown(game, game.gm, undone).content.decode()


def test_dice_in_use_are_kept(game: Game, mara: str, undone: int) -> None:
    roll(game, mara)

    assert shown(game, game.gm, undone, "fresh-draws/").status_code == 404
    assert let_go(game, game.gm, undone).status_code == 409


def test_dice_of_what_stands_are_nobodys_to_drop(game: Game, mara: str) -> None:
    assert let_go(game, game.gm, roll(game, mara)).status_code == 404


def test_players_are_not_asked(game: Game, undone: int) -> None:
    assert "Discard draws" not in shown(game, game.player, undone).content.decode()
    assert let_go(game, game.player, undone).status_code == 403


def test_the_same_form_for_other_dice_is_refused_and_lets_nothing_go(
    game: Game, mara: str, undone: int
) -> None:
    second = roll(game, str(game.make("character", "Otto", will=4, state="active")))
    game.undo(second)
    sent = {"key": "once", "reason": "as agreed"}

    answers = [
        browser(game.gm).post(f"/campaigns/{game.campaign.pk}/log/{seq}/fresh-draws/", sent)
        for seq in (undone, second)
    ]

    assert [response.status_code for response in answers] == [302, 409]
    assert "Discard draws" in shown(game, game.gm, second).content.decode()
