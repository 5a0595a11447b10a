"""A campaign that plays several games: what belongs to one stands on its pages and on nobody else's."""

import re
from html import unescape
from typing import Any

import pytest
from django.urls import reverse

from campaigns.game import games
from campaigns.models import Membership
from tests.campaigns.fighting import FIELD, FORM, fighter
from tests.campaigns.spine import Game, browser, new_game_in_a_scene

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def game() -> Game:
    return new_game_in_a_scene()


def forms_to(address: str, told: str) -> list[dict[str, str]]:
    """What the forms of a page send to an address."""
    return [dict(FIELD.findall(one.group(0))) for one in FORM.finditer(told) if one.group(1) == address]


@pytest.mark.clause("TAB-TURN-04")
def test_pages_end_the_fight_of_their_own_game() -> None:
    game = new_game_in_a_scene()
    bo = game.make("fallen.character", "Bo", state="active", in_combat=True)
    hit: dict[str, Any] = {"round.hit.rot": True}
    ann = game.make("pandemonium.character", "Ann", state="active", **hit)
    gm, ends = browser(game.gm), reverse("play_action", args=[game.campaign.pk, "table.end_fight"])
    pages = {name: reverse(name, args=[game.campaign.pk]) for name in ("table", "fight", "spells")}

    def told(address: str) -> str:
        return gm.get(address).content.decode()

    shown = {name: forms_to(ends, told(address)) for name, address in pages.items()}
    assert [form["game"] for form in shown["table"]] == ["pandemonium", "fallen"]
    assert [form["game"] for form in shown["spells"]] == ["pandemonium"]
    assert "End the fight: Fallen" in told(pages["table"])
    offered = told(ends)
    assert [name in offered for name in ("all games", "Fallen", "Demon City")] == [True, True, False]
    assert "Whether another game still counts by the table" in offered, "under Override"

    (form,) = shown["fight"]
    after = gm.post(ends, form, follow=True).content.decode()

    assert game.sheet(bo)["in_combat"] is False
    assert game.sheet(ann).under("round") == {"hit.rot": True}
    assert "No fight in progress" in after
    assert "The fight in Fallen is over." in told(pages["table"])
    assert [form["game"] for form in forms_to(ends, told(pages["table"]))] == ["pandemonium"]


def test_where_no_game_counts_nobody_is_asked_which_one_ends() -> None:
    game = new_game_in_a_scene()

    page = browser(game.gm).get(reverse("play_action", args=[game.campaign.pk, "table.end_round"]))

    assert "all games" not in page.content.decode()
    assert browser(game.gm).post(page.wsgi_request.path, {"key": "end", "game": ""}).status_code == 302


@pytest.mark.parametrize("action", ["table.end_round", "table.end_fight"])
def test_where_one_game_is_played_nobody_is_asked_which_one_ends(action: str) -> None:
    game = new_game_in_a_scene()
    game.act("table.change_policy", {"values": {"games": ["pandemonium"]}})
    hit: dict[str, Any] = {"round.hit.rot": True}
    game.make("pandemonium.character", "Ann", state="active", **hit)
    address = reverse("play_action", args=[game.campaign.pk, action])

    shown = browser(game.gm).get(address).content.decode()

    assert "all games" not in shown
    assert "other games" not in shown
    assert '<input type="hidden" name="game" value="pandemonium"' in shown


def test_live_pages_list_what_concerns_their_game(game: Game) -> None:
    bo = fighter(game.gm, "Bo", kind="mortal")
    cy = game.make("demon_city.character", "Cy", state="active", stage="announcing")
    game.make("demon_city.round", "Round 1", order=[cy])
    game.act("fallen.initiative", {"fighters": [{"id": bo}]})
    game.edit(cy, toughness=2)
    game.edit(bo, strength=3)
    said = {"Bo waits": [bo], "Cy waits": [cy], "Both wait": [bo, cy], "It rains": []}
    for words, about in said.items():
        game.act("table.note", {"words": words, "audience": "table", "about": about})
    game.act("table.end_round", {"game": "pandemonium"})

    def told(name: str) -> list[bool]:
        page = unescape(browser(game.gm).get(reverse(name, args=[game.campaign.pk])).content.decode())
        return [words in page for words in said]

    assert told("fight") == [True, False, True, True]
    assert told("action_round") == [False, True, True, True]
    page = browser(game.gm).get(reverse("table", args=[game.campaign.pk])).content.decode()
    parts = (
        'label">Demon City</h3>',
        "No decks are laid out",
        f"hand-{cy}",
        'label">Fallen</h3>',
        f"hand-{bo}",
    )
    places = [page.index(part) for part in parts]
    assert places == sorted(places), "what a game has on the table stands with those who are played in it"


def test_lists_name_the_games_that_somebody_plays_and_theirs_first(game: Game) -> None:
    ann = game.make("pandemonium.character", "Ann", owner=game.player, state="active", control="player")
    cy = game.make("demon_city.character", "Cy", owner=game.other_player, state="active", control="player")
    game.act("table.create", {"about": {"kind": "fallen.weapon", "name": "Axe", "visibility": "table"}})

    def told(name: str, query: str = "", by: Membership = game.player) -> str:
        answer = browser(by).get(reverse(name, args=[game.campaign.pk]) + query)
        assert answer.status_code == 200
        return unescape(answer.content.decode())

    def choices(page: str, name: str) -> str:
        return page.split(f'id="find-{name}"')[1].partition("</select>")[0]

    def groups(page: str, name: str) -> list[str]:
        return re.findall(r'<optgroup label="([^"]*)">', choices(page, name))

    log = told("log")
    assert 'placeholder="PAN-' in log
    assert groups(log, "action") == ["Pandemonium", "The table"]
    assert groups(log, "record") == ["Pandemonium", "Demon City", "Fallen"]
    assert groups(told("log", by=game.gm), "action") == ["Pandemonium", "Demon City", "The table"]
    # A link may ask for what no list offers, and the log is that of all.
    led = told("log", "?system=demon_city")
    assert '<option value="demon_city" selected>Demon City</option>' in choices(led, "system")

    settings = told("campaign_settings", by=game.gm)
    assert "#fallen" not in settings and "#demon-city" in settings
    policies = settings.split('id="policies"')[1].split("</section>")[0]
    never = {one.name for one in games().values() if one.permissions.never_sealed and one.name in policies}
    assert never <= {"Demon City", "Pandemonium"} and "Fallen" not in policies

    asked = [told("ask", query, game.gm) for query in ("", f"?who={cy}", f"?who={ann}")]
    assert [re.findall(r"<h2>(.*?)</h2>", one)[:2] for one in asked] == [
        ["Pandemonium", "Demon City"],
        ["Demon City", "Pandemonium"],
        ["Pandemonium", "Demon City"],
    ]
