"""Whoever is changed by what they may not see is told what their own sheet shows, and nothing of who or by what."""

import re
from typing import Any

import pytest

from campaigns.models import Membership
from tests.campaigns.games.pandemonium.test_hidden_spells import cast_unseen
from tests.campaigns.spine import BY_OVERRIDE, Game, browser, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.postgres]

BODY = {"traits.stamina": 2, "traits.size": 5}


BY_CHANCE = re.compile(r'(?<=value=")\w{20,}|[0-9a-f-]{36}')
"""Keys of forms and ids of campaigns."""
NEWS = r'<form class="news".*?</form>'


def lines(member: Membership, page: str = "log/") -> list[str]:
    """What stands as news on a page of theirs, in words."""
    answer = browser(member).get(f"/campaigns/{member.campaign_id}/{page}").content.decode()
    found = [re.sub(r"<[^>]*>", " ", one) for one in re.findall(NEWS, answer, re.DOTALL)]
    return [" ".join(one.partition("No. ")[0].split()) for one in found]


def cursed(**spell: Any) -> tuple[Game, str, str]:
    """A game with Bob, whom a spell that somebody unseen cast reaches for, and who has done something since."""
    game, bob, eye, _cast = cast_unseen()
    game.edit(bob, **BODY)
    game.edit(eye, **{"kind": "direct", "potency": 3, **spell})
    game.act("table.note", {"words": "Rain."}, by=game.player)
    return game, bob, eye


def harm(game: Game, eye: str, bob: str) -> int:
    sides = {"spell": {"id": eye}, "target": {"id": bob}, "resist": {"successes": 0}}
    given = {**sides, "compare": "resolve", "damage": {"kind": "lethal"}}
    return game.act("pandemonium.direct", given, override=BY_OVERRIDE).entry.seq


@pytest.mark.clause("PAN-RESIST-11")
def test_whom_a_hidden_spell_hurts_is_told_that_and_nothing_of_it() -> None:
    game, bob, eye = cursed()
    seq = harm(game, eye, bob)

    for page in ("log/", "table/", f"characters/{bob}/", "spells/"):
        (line,) = lines(game.player, page)
        assert line == "Something changed, and only the GM sees why. Bob: Able, 4 boxes left."
    for other in (game.gm, game.other_player, game.observer):
        assert lines(other) == []
    game.undo(seq)
    game.campaign.refresh_from_db()
    (turned,) = lines(game.player)
    assert "7 boxes left" in turned
    assert game.verified().faults == []


@pytest.mark.clause("PAN-RESIST-11")
def test_what_hurts_alike_unseen_is_told_in_the_same_bytes() -> None:
    told = []
    for spell in (
        {"arcanum": "mind", "tenacity": 1},
        {"arcanum": "death", "tenacity": 4, "aspect": "covert", "temporary": True},
    ):
        game, bob, eye = cursed(**spell)
        harm(game, eye, bob)
        pages = [
            browser(game.player).get(f"/campaigns/{game.campaign.pk}/{page}") for page in ("table/", "log/")
        ]
        found = [re.findall(NEWS, page.content.decode(), re.DOTALL) for page in pages]
        told.append([BY_CHANCE.sub("", one) for page in found for one in page])
    assert len(told[0]) == 2
    assert told[0] == told[1]


@pytest.mark.clause("PAN-RESIST-11")
def test_what_no_sheet_shows_is_no_news_and_crowds_none_out() -> None:
    """A hidden spell's hold on Bob, again and again: his pages are the same without it."""
    pages = []
    for times in (0, 12):
        game, bob, eye = cursed(kind="investigation", aspect="covert")
        game.edit(bob, willpower=2)
        search = {"spell": {"id": eye}, "target": {"id": bob}, "aim": "learn", "compare": "resolve"}
        for _ in range(times):
            given = {**search, "resist": {"successes": 0}}
            game.undo(game.act("pandemonium.investigate", given, override=BY_OVERRIDE).entry.seq)
        pages.append(lines(game.player))
    assert "Willpower 3 → 2" in pages[0][0]
    assert pages[0] == pages[1]


def test_a_field_that_only_the_gm_reads_is_no_news_where_the_act_is_sealed() -> None:
    game = new_game()
    demon = game.make("demon", "Vesh", owner=game.player)
    game.act("table.note", {"words": "Rain."}, by=game.player)
    game.edit(demon, need="camphor")

    assert all("camphor" not in line for line in lines(game.player))
