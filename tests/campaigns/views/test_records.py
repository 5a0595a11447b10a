"""The page of any record of any system: what it tells, to whom, and what can be done from it."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.state.kinds import KINDS
from tests.campaigns.casts import MAKERS
from tests.campaigns.conftest import SignIn
from tests.campaigns.spine import input_of
from tests.campaigns.test_query_counts import queries_of
from tests.campaigns.world import act
from tests.factories import make_character, make_demon, make_record
from tests.people import Table

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def page(client: Client, table: Table, record: str) -> str:
    answer = client.get(reverse("record", args=[table.campaign.pk, record]), follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("system", MAKERS)
def test_every_record_of_a_system_has_a_page(table: Table, signed_in: SignIn, system: str) -> None:
    made = MAKERS[system](table.gm, table.player)

    for who in (table.player, table.observer, table.gm):
        client = signed_in(who)
        for record in made.values():
            assert "page-title" in page(client, table, record)
    kinds = {name.partition(".")[2] for name in KINDS if name.startswith(f"{system}.")}
    assert kinds - made.keys() - {"place"} == set()


@pytest.mark.parametrize("system", ["pandemonium", "sorcerer"])
def test_what_a_gm_does_to_a_sheet_stands_above_it(table: Table, signed_in: SignIn, system: str) -> None:
    is_made = system in MAKERS
    somebody = (
        MAKERS[system](table.gm, table.player)["character"]
        if is_made
        else str(make_character(table.player).pk)
    )

    shown = page(signed_in(table.gm), table, somebody)

    tools = shown.partition('id="sheet"')[0]
    assert [name in tools for name in ("Set a portrait", "Edit the sheet", "Hide from the table")] == [
        True
    ] * 3


def test_health_is_drawn_by_the_field_s_own_marks(table: Table, signed_in: SignIn) -> None:
    mage = MAKERS["pandemonium"](table.gm, table.player)["character"]

    shown = page(signed_in(table.player), table, mage)

    assert "Able, 4 boxes left" in shown
    assert shown.count("Aggravated, Resistant") == 1
    assert [shown.count(f'class="box box-{mark}"') for mark in ("lethal", "bashing", "none")] == [1, 2, 4]


def test_levels_say_what_they_cost(table: Table, signed_in: SignIn) -> None:
    fallen = MAKERS["fallen"](table.gm, table.player)["character"]

    shown = page(signed_in(table.player), table, fallen)

    assert "Wounded, −2 to every pool" in shown
    assert "held, by The warden" in shown
    assert "Strength + 2 lethal" in shown


def test_spell_names_whom_it_holds_and_until_when(table: Table, signed_in: SignIn) -> None:
    made = MAKERS["pandemonium"](table.gm, table.player)

    spell = page(signed_in(table.player), table, made["spell"])
    victim = page(signed_in(table.player), table, made["victim"])

    assert "Until the scene ends" in spell
    assert "Bob Askew" in spell
    assert "The ledger" in spell
    assert "Potency 4, Tenacity 2" in victim
    assert "lingers, at most 1 week, 1 day" in victim


def test_spell_of_a_book_says_what_is_written_and_is_its_mages_to_cast(
    table: Table, signed_in: SignIn
) -> None:
    known = MAKERS["pandemonium"](table.gm, table.player)["known_spell"]

    mine = page(signed_in(table.player), table, known)
    watched = page(signed_in(table.other_player), table, known)

    casting = reverse("cast_from_book", args=[table.campaign.pk, known])
    for shown in (mine, watched):
        assert "Thunderclap" in shown
        assert "Mira Vane" in shown
        assert "Lethal" in shown
    assert casting in mine
    assert casting not in watched


def test_pile_is_face_down_for_all_but_the_gm(table: Table, signed_in: SignIn) -> None:
    deck = MAKERS["demon_city"](table.gm, table.player)["deck"]

    told = {who.role: page(signed_in(who), table, deck) for who in (table.player, table.gm)}

    assert "Face down. Only the GM sees how many." in told["player"]
    assert "3 cards, face down" in told["gm"]
    assert "Nine of Cups" not in told["player"]
    assert "4 of Cups" in told["player"], "it lies on the table"


def test_deeds_start_with_the_record_filled_in(table: Table, signed_in: SignIn) -> None:
    made = MAKERS["fallen"](table.gm, table.player)

    mine = page(signed_in(table.player), table, made["character"])
    watched = page(signed_in(table.other_player), table, made["character"])

    assert f"/play/fallen.strike/?attacker={made['character']}" in mine
    assert "/play/fallen.heal/" not in mine, "the GM's to do"
    assert 'id="deeds-title"' in mine
    assert 'id="deeds-title"' not in watched


@pytest.mark.parametrize(
    ("system", "kind", "field"),
    [("fallen", "fallen.weapon", "holder"), ("pandemonium", "pandemonium.spell", "caster")],
)
def test_what_nobody_owns_acts_for_the_player_of_whoever_it_goes_along_with(
    table: Table, signed_in: SignIn, system: str, kind: str, field: str
) -> None:
    made = MAKERS[system](table.gm, table.player)
    thing = str(make_record(table.gm, kind, "The scythe", **{field: made["character"]}).pk)

    mine = page(signed_in(table.player), table, thing)
    watched = page(signed_in(table.other_player), table, thing)

    assert 'id="deeds-title"' in mine
    assert 'id="deeds-title"' not in watched


def test_record_hidden_from_the_table_does_not_exist_for_players(table: Table, signed_in: SignIn) -> None:
    hidden = make_record(table.gm, "fallen.weapon", "The knife", visibility="gm", dice=1)
    url = reverse("record", args=[table.campaign.pk, hidden.pk])

    assert signed_in(table.player).get(url).status_code == 404
    assert signed_in(table.gm).get(url).status_code == 200


def test_character_is_found_under_its_own_address(table: Table, signed_in: SignIn) -> None:
    made = MAKERS["fallen"](table.gm, table.player)["character"]

    answer = signed_in(table.player).get(reverse("record", args=[table.campaign.pk, made]))

    assert answer.headers["Location"] == reverse("character", args=[table.campaign.pk, made])


def test_what_has_no_page_is_not_found(table: Table, signed_in: SignIn) -> None:
    url = reverse("record", args=[table.campaign.pk, table.campaign.pk])

    assert signed_in(table.gm).get(url).status_code == 404


@pytest.mark.parametrize("system", MAKERS)
def test_queries_of_a_page_do_not_grow_with_the_cast(table: Table, signed_in: SignIn, system: str) -> None:
    made = MAKERS[system](table.gm, table.player)
    client = signed_in(table.player)
    urls = [reverse("character", args=[table.campaign.pk, made["character"]])]
    urls += [reverse("record", args=[table.campaign.pk, one]) for one in list(made.values())[2:]]
    urls += [reverse(name, args=[table.campaign.pk]) for name in ("table", "campaign_home")]
    before = [queries_of(client, url) for url in urls]

    for _ in range(3):
        MAKERS[system](table.gm, table.player)

    assert [queries_of(client, url) for url in urls] == before


PLAIN: dict[str, dict[str, Any]] = {
    "thing": {},
    "gun": {"drawn": True},
    "binding": {"score": "will", "strength": 2, "favor": "demon"},
    "contact": {"hours": 2, "victories": 3},
    "contain": {},
    "pandemonium.place": {"fame": 3},
}


@pytest.mark.parametrize("kind", PLAIN)
def test_kind_without_a_layout_shows_what_it_stores(table: Table, signed_in: SignIn, kind: str) -> None:
    refs = {}
    if kind in ("binding", "contact"):
        refs = {"sorcerer": str(make_character(table.player).pk), "demon": str(make_demon(table.gm).pk)}
    about = {"kind": kind, "name": "What it is"}
    values = [{"field": name, "set": one} for name, one in {**PLAIN[kind], **refs}.items()]
    played = act(table.gm, "table.create", {"about": about, "fields": values})

    shown = page(signed_in(table.player), table, input_of(played)["id"])

    assert "What it is" in shown
    assert all(f"/{ref}/" in shown for ref in refs.values())


def test_holder_who_is_hidden_is_somebody_unseen(table: Table, signed_in: SignIn) -> None:
    rider = str(make_record(table.gm, "fallen.character", "The pale rider", visibility="gm").pk)
    scythe = str(make_record(table.gm, "fallen.weapon", "Scythe", holder=rider, dice=2).pk)

    shown = page(signed_in(table.player), table, scythe)

    assert "someone hidden" in shown.lower()
    assert rider not in shown.partition("entries-title")[0]
