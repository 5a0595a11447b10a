"""What others answered to one's act reaches whoever acted: in place of the act, and as news on every page."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.models import CampaignState, Entry
from campaigns.queries import timeline
from campaigns.queries.came_of import came_of
from campaigns.queries.news import news
from campaigns.viewing import Viewer
from campaigns.views import own_acts
from tests.campaigns.conftest import SignIn
from tests.campaigns.fighting import begun, fighter
from tests.campaigns.magic import Magic, new_magic
from tests.campaigns.spine import browser, input_of
from tests.campaigns.views.test_news import told
from tests.campaigns.world import act
from tests.people import Table

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def magic() -> Magic:
    return new_magic()


def newest() -> int:
    return Entry.objects.latest("seq").seq


def last(magic: Magic, who: str) -> list[int]:
    """The entries that the board shows somebody of what they just did."""
    url = reverse("spells", args=[magic.game.campaign.pk])
    text = browser(getattr(magic.game, who)).get(url).content.decode()
    section = re.search(r'id="last".*?</section>', text, re.DOTALL)
    return [int(one) for one in re.findall(r'id="entry-(\d+)"', section[0])] if section else []


def bell(signed_in: SignIn, magic: Magic, who: str, page: str = "log") -> list[str]:
    return told(signed_in, getattr(magic.game, who), page)


def cast(magic: Magic) -> str:
    """Mira's player casts on Nan, who is another player's, and on Bob, who is the GM's."""
    spell = {"aspect": "vulgar", "kind": "control", "arcanum": "mind", "name": "Strings"}
    given = {"spell": spell, "caster": {"id": magic.mira}, "targets": [magic.nan, magic.bob]}
    return str(input_of(magic.play("cast", given, by=magic.game.player))["spell"]["id"])


def test_what_a_spell_came_to_takes_the_place_of_its_casting_and_is_news_to_whoever_cast(
    magic: Magic, signed_in: SignIn
) -> None:
    game = magic.game
    spell = cast(magic)
    cast_by = newest()
    assert last(magic, "player") == [cast_by]
    assert bell(signed_in, magic, "player") == []

    magic.resist(spell, magic.nan, *(1,) * 5, by=game.other_player)
    by_nan = newest()

    assert last(magic, "player") == last(magic, "other_player") == [by_nan]
    for page in ("log", "table", "spells", "fight"):
        (line,) = bell(signed_in, magic, "player", page)
        assert "Nan" in line, page
    assert (
        bell(signed_in, magic, "gm")
        == bell(signed_in, magic, "other_player")
        == bell(signed_in, magic, "observer")
        == []
    )

    magic.resist(spell, magic.bob, *(1,) * 5)
    by_bob = newest()
    assert last(magic, "player") == [by_nan, by_bob]
    assert len(bell(signed_in, magic, "player")) == 2
    game.undo(by_bob)
    assert last(magic, "player") == [by_nan], "what was undone is no answer"
    assert "Nan" in bell(signed_in, magic, "player")[0]

    game.act("table.note", {"words": "Well."}, by=game.player)
    assert bell(signed_in, magic, "player") == []
    assert last(magic, "player") == []


def test_in_a_fight_too_whoever_strikes_hears_how_it_was_met(table: Table, signed_in: SignIn) -> None:
    ana = fighter(table.gm, "Ana", table.player, brawl=2)
    bo = fighter(table.gm, "Bo", table.other_player)
    begun(table.gm, {"ana": ana, "bo": bo})
    struck = {"attacker": {"id": ana}, "target": {"id": bo}, "maneuver": "strike"}
    act(table.player, "fallen.attack", struck, hand=(9, 9, 4, 4, 4))
    assert told(signed_in, table.player) == []

    met = {"defender": {"id": bo}, "maneuver": "dodge", "against": 2}
    act(table.gm, "fallen.defend", met, hand=(9, 9, 9))

    (line,) = told(signed_in, table.player)
    assert "Bo" in line
    assert told(signed_in, table.gm) == []


LOG = re.compile(
    r"INDEX (?:tags|changes|acts)_of_\w+ \((.*)\)|INDEX campaigns_(?:tag|change|act|entry)_\w+ \((.*)\)"
)


def test_what_each_page_asks_of_the_log_is_found_by_an_index(magic: Magic) -> None:
    """By the whole of a value or from an entry on: none reads all of a kind, or the log from its beginning."""
    game = magic.game
    magic.resist(cast(magic), magic.nan, *(1,) * 5, by=game.other_player)
    campaign, viewer = game.campaign, Viewer.of(game.player)
    campaign.refresh_from_db()
    settings = CampaignState.objects.get(pk=campaign.pk).settings

    answer = newest()

    with CaptureQueriesContext(connection) as asked:
        assert len(news(campaign, viewer, game.player, settings)) == 1
        assert own_acts._newest_act(campaign.pk, game.player.pk)
        assert came_of(campaign.pk, answer - 1) == [answer]
        assert timeline.some_entries(campaign, viewer, [answer])

    plans = [plan for one in asked.captured_queries for plan in plan_of(one["sql"])]
    by_index = [one for plan in plans for found in LOG.findall(plan) for one in found if one]
    assert len(by_index) > 15
    assert [one for one in by_index if not re.search("seq|value|record|member_id|entry_id", one)] == []
    assert [
        one for one in plans if re.match(r"SCAN campaigns_(tag|change|act|entry|part|record)\b", one)
    ] == []


def plan_of(sql: str) -> list[str]:
    """How SQLite finds the rows of a query."""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
        return [row[3] for row in cursor.fetchall()]
