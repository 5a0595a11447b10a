"""What a reader takes away to check the log by themselves."""

import json
from typing import Any

import pytest
from django.test import Client

from campaigns.log import export_lines
from campaigns.models import Membership
from tests.campaigns.spine import Game, browser, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def game() -> Game:
    return new_game()


def get(game: Game, member: Membership, path: str) -> Any:
    client = Client()
    client.force_login(member.user)
    return client.get(f"/campaigns/{game.campaign.pk}/log/{path}")


def lines_for(game: Game, member: Membership, after: int = 0) -> list[dict[str, Any]]:
    return [json.loads(line) for line in get(game, member, f"lines/?after={after}").content.splitlines()]


def test_each_entry_comes_with_its_header_and_parts(game: Game) -> None:
    game.act("table.note", {"words": "The rain begins."}, by=game.player)

    last = lines_for(game, game.observer)[-1]

    game.campaign.refresh_from_db()
    assert (last["seq"], last["hash"]) == (game.campaign.head_seq, game.campaign.head_hash)
    assert last["header"]["seq"] == last["seq"]
    assert [sorted(part) for part in last["parts"]] == [["nonce", "text"], ["nonce", "text"]]


def test_a_sealed_entry_gives_its_place_alone(game: Game) -> None:
    game.act("table.note", {"words": "Vesh lies.", "audience": "gm"})

    sealed, open_to_gm = (lines_for(game, membership)[-1] for membership in (game.player, game.gm))

    assert sealed["parts"] == [{"why": "sealed"}] * 7
    assert sealed["hash"] == open_to_gm["hash"]
    assert '"Vesh lies."' in [part["text"] for part in open_to_gm["parts"]]


def test_lines_go_on_after_a_number(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export_lines, "AT_ONCE", 2)

    assert [line["seq"] for line in lines_for(game, game.player, after=2)] == [3, 4]


def test_a_number_that_is_none_is_refused(game: Game) -> None:
    assert get(game, game.player, "lines/?after=first").status_code == 400


@pytest.mark.parametrize(("after", "stands"), [(2, True), (99, False)])
def test_head_tells_the_hash_of_what_was_seen(game: Game, after: int, stands: bool) -> None:
    head = get(game, game.player, f"head/?after={after}").json()

    game.campaign.refresh_from_db()
    assert (head["seq"], head["hash"]) == (game.campaign.head_seq, game.campaign.head_hash)
    assert head["seen"] == (lines_for(game, game.player)[after - 1]["hash"] if stands else None)


def test_the_page_says_itself_how_a_draw_is_worked_out(game: Game) -> None:
    page = browser(game.player).get(f"/campaigns/{game.campaign.pk}/log/dice/").content.decode()

    assert "HMAC-SHA256" in page
    assert "pactbook draw 1" in page
    assert "About page" not in page
