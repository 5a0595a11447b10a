"""What may be overridden and what may be hidden stands on every page of a campaign, as it is in force."""

import re
from html import escape

import pytest
from django.test import Client

from campaigns.access import rights_of
from campaigns.games.demon_city.decks.acts import lay_out_decks
from campaigns.models import Membership
from campaigns.views.page_context import policy_line
from tests import people
from tests.campaigns import world as worlds
from tests.campaigns.test_every_url import EXPECTED, IN_CAMPAIGN
from tests.campaigns.world import PEOPLE, World

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def foot_of(page: str) -> str:
    found = re.search(r'<footer class="foot">\s*<p>(.*?)</p>', page, re.DOTALL)
    return re.sub(r"\s+", " ", found[1]).strip() if found else ""


def line_of(member: Membership) -> str:
    return escape(policy_line(rights_of(member)))


@pytest.mark.parametrize("who", ["observer", "player", "gm"])
def test_every_page_of_a_campaign_says_the_policy_in_force(who: str) -> None:
    table = people.make_table()
    worlds.act(table.gm, "table.begin_session", {})  # before, the home has nothing to speak of
    world = World(table, worlds.arguments_of(table, *worlds.call_demon(table.gm, table.player)))
    member, missing = getattr(table, who), []
    for name, pattern in IN_CAMPAIGN:
        if EXPECTED[name][0].split()[PEOPLE.index(who)] != "200":
            continue
        answer = world.client(who).get(world.url(name, pattern))
        is_page = answer.status_code == 200 and "text/html" in answer["Content-Type"]
        page = answer.content.decode() if is_page else ""
        if page.lstrip()[:14].lower() == "<!doctype html" and foot_of(page) != line_of(member):
            missing.append(name)

    assert missing == []


def test_changed_policy_stands_on_the_pages_at_once() -> None:
    table = people.make_table()
    client = Client()
    client.force_login(table.player.user)
    worlds.act(table.gm, "table.begin_session", {})
    home = f"/campaigns/{table.campaign.pk}/"
    before = foot_of(client.get(home).content.decode())

    worlds.act(table.gm, "table.change_policy", {"values": {"player_undo": False}})

    after = foot_of(client.get(home).content.decode())
    assert "Players may undo their own last action." in before
    assert "Only the GM can undo." in after


@pytest.mark.parametrize(
    ("games", "said"),
    [(["demon_city"], "No cards drawn by hand."), (["demon_city", "fallen"], "No dice rolled by hand.")],
)
def test_where_only_cards_are_played_it_speaks_of_cards(games: list[str], said: str) -> None:
    table = people.make_table()
    worlds.act(table.gm, "table.change_policy", {"values": {"games": games, "hand_dice": False}})

    assert said in policy_line(rights_of(table.gm))


def test_where_decks_are_laid_out_no_cards_of_a_real_table_are_promised() -> None:
    table = people.make_table()
    worlds.act(table.gm, "table.change_policy", {"values": {"games": ["demon_city"], "hand_dice": True}})
    before = policy_line(rights_of(table.gm))

    lay_out_decks(actor=table.gm, key="decks")

    assert "Cards drawn by hand are marked." in before
    assert "by hand" not in policy_line(rights_of(table.gm))
    assert "Cards are drawn from the decks laid out here." in policy_line(rights_of(table.gm))
