"""A round of Action from its one page: begun, announced, sorted, flipped, and gone on from."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.forms.people import new_key
from campaigns.models import Record
from campaigns.services.decks import lay_out_decks
from tests.campaigns.conftest import SignIn
from tests.campaigns.test_query_counts import queries_of
from tests.campaigns.world import act
from tests.factories import make_record
from tests.people import Table

pytestmark = pytest.mark.django_db

FIGHTER = "demon_city.character"


def somebody(table: Table, name: str, agility: int, **fields: Any) -> str:
    stats = {"stats.agility": agility, "stats.toughness": 3, "toughness": 3, "state": "active"}
    owner = table.player if fields.pop("is_played", False) else None
    control = {} if owner else {"control": "gm"}
    stored: dict[str, Any] = {**stats, **control, **fields}
    return str(make_record(table.gm, FIGHTER, name, owner=owner, **stored).pk)


def three(table: Table) -> dict[str, str]:
    """A player's character, the ghoul that she meets, and somebody else's killer."""
    lay_out_decks(actor=table.gm, key=new_key())
    return {
        "ann": somebody(table, "Ann", 2, is_played=True),
        "ghoul": somebody(table, "The ghoul", 4),
        "killer": somebody(table, "The killer", 6),
    }


def page(client: Client, table: Table) -> str:
    answer = client.get(reverse("action_round", args=[table.campaign.pk]))
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def press(client: Client, table: Table, name: str, **given: Any) -> str:
    answer = client.post(reverse(name, args=[table.campaign.pk]), {"key": new_key(), **given}, follow=True)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def announce(table: Table, who: str, kind: str, *targets: str) -> None:
    current = Record.objects.filter(kind="demon_city.round").order_by("-born").first()
    assert current is not None
    given = {
        "round": {"id": str(current.pk)},
        "character": {"id": who},
        "kind": kind,
        "targets": list(targets),
    }
    act(table.gm, "demon_city.announce", given)


def announced(client: Client, table: Table) -> dict[str, str]:
    """A round in which everybody has announced."""
    people = three(table)
    press(client, table, "begin_round", who=list(people.values()))
    announce(table, people["ann"], "attack", people["ghoul"])
    announce(table, people["ghoul"], "attack", people["ann"])
    announce(table, people["killer"], "attack", people["ghoul"])
    return people


def flip_form(shown: str) -> dict[str, str]:
    """What the flip of the first Clash sends."""
    start = shown.index("How many cards")
    form = shown[shown.rindex("<form", 0, start) : shown.index("</form>", start)]
    inputs = re.findall(r"<input[^>]*>", form)
    found = {}
    for one in inputs:
        name, value = re.search(r' name="([^"]*)"', one), re.search(r' value="([^"]*)"', one)
        if name and value:
            found[name[1]] = value[1]
    return found


def test_the_gm_begins_a_round_with_one_press(table: Table, signed_in: SignIn) -> None:
    people, client = three(table), signed_in(table.gm)

    shown = press(client, table, "begin_round", who=list(people.values()))

    assert "Action: Round 1" in shown
    assert shown.index("Ann</a>") < shown.index("The ghoul</a>") < shown.index("The killer</a>")
    assert "<b>Ann</b> announces next" in shown


def test_a_round_has_somebody_in_it(table: Table, signed_in: SignIn) -> None:
    three(table)

    answer = signed_in(table.gm).post(reverse("begin_round", args=[table.campaign.pk]), {"key": new_key()})

    assert answer.status_code == 422
    assert "Tick at least one." in answer.content.decode()
    assert not Record.objects.filter(kind="demon_city.round").exists()


def test_only_whose_turn_it_is_has_the_way_to_announce(table: Table, signed_in: SignIn) -> None:
    people = three(table)
    press(signed_in(table.gm), table, "begin_round", who=list(people.values()))
    way = reverse("play_action", args=[table.campaign.pk, "demon_city.announce"])

    assert f"{way}?character={people['ann']}" in page(signed_in(table.player), table)
    announce(table, people["ann"], "defend")

    assert way not in page(signed_in(table.player), table)
    assert f"{way}?character={people['ghoul']}" in page(signed_in(table.gm), table)


def test_a_clash_of_several_sides_is_sorted_and_flipped(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    announced(client, table)
    sides = {"side.0": "the players", "side.1": "the dead", "side.2": "the killer"}

    shown = press(client, table, "sort_round", **sides)

    assert "Clash: Ann, The ghoul, The killer" in shown
    given = flip_form(shown)
    assert {given[f"sides.{number}.id"] for number in range(3)} == set(sides.values())
    assert [given[f"sides.{number}.by"] for number in range(3)] == ["players", "host", "host"]
    assert given["participants.2.targets.0.beat"] == "4"
    assert "participants.0.targets.0.beat" not in given
    url = reverse("play_action", args=[table.campaign.pk, "demon_city.clash"])
    answer = client.post(url, {**given, "participants.0.throws": "2"}, follow=True)
    after = unescape(answer.content.decode())
    assert answer.redirect_chain
    assert "How many cards" not in after
    assert "Begin the next round" in after


def test_drivers_of_two_sides_have_a_chase(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    announced(client, table)
    sides = {"side.0": "us", "side.1": "them", "side.2": "them", "driver.0": "on", "driver.2": "on"}

    shown = press(client, table, "sort_round", **sides)

    assert "Chase: Ann, The killer" in shown
    given = flip_form(shown)
    assert "chase.id" in given
    url = reverse("play_action", args=[table.campaign.pk, "demon_city.chase"])
    after = unescape(client.post(url, given, follow=True).content.decode())
    assert "How the drivers came out" in after


def test_who_only_moves_gets_away_from_who_attacks(table: Table, signed_in: SignIn) -> None:
    client, people = signed_in(table.gm), three(table)
    press(client, table, "begin_round", who=[people["ann"], people["ghoul"]])
    announce(table, people["ann"], "move")
    announce(table, people["ghoul"], "attack", people["ann"])

    given = flip_form(press(client, table, "sort_round", **{"side.0": "us", "side.1": "them"}))

    assert given["participants.0.kind"] == "escape"
    assert given["participants.0.targets.0.id"] == people["ghoul"]
    assert "participants.1.targets.0.beat" not in given


def test_a_side_is_needed_of_everybody(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    announced(client, table)

    answer = client.post(reverse("sort_round", args=[table.campaign.pk]), {"key": new_key(), "side.0": "us"})

    assert answer.status_code == 422
    assert "Side of The ghoul" in answer.content.decode()
    assert not Record.objects.filter(kind="demon_city.clash").exists()


def test_the_table_says_whose_turn_it_is_to_announce(table: Table, signed_in: SignIn) -> None:
    people = three(table)
    press(signed_in(table.gm), table, "begin_round", who=list(people.values()))
    url = reverse("table", args=[table.campaign.pk])
    mine, theirs = "Ann announces next", "The ghoul announces next"

    assert mine in signed_in(table.player).get(url).content.decode()
    announce(table, people["ann"], "defend")

    after = signed_in(table.player).get(url).content.decode()
    assert mine not in after
    assert theirs not in after
    assert theirs in signed_in(table.gm).get(url).content.decode()


def test_nobody_gets_ahead_of_somebody_unseen(table: Table, signed_in: SignIn) -> None:
    people = three(table)
    lurker = somebody(table, "The lurker", 1, visibility="gm")
    press(signed_in(table.gm), table, "begin_round", who=[people["ann"], lurker])

    shown = page(signed_in(table.player), table)

    assert "Somebody whom you do not see announces next." in shown
    assert "The lurker" not in shown
    assert reverse("play_action", args=[table.campaign.pk, "demon_city.announce"]) not in shown
    assert "<b>The lurker</b> announces next" in page(signed_in(table.gm), table)


def test_sides_are_kept_for_the_next_round(table: Table, signed_in: SignIn) -> None:
    client, people = signed_in(table.gm), announced(signed_in(table.gm), table)
    press(client, table, "sort_round", **{"side.0": "us", "side.1": "the dead", "side.2": "the dead"})
    press(client, table, "begin_round", who=[people["ann"], people["killer"]])
    announce(table, people["ann"], "attack", people["killer"])
    announce(table, people["killer"], "attack", people["ann"])

    shown = page(client, table)

    assert 'name="side.0" value="us"' in shown
    assert 'name="side.1" value="the dead"' in shown


def test_who_has_yet_to_announce_may_do_so_from_the_sheet(table: Table, signed_in: SignIn) -> None:
    people, client = three(table), signed_in(table.gm)
    sheet = reverse("character", args=[table.campaign.pk, people["ann"]])
    way = reverse("play_action", args=[table.campaign.pk, "demon_city.announce"])
    before = client.get(sheet).content.decode()

    press(client, table, "begin_round", who=list(people.values()))

    assert way not in before
    assert way in client.get(sheet).content.decode()


def test_sorting_twice_makes_no_second_clash(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    announced(client, table)
    sides = {"side.0": "us", "side.1": "them", "side.2": "us"}
    press(client, table, "sort_round", **sides)

    shown = press(client, table, "sort_round", **sides)

    assert "There is nothing to sort now." in shown
    assert Record.objects.filter(kind="demon_city.clash").count() == 1


def test_damage_that_waits_comes_before_the_next_round(table: Table, signed_in: SignIn) -> None:
    client, people = signed_in(table.gm), three(table)
    both = [people["ann"], people["ghoul"]]
    horror = Record.objects.get(kind="demon_city.deck", demon_city_deck__deck="horror")
    low = {"deck": {"id": str(horror.pk)}, "cards": ["pentacles-1", "pentacles-2"]}
    act(table.gm, "demon_city.build_horror_deck", low)
    press(client, table, "begin_round", who=both)
    announce(table, people["ann"], "attack", people["ghoul"])
    announce(table, people["ghoul"], "other")
    given = flip_form(press(client, table, "sort_round", **{"side.0": "us", "side.1": "them"}))
    hit = {**given, "participants.0.throws": "31", "participants.0.targets.0.beat": "0"}
    client.post(reverse("play_action", args=[table.campaign.pk, "demon_city.clash"]), hit)

    shown = press(client, table, "begin_round", who=both)

    assert "The damage of this round is thrown first." in shown
    assert "Action: Round 1" in shown


def test_the_end_of_the_fight_ends_the_rounds(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    announced(client, table)

    act(table.gm, "table.end_fight", {})

    shown = page(client, table)
    assert "No round is under way." in shown
    assert "Begin the round" in shown
    assert "announces next" not in client.get(reverse("table", args=[table.campaign.pk])).content.decode()


def test_somebody_out_of_the_fight_is_offered_to_get_up(table: Table, signed_in: SignIn) -> None:
    people, client = three(table), signed_in(table.gm)
    act(table.gm, "demon_city.damage", {"target": {"id": people["ghoul"]}, "amount": 5})

    assert page(client, table).count(" checked") == len(people)
    shown = press(client, table, "begin_round", who=[people["ann"], people["ghoul"]])

    way = reverse("play_action", args=[table.campaign.pk, "demon_city.recover_toughness"])
    assert f"{way}?character={people['ghoul']}" in shown
    assert "out of the fight" in shown


def test_the_page_asks_no_more_of_the_database_with_more_people(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    announced(client, table)
    url = reverse("action_round", args=[table.campaign.pk])
    client.get(url)
    few = queries_of(client, url)

    for number in range(4):
        somebody(table, f"Another {number}", number)

    assert queries_of(client, url) == few
