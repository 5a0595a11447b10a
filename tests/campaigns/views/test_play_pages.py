"""Every action has a page, and what is shown on it depends on who looks."""

import re

import pytest
from django.test import Client

from campaigns.models import Record
from campaigns.queries.palette import is_by_hand
from campaigns.services import sessions
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from rules.catalogue import ACTIONS
from tests.campaigns.conftest import SignIn
from tests.factories import make_character, make_demon, make_record
from tests.people import Table

pytestmark = pytest.mark.slow

OFFERED = sorted(filter(is_by_hand, ACTIONS))
OF_THE_TABLE = [name for name in OFFERED if name.partition(".")[0] in ("sorcerer", "table")]


@pytest.fixture
def gm_browser(table: Table, signed_in: SignIn) -> Client:
    sorcerer, demon = make_character(table.player), make_demon(table.gm)
    make_record(table.gm, "contact", "The calling", demon=str(demon.pk), state="open")
    make_record(table.gm, "contain", "The circle", scope={"kind": "all"})
    make_record(table.gm, "gun", "Old pistol", holder=str(sorcerer.pk))
    return signed_in(table.gm)


def page(client: Client, table: Table, action: str, status: int = 200) -> str:
    response = client.get(f"/campaigns/{table.campaign.pk}/play/{action}/")
    assert response.status_code == status
    return response.content.decode()


@pytest.mark.parametrize("action", OF_THE_TABLE)
def test_every_action_of_the_table_has_its_form(action: str, gm_browser: Client, table: Table) -> None:
    shown = page(gm_browser, table, action)

    assert 'name="key"' in shown
    assert "data-action-form" in shown


@pytest.mark.parametrize("action", ["table.note", "table.ruling"])
def test_what_it_is_about_names_people_first_and_says_what_all_else_is(
    action: str, table: Table, signed_in: SignIn
) -> None:
    sessions.begin_session(actor=table.gm, name="Row nine", key="evening")
    make_record(table.gm, "character", "Zora", visibility="gm")
    make_character(table.player, "Yves")
    address = f"/campaigns/{table.campaign.pk}/play/{action}/"

    gms, players = (signed_in(who).get(address) for who in (table.gm, table.player))
    field = gms.context["form"].fields["about"]
    named = [str(label) for _value, label in field.choices]
    assert named[:2] == ["Yves", "Zora (hidden from the table)"]
    assert "Row nine (session)" in named[2:]
    assert "only the GM reads it at all" in str(field.help_text)
    assert "only the GM reads" not in players.content.decode()


@pytest.mark.parametrize("action", ["table.note", "table.ruling"])
def test_what_is_said_of_somebody_hidden_is_the_gms_alone(
    action: str, table: Table, signed_in: SignIn
) -> None:
    zora = make_record(table.gm, "character", "Zora", visibility="gm")
    given = {"words": "Both count.", "about": [str(zora.pk)]}
    play(table.gm, ActRequest("ruled", (Request(action, given),)))

    gms, players = (
        signed_in(who).get(f"/campaigns/{table.campaign.pk}/log/").content.decode()
        for who in (table.gm, table.player)
    )
    assert "Both count." in gms
    assert "Both count." not in players
    assert "Zora" in gms
    assert "Zora" not in players


def test_every_other_system_has_its_forms_too(gm_browser: Client, table: Table) -> None:
    for action in set(OFFERED) - set(OF_THE_TABLE):
        assert 'name="key"' in page(gm_browser, table, action)


def test_palette_lists_what_the_gm_may_do(gm_browser: Client, table: Table) -> None:
    shown = gm_browser.get(f"/campaigns/{table.campaign.pk}/play/").content.decode()

    assert "Contact a demon" in shown
    assert "Check a demon" in shown
    assert "TAB-TIME-02" in shown, "no session is open to be ended"


def test_palette_says_that_a_scene_ends_before_the_next_or_the_session(
    gm_browser: Client, table: Table
) -> None:
    sessions.begin_session(actor=table.gm, name="", key="evening")
    sessions.begin_scene(actor=table.gm, name="", key="scene")

    shown = gm_browser.get(f"/campaigns/{table.campaign.pk}/play/").content.decode()

    assert set(re.findall(r">(TAB-TIME-0\d)<", shown)) == {
        "TAB-TIME-01",
        "TAB-TIME-02",
        "TAB-TIME-03",
    }


def test_palette_leaves_out_what_is_the_gms(table: Table, signed_in: SignIn) -> None:
    make_character(table.player)

    shown = signed_in(table.player).get(f"/campaigns/{table.campaign.pk}/play/").content.decode()

    assert "Contact a demon" in shown
    assert "Advance the clock" not in shown
    page(signed_in(table.player), table, "table.advance_clock", 404)


def test_palette_finds_by_words(gm_browser: Client, table: Table) -> None:
    shown = gm_browser.get(f"/campaigns/{table.campaign.pk}/play/?q=bind+DEMON").content.decode()

    assert "Bind a demon" in shown
    assert "Advance" not in shown


def test_observer_gets_notes_alone(table: Table, signed_in: SignIn) -> None:
    shown = signed_in(table.observer).get(f"/campaigns/{table.campaign.pk}/play/").content.decode()

    assert "Write a note" in shown
    assert "Contact a demon" not in shown


def test_unknown_action_is_not_there(gm_browser: Client, table: Table) -> None:
    for name in ("sorcerer.nothing", "table.carry_out", "table.undo", "x"):
        page(gm_browser, table, name, 404)


def test_outsider_finds_no_palette(table: Table, signed_in: SignIn) -> None:
    page(signed_in(table.outsider), table, "sorcerer.roll", 404)


def test_player_acts_with_their_own_and_names_what_they_see(table: Table, signed_in: SignIn) -> None:
    mine = make_character(table.player, "Ilse Marrow")
    make_character(table.other_player, "Brother Toll")
    hidden = make_demon(table.gm, "Nameless")
    Record.objects.filter(pk=hidden.pk).update(visibility="gm")

    shown = page(signed_in(table.player), table, "sorcerer.perceive_humanity")

    acting, _, target = shown.partition('name="target.id"')
    assert str(mine.pk) in acting
    assert "Brother Toll" not in acting
    assert "Brother Toll" in target
    assert "Nameless" not in shown


def test_preset_and_hidden_fields_go_along(table: Table, signed_in: SignIn) -> None:
    mine = make_character(table.player)
    query = f"sorcerer={mine.pk}&form.hide=sorcerer&form.fields=sorcerer+demon&next=/campaigns/x/"

    shown = (
        signed_in(table.player)
        .get(f"/campaigns/{table.campaign.pk}/play/sorcerer.contact/?{query}")
        .content.decode()
    )

    assert f'<input type="hidden" name="sorcerer.id" value="{mine.pk}">' in shown
    assert 'name="by_name"' not in shown
    assert 'name="next" value="/campaigns/x/"' in shown


def test_next_never_leads_elsewhere(gm_browser: Client, table: Table) -> None:
    shown = gm_browser.get(f"/campaigns/{table.campaign.pk}/play/table.note/?next=https://elsewhere.example/")

    assert b"elsewhere.example" not in shown.content
