"""From a card of the cast the GM hurts, heals and hinders somebody in a tap, by the game's own acts."""

import html
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.games.demon_city.decks.acts import lay_out_decks
from campaigns.models import Entry, Record
from campaigns.state.rows import read_sheet
from tests.campaigns.conftest import SignIn
from tests.campaigns.fighting import fighter
from tests.campaigns.spine import document
from tests.factories import make_character, make_demon, make_record
from tests.people import Table

pytestmark = pytest.mark.slow


def url(table: Table, who: str) -> str:
    return reverse("change_somebody", args=[table.campaign.pk, who])


def tap(client: Client, table: Table, who: str, code: str) -> Any:
    """One button of the panel, pressed as it is offered."""
    page = client.get(url(table, who)).content.decode()
    assert f'name="do" value="{code}"' in page, re.findall(r'name="do" value="([^"]*)"', page)
    key = re.search(r'name="key" value="([^"]*)"', page)
    assert key
    return client.post(url(table, who), {"key": key[1], "do": code})


def fields(who: str) -> dict[str, Any]:
    return read_sheet(Record.objects.get(pk=who)).fields


def newest(table: Table) -> Entry:
    return Entry.objects.filter(campaign=table.campaign).latest("seq")


def actions(table: Table) -> list[str]:
    return [
        step["action"] for step in document(newest(table))["steps"] if step["action"] != "table.carry_out"
    ]


def demon_city(table: Table) -> str:
    lay_out_decks(actor=table.gm, key="decks")
    stats = {"stats.agility": 3, "stats.toughness": 3, "toughness": 3, "state": "active"}
    return str(make_record(table.gm, "demon_city.character", "Marty", owner=table.player, **stats).pk)


def pandemonium(table: Table) -> str:
    traits = {"traits.stamina": 2, "traits.size": 5, "willpower": 2, "state": "active"}
    return str(make_record(table.gm, "pandemonium.character", "Rhea", owner=table.player, **traits).pk)


def sorcerer(table: Table) -> str:
    return str(make_character(table.player, "Mara", lasting=4).pk)


def demon(table: Table) -> str:
    return str(make_demon(table.gm, "Tallowmere", state="present").pk)


def fallen(table: Table) -> str:
    return fighter(table.gm, "Ana", table.player)


TAPS: list[tuple[Any, str, str, str, Any]] = [
    (fallen, "lethal-2", "fallen.apply_damage", "lethal", 2),
    (fallen, "dazed-on", "table.edit", "dazed", True),
    (fallen, "held-on", "table.edit", "restraint", "held"),
    (demon_city, "damage-2", "table.edit", "toughness", 1),
    (demon_city, "panicked-on", "table.edit", "panicked", True),
    (pandemonium, "willpower-less", "table.edit", "willpower", 1),
    (sorcerer, "fists-2", "sorcerer.damage", "incoming_temporary", 2),
    (sorcerer, "temporary-more", "table.edit", "temporary", 1),
    (sorcerer, "rest", "sorcerer.recover", "lasting", 2),
    (demon, "edged-1", "sorcerer.damage", "incoming_lasting", 1),
]


@pytest.mark.parametrize(("make", "code", "action", "field", "value"), TAPS)
def test_a_tap_plays_the_act_of_the_game(
    table: Table, signed_in: SignIn, make: Any, code: str, action: str, field: str, value: Any
) -> None:
    who = make(table)

    assert tap(signed_in(table.gm), table, who, code).status_code == 302

    assert actions(table) == [action]
    assert fields(who)[field] == value


def test_wounds_come_and_go_and_each_tap_is_told(table: Table, signed_in: SignIn) -> None:
    who, gm = pandemonium(table), signed_in(table.gm)
    before = fields(who)["health"]
    tap(gm, table, who, "bashing-3")
    assert fields(who)["health"]["bashing"] == 3
    tap(gm, table, who, "heal-bashing")
    assert fields(who)["health"]["bashing"] == 2
    assert document(newest(table))["steps"][0]["input"]["reason"] == "At the table: Heal: 1 bashing"
    while "heal-bashing" in gm.get(url(table, who)).content.decode():
        tap(gm, table, who, "heal-bashing")
    assert fields(who)["health"] == before

    marty = demon_city(table)
    tap(gm, table, marty, "damage-3")
    tap(gm, table, marty, "heal-2")
    assert (fields(marty)["toughness"], actions(table)) == (2, ["demon_city.heal"])
    tap(gm, table, marty, "throw")
    assert actions(table)[-1] == "demon_city.damage"


def test_what_stands_is_marked_and_ends_with_a_tap(table: Table, signed_in: SignIn) -> None:
    ana, gm = fighter(table.gm, "Ana", table.player), signed_in(table.gm)
    tap(gm, table, ana, "prone-on")
    page = gm.get(url(table, ana)).content.decode()
    assert 'value="prone-off" aria-pressed="true"' in page

    stale = gm.post(url(table, ana), {"key": "k", "do": "prone-on"})
    assert stale.status_code == 409
    assert "no longer possible" in stale.content.decode()
    tap(gm, table, ana, "prone-off")
    assert fields(ana)["prone"] is False
    held = {"key": "twice", "do": "prone-on"}
    assert gm.post(url(table, ana), held).status_code == 302
    assert gm.post(url(table, ana), {**held, "do": "dazed-on"}).status_code == 409


def test_in_the_page_the_panel_comes_back_with_what_was_done(table: Table, signed_in: SignIn) -> None:
    ana, gm = fighter(table.gm, "Ana", table.player), signed_in(table.gm)
    answer = gm.post(url(table, ana), {"key": "k", "do": "bashing-1"}, headers={"HX-Request": "true"})
    text = answer.content.decode()
    assert f"No. {newest(table).seq} is in the log" in text
    assert 'value="heal-bashing"' in text
    assert "<html" not in text
    for page, is_refreshed in (("campaign_home", False), ("log", True)):
        address = reverse(page, args=[table.campaign.pk])
        headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{address}"}
        answer = gm.post(url(table, ana), {"key": page, "do": "bashing-1"}, headers=headers)
        assert answer.has_header("HX-Refresh") == is_refreshed, page


@pytest.mark.parametrize(
    ("make", "damage", "healing", "condition"),
    [
        (sorcerer, "fists-1", "rest", "temporary-more"),
        (demon, "edged-1", "rest", "temporary-more"),
        (pandemonium, "lethal-1", "heal-bashing", "willpower-less"),
        (demon_city, "throw", "heal-1", "out-on"),
        (fallen, "bashing-1", "heal-bashing", "prone-on"),
    ],
)
def test_every_game_offers_damage_healing_a_condition_and_a_note_on_a_card(
    table: Table, signed_in: SignIn, make: Any, damage: str, healing: str, condition: str
) -> None:
    who, gm = make(table), signed_in(table.gm)
    hurts = {"heal-bashing": "bashing-1", "heal-1": "damage-1"}
    if healing in hurts:  # what somebody has lost is what they may regain
        assert f'value="{healing}"' not in gm.get(url(table, who)).content.decode()
        tap(gm, table, who, hurts[healing])

    home = gm.get(reverse("campaign_home", args=[table.campaign.pk])).content.decode()
    panel = gm.get(url(table, who)).content.decode()

    assert f'hx-get="{url(table, who)}"' in home
    assert {damage, healing, condition, "note"} <= set(re.findall(r'name="do" value="([^"]*)"', panel))


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (pandemonium, "Able, 7 boxes left"),
        (demon_city, "Toughness"),
        (fallen, "Unhurt"),
        (sorcerer, "Humanity"),
    ],
)
def test_the_page_says_how_they_are_before_anything_is_changed(
    table: Table, signed_in: SignIn, make: Any, told: str
) -> None:
    shown = signed_in(table.gm).get(url(table, make(table))).content.decode()

    assert told in shown.partition('class="page-title"')[2].partition('class="stack-tight change"')[0]


def test_a_note_is_the_players_too_and_the_rest_is_the_gms(table: Table, signed_in: SignIn) -> None:
    ana = fighter(table.gm, "Ana", table.player)
    mine = signed_in(table.player)
    page = mine.get(url(table, ana)).content.decode()
    assert re.findall(r'name="do" value="([^"]*)"', page) == ["note"]
    assert mine.post(url(table, ana), {"key": "k", "do": "bashing-1"}).status_code == 409

    note = {"key": "n", "do": "note", "words": "She limps.", "audience": "table"}
    assert mine.post(url(table, ana), {**note, "words": ""}).status_code == 422
    assert mine.post(url(table, ana), note).status_code == 302
    step = document(newest(table))["steps"][0]
    assert (step["input"]["words"], step["input"]["about"]) == ("She limps.", [ana])
    secret = {**note, "key": "s", "audience": "gm", "words": "She lies."}
    assert signed_in(table.gm).post(url(table, ana), secret).status_code == 302
    assert "She lies." not in mine.get(reverse("log", args=[table.campaign.pk])).content.decode()
    assert signed_in(table.other_player).get(url(table, ana)).status_code == 403


def test_the_fold_stands_on_the_card_of_whom_one_may_change(table: Table, signed_in: SignIn) -> None:
    ana, mara = fighter(table.gm, "Ana", table.player), sorcerer(table)
    tallow = demon(table)
    at = reverse("table", args=[table.campaign.pk])
    offered = {
        member: [who for who in (ana, mara, tallow) if url(table, who) in _page(signed_in(member), at)]
        for member in (table.gm, table.player, table.other_player, table.observer)
    }
    assert list(offered.values()) == [[ana, mara, tallow], [ana, mara], [], []]


def _page(client: Client, at: str) -> str:
    return html.unescape(client.get(at).content.decode())
