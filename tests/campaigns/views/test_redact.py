"""Taking words out of the log from an entry's page."""

from typing import Any

import pytest

from campaigns.models import Membership
from tests.campaigns.spine import Game, browser, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

WORDS = "The doctor's real name is Ilse."


@pytest.fixture
def game() -> Game:
    return new_game()


@pytest.fixture
def seq(game: Game) -> int:
    return game.act("table.note", {"words": WORDS}, by=game.player).entry.seq


def page(game: Game, member: Membership, path: str) -> Any:
    return browser(member).get(f"/campaigns/{game.campaign.pk}/log/{path}")


def take_out(game: Game, member: Membership, seq: int, **form: str) -> Any:
    sent = {"key": "once", "part": "1", "reason": "a real person", **form}
    return browser(member).post(f"/campaigns/{game.campaign.pk}/log/{seq}/redact/", sent)


@pytest.mark.parametrize("who", ["player", "gm"])
def test_author_and_gm_take_words_out_for_good(game: Game, seq: int, who: str) -> None:
    assert "Remove text" in page(game, getattr(game, who), f"{seq}/").content.decode()

    answer = take_out(game, getattr(game, who), seq)

    assert answer.status_code == 302
    assert "real name is Ilse" not in page(game, game.gm, "").content.decode()
    report = game.verified()
    assert (report.holds, report.redacted) == (True, 1)


def test_others_have_nothing_to_take_out(game: Game, seq: int) -> None:
    assert "Remove text" not in page(game, game.other_player, f"{seq}/").content.decode()
    assert take_out(game, game.other_player, seq).status_code == 404
    assert take_out(game, game.observer, seq).status_code == 403


def test_a_reason_is_needed_and_nothing_is_lost(game: Game, seq: int) -> None:
    answer = take_out(game, game.gm, seq, reason="")

    assert answer.status_code == 422
    assert "real name is Ilse" in page(game, game.player, "").content.decode()


def test_an_entry_without_words_has_no_such_page(game: Game) -> None:
    assert page(game, game.gm, "1/redact/").status_code == 404
