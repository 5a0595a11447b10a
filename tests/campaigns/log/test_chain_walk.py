"""The quick walk along the chain finds every single change that the whole verification finds in it."""

from typing import Any

import pytest

from campaigns.log import chain_walk, guards
from campaigns.models import Entry, Part
from campaigns.services.redaction import redact
from tests.campaigns.spine import Game, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def game() -> Game:
    game = new_game()
    for number in range(4):
        game.act("table.note", {"words": f"note {number}"})
    game.campaign.refresh_from_db()
    return game


def test_whole_log_holds(game: Game) -> None:
    redact(actor=game.gm, entry=6, part=1, reason="a slip", key="redact")
    game.campaign.refresh_from_db()

    assert chain_walk.walk(game.campaign) == (game.campaign.head_seq, None)
    assert chain_walk.walk(game.campaign, 4, 6) == (3, None)


@pytest.mark.parametrize(
    "changed",
    [
        {"time": 1},
        {"cause": 2},
        {"format": 2},
        {"hash": "0" * 64},
        {"prev": "0" * 64},
        {"act": "00000000-0000-0000-0000-000000000000"},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_changed_header_is_named(game: Game, changed: dict[str, Any]) -> None:
    with guards.lifted():
        Entry.objects.filter(campaign=game.campaign, seq=6).update(**changed)

    assert broken_at(game) == 6


@pytest.mark.parametrize(
    "changed",
    [
        {"text": '"other"'},
        {"text": ""},
        {"nonce": "ab" * 32},
        {"audience": "gm"},
        {"kind": "act"},
        {"position": 7},
    ],
    ids=str,
)
def test_changed_part_is_named(game: Game, changed: dict[str, Any]) -> None:
    with guards.lifted():
        Part.objects.filter(entry__campaign=game.campaign, entry__seq=6, position=1).update(**changed)

    assert broken_at(game) == 6


def test_missing_entry_is_named(game: Game) -> None:
    with guards.lifted():
        found = Entry.objects.filter(campaign=game.campaign, seq=6)
        Part.objects.filter(entry__in=found)._raw_delete("default")
        for model in (entry_rows for entry_rows in (found[0].tags, found[0].changes)):
            model.all().delete()
        found._raw_delete("default")

    assert broken_at(game) == 6


def test_log_that_ends_early_is_named(game: Game) -> None:
    game.campaign.head_seq += 1

    assert broken_at(game) == game.campaign.head_seq


def broken_at(game: Game) -> int | None:
    _held, broken = chain_walk.walk(game.campaign)
    return broken.seq if broken else None
