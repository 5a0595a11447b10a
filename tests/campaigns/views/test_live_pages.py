"""Pages that stay open: what they are sent when something is played."""

import re
from pathlib import Path
from typing import Any, cast

import pytest
from django.template.backends.django import Template as LoadedTemplate
from django.template.defaulttags import ForNode, IfNode, WithNode
from django.template.loader import get_template
from django.template.loader_tags import BlockNode, ExtendsNode, IncludeNode
from django.urls import reverse

from campaigns.services.presence import see
from campaigns.services.reviewing import write_comment
from campaigns.templatetags.live import PartNode
from tests.campaigns.open_pages import OpenPage, contents
from tests.campaigns.spine import Game, browser, new_game_in_a_scene

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
ROOT = Path(__file__).parents[3] / "templates"


@pytest.fixture
def game() -> Game:
    return new_game_in_a_scene()


def test_only_what_changed_is_sent(game: Game) -> None:
    mara = game.make(
        "character", "Mara", owner=game.player, state="active", stamina=4, will=4, lore=2, humanity=4
    )
    page = OpenPage(browser(game.player), reverse("table", args=[game.campaign.pk]))

    assert page.ask() == "", "nothing has happened"
    game.edit(mara, temporary=2)
    sent = page.ask()

    assert {"cast", "news"} <= set(contents(sent))
    assert 'id="log-rows" class="log" data-after=' in sent and 'hx-swap-oob="beforeend"' in sent
    assert "head-clock" not in sent and "head-links" not in sent
    assert page.ask() == "", "nothing comes twice"
    fresh = browser(game.player).get(page.address).content.decode()
    assert contents(page.text) == contents(fresh)


def test_of_a_page_without_parts_and_of_one_that_is_gone_the_frame_is_told(game: Game) -> None:
    mara = game.make("character", "Mara", owner=game.player, state="active")
    gone = OpenPage(browser(game.other_player), reverse("character", args=[game.campaign.pk, mara]))
    rules = OpenPage(browser(game.player), reverse("campaign_rules", args=[game.campaign.pk]))

    hidden = {"kind": "character", "name": "Mara", "visibility": "gm", "owner": None}
    game.act("table.edit", {"record": mara, "reason": "as agreed", "about": hidden})
    game.act("table.advance_clock", {"seconds": 7200})

    for opened in (gone, rules):
        assert "Day 1, 02:00" in opened.ask()
        assert "Day 1, 02:00" in opened.text
    assert "Mara" in gone.text, "what somebody reads is not taken from under their eyes"


def test_rows_that_were_missed_come_in_order_and_none_twice(game: Game) -> None:
    page = OpenPage(browser(game.observer), reverse("table", args=[game.campaign.pk]))
    for number in range(40):
        game.act("table.note", {"words": f"Step {number} creaks."})

    while page.ask().strip():
        pass

    numbers = [int(one) for one in re.findall(r'id="entry-(\d+)"', page.text)]
    assert numbers == sorted(set(numbers))
    assert all(f"Step {number} creaks." in page.text for number in range(40))


def test_what_is_said_of_an_entry_reaches_whoever_has_the_log_open(game: Game) -> None:
    seq = game.act("table.note", {"words": "It rains."}).entry.seq
    log, entry = (
        OpenPage(browser(game.observer), address)
        for address in (
            reverse("log", args=[game.campaign.pk]),
            reverse("log_entry", args=[game.campaign.pk, seq]),
        )
    )

    write_comment(author=game.player, seq=seq, words="Not in here.")

    assert "Not in here." in log.ask() and "Not in here." in log.text
    assert "Not in here." in entry.ask() and "Not in here." in entry.text
    assert log.ask().strip() == "", "what was told is not told again"


def test_a_comment_reaches_the_gm_whom_a_call_that_was_seen_stirred_before(game: Game) -> None:
    seq = game.act("table.note", {"words": "It rains."}).entry.seq
    see(game.player, ["action_round:0:1"])
    log = OpenPage(browser(game.gm), reverse("log", args=[game.campaign.pk]))

    write_comment(author=game.player, seq=seq, words="Not in here.")

    assert "Not in here." in log.ask()


def test_every_part_of_a_page_is_found_without_making_the_page() -> None:
    """A part stands where `patches` goes through, or nobody would be sent it."""
    names = [one.relative_to(ROOT).as_posix() for one in sorted(ROOT.rglob("*.html"))]
    loaded = {name: cast("LoadedTemplate", get_template(name)).template for name in names}
    ways = (BlockNode, IfNode, ForNode, WithNode, PartNode, IncludeNode, ExtendsNode)

    def found(nodes: Any) -> int:
        return sum(
            isinstance(node, PartNode)
            + sum(
                found(getattr(node, inner, ()))
                for inner in node.child_nodelists
                if isinstance(node, ways) and inner != "nodelist_empty"
            )
            for node in nodes
        )

    for name, template in loaded.items():
        assert found(template.nodelist) == len(template.nodelist.get_nodes_by_type(PartNode)), name
