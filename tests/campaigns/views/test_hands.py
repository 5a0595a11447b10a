"""What a table of the other systems has at hand: the cast at a glance, and two taps to the usual roll."""

import html
import re

import pytest
from django.urls import reverse

from campaigns.models import Entry
from tests.campaigns.casts import MAKERS, make_fallen, make_pandemonium
from tests.campaigns.conftest import SignIn
from tests.campaigns.form_filling import Form
from tests.campaigns.spine import document
from tests.campaigns.world import act
from tests.factories import make_character
from tests.people import Table

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
PICK = re.compile(r'<a class="pick" href="([^"]*/play/[^"]*)">')
GLANCES = {
    "pandemonium": ("Able, 4 boxes left", "9 of 12", "casts Lull", "under Lull"),
    "demon_city": ("Toughness 1 of 3", "in a panic", "2 Significators"),
    "fallen": ("Wounded, −2 to every pool", "held, by The warden", "initiative 12"),
}


@pytest.mark.parametrize("system", MAKERS)
def test_state_of_everybody_stands_on_home_and_table(table: Table, signed_in: SignIn, system: str) -> None:
    MAKERS[system](table.gm, table.player)

    for name in ("campaign_home", "table"):
        shown = signed_in(table.observer).get(reverse(name, args=[table.campaign.pk])).content.decode()
        assert [told for told in GLANCES[system] if told not in shown] == []


@pytest.mark.parametrize("system", MAKERS)
def test_usual_roll_is_two_taps_away(table: Table, signed_in: SignIn, system: str) -> None:
    MAKERS[system](table.gm, table.player)
    client, seq = signed_in(table.player), Entry.objects.filter(campaign=table.campaign).count()
    at_table = client.get(reverse("table", args=[table.campaign.pk])).content.decode()

    first = html.unescape(PICK.findall(at_table)[0])
    form = Form(client.get(first).content.decode(), "action-form")
    answer = client.post(form.action, form.sent)

    assert answer.status_code == 302, answer.content.decode()
    assert answer.headers["Location"].endswith(f"/log/{seq + 1}/")


@pytest.mark.parametrize("name", ["table", "character"])
def test_struggling_free_begins_with_who_is_held_and_by_which_spell(
    table: Table, signed_in: SignIn, name: str
) -> None:
    made = make_pandemonium(table.gm, table.player)
    act(
        table.gm,
        "table.edit",
        {
            "record": {"id": made["character"]},
            "reason": "Caught",
            "changes": [{"field": f"hold.{made['spell']}", "set": "normal"}],
        },
    )
    client = signed_in(table.player)
    about = [made["character"]] if name == "character" else []
    shown = client.get(reverse(name, args=[table.campaign.pk, *about])).content.decode()

    (url,) = re.findall(r'href="([^"]*pandemonium\.struggle[^"]*)"', shown)
    form = Form(client.get(html.unescape(url)).content.decode(), "action-form")

    assert form.controls["actor.id"].values == [made["character"]]
    assert form.controls["spells.0.id"].values == [made["spell"]]
    assert client.post(form.action, form.sent).status_code == 302


def test_the_gm_has_damage_at_hand_beside_what_is_done_with_spells(table: Table, signed_in: SignIn) -> None:
    made = make_pandemonium(table.gm, table.player)
    shown = signed_in(table.gm).get(reverse("table", args=[table.campaign.pk])).content.decode()

    at_hand = re.findall(r'href="[^"]*/play/([\w.]+)/\?\w+=' + made["character"], shown)

    assert {"pandemonium.apply_damage", "pandemonium.shape", "pandemonium.resist"} <= {*at_hand}


def test_breaking_free_begins_with_whoever_holds_on(table: Table, signed_in: SignIn) -> None:
    made = make_fallen(table.gm, table.player)
    client = signed_in(table.player)
    sheet = client.get(reverse("character", args=[table.campaign.pk, made["character"]])).content.decode()

    (url,) = re.findall(r'href="([^"]*fallen\.escape[^"]*)"', sheet)
    form = Form(client.get(html.unescape(url)).content.decode(), "action-form")

    assert form.controls["prisoner.id"].values == [made["character"]]
    assert form.controls["holder.id"].values == [made["victim"]]


def test_each_roll_at_hand_can_be_sent_as_it_stands(table: Table, signed_in: SignIn) -> None:
    for make in MAKERS.values():
        make(table.gm, table.player)
    client = signed_in(table.player)
    at_table = client.get(reverse("table", args=[table.campaign.pk])).content.decode()

    rolls = [html.unescape(one) for one in PICK.findall(at_table)]

    assert len(rolls) > 10
    for url in rolls:
        form = Form(client.get(url).content.decode(), "action-form")
        assert client.post(form.action, form.sent).status_code == 302, url
    with_skill = [url for url in rolls if "thrower.stat_name=firearms" in url]
    form = Form(client.get(with_skill[0]).content.decode(), "action-form")
    client.post(form.action, form.sent)
    last = Entry.objects.filter(campaign=table.campaign).latest("seq")
    thrower = document(last)["steps"][-1]["input"]["thrower"]
    assert (thrower["stat_name"], thrower["stat"]) == ("firearms", 4), "a skill's height is on the sheet"


def test_nobody_has_the_hands_of_others(table: Table, signed_in: SignIn) -> None:
    MAKERS["fallen"](table.gm, table.player)

    told = {
        who.role: signed_in(who).get(reverse("table", args=[table.campaign.pk])).content.decode()
        for who in (table.other_player, table.observer)
    }

    assert not any(PICK.search(shown) for shown in told.values())


def test_demons_are_called_only_where_somebody_could(table: Table, signed_in: SignIn) -> None:
    MAKERS["fallen"](table.gm, table.player)
    client, url = signed_in(table.player), reverse("table", args=[table.campaign.pk])

    without = client.get(url).content.decode()
    make_character(table.player)

    assert "sorcerer.spot_telltale" not in without
    assert "sorcerer.spot_telltale" in client.get(url).content.decode()
