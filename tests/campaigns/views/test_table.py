"""The table: the quick roll with and without script, what is within reach, and for whom."""

from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Entry, Record
from campaigns.services.asking import ask_player
from tests.campaigns.conftest import SignIn
from tests.campaigns.open_pages import followed
from tests.campaigns.world import act
from tests.factories import make_character, make_demon
from tests.people import Table

pytestmark = pytest.mark.slow


@pytest.fixture
def sorcerer(table: Table) -> Record:
    return make_character(table.player, "Ilse Marrow", temporary=1)


def table_url(table: Table) -> str:
    return reverse("table", args=[table.campaign.pk])


def test_a_session_that_begins_shows_where_the_last_one_ended(table: Table, signed_in: SignIn) -> None:
    for action, name in (("session", "One"), ("scene", "The lamp room")):
        act(table.gm, f"table.begin_{action}", {"name": name})
    act(table.gm, "table.end_scene", {})
    act(table.gm, "table.end_session", {})
    client = signed_in(table.player)
    assert "Where we were" not in client.get(table_url(table)).content.decode()

    act(table.gm, "table.begin_session", {})
    page = client.get(table_url(table)).content.decode()
    told = page.partition("Where we were")[2].partition("</section>")[0]
    assert "Session 1 ended after the scene “The lamp room”." in unescape(told)
    assert "still open" not in told
    mara = make_character(table.player, "Mara")
    settled: dict[str, Any] = {
        "acting": {"id": str(mara.pk), "score": "will"},
        "opposing": {"score": "difficulty", "dice": 2},
    }
    ask_player(actor=table.gm, action="sorcerer.roll", who=str(mara.pk), settled=settled, key="asked")
    assert "One request is still open." in client.get(table_url(table)).content.decode()

    act(table.gm, "table.begin_scene", {"name": "The yard"})
    assert "Where we were" not in client.get(table_url(table)).content.decode()


def roll(client: Client, table: Table, sorcerer: Record, *, script: bool = False, **given: Any) -> Any:
    sent = {
        "key": "a-quick-roll-of-a-test",
        "nonce": "",
        "acting.id": str(sorcerer.pk),
        "acting.score": "will",
        "opposing.id": "",
        "opposing.score": "will",
        "opposing.dice": "3",
        **given,
    }
    headers = {"HX-Request": "true"} if script else {}
    return client.post(reverse("roll_at_table", args=[table.campaign.pk]), sent, headers=headers)


def test_a_large_cast_is_chosen_from_a_list(table: Table, signed_in: SignIn) -> None:
    cousins = [make_character(table.player, f"Cousin {number}") for number in range(12)]
    client, last = signed_in(table.player), cousins[-1]

    page = client.get(table_url(table)).content.decode()
    chosen = client.get(f"{table_url(table)}?acting.id={last.pk}").content.decode()

    assert page.count('<a class="pick"') == 8
    assert f'<option value="{last.pk}">Cousin 11</option>' in page
    assert f'<input type="hidden" name="acting.id" value="{last.pk}">' in chosen
    assert f'<option value="{cousins[7].pk}">' in chosen


def test_scores_are_offered_with_the_dice_they_have_now(
    table: Table, sorcerer: Record, signed_in: SignIn
) -> None:
    shown = signed_in(table.player).get(table_url(table)).content.decode()

    assert "Will <b" in shown
    assert ">3</b>" in shown, "Will 4 less a penalty"
    assert "after a penalty" in shown


def test_roll_comes_back_in_the_place_of_its_form(table: Table, sorcerer: Record, signed_in: SignIn) -> None:
    response = roll(signed_in(table.player), table, sorcerer, script=True)

    assert response.status_code == 200
    shown = response.content.decode()
    assert 'id="rolled"' in shown
    assert "Roll again" in shown
    assert "data-undo=" not in shown, "the line above the dice has the button: one for one act"
    parts = signed_in(table.player).get(f"{table_url(table)}?parts").content.decode()
    waits = parts[parts.index('id="waits"') : parts.index('id="hands"')]
    assert waits.count("data-undo=") == 1


def test_roll_without_script_shows_its_result_on_the_table(
    table: Table, sorcerer: Record, signed_in: SignIn
) -> None:
    client = signed_in(table.player)
    response = roll(client, table, sorcerer)

    assert response.status_code == 302
    assert 'id="rolled"' in client.get(response.url).content.decode()


def test_refused_roll_keeps_its_words_and_writes_nothing(
    table: Table, sorcerer: Record, signed_in: SignIn
) -> None:
    client, before = signed_in(table.player), Entry.objects.count()

    for script in (True, False):
        response = roll(client, table, sorcerer, script=script, **{"opposing.dice": "0"})
        assert response.status_code == 422
        assert "SOR-ROLL-02" in response.content.decode()
    assert Entry.objects.count() == before


def test_same_roll_sent_twice_is_one_entry(table: Table, sorcerer: Record, signed_in: SignIn) -> None:
    client = signed_in(table.player)
    roll(client, table, sorcerer)
    before = Entry.objects.count()

    roll(client, table, sorcerer)

    assert Entry.objects.count() == before


def test_nobody_rolls_for_anothers_sorcerer(table: Table, sorcerer: Record, signed_in: SignIn) -> None:
    make_character(table.other_player, "Bruno")
    before = Entry.objects.count()

    response = roll(signed_in(table.other_player), table, sorcerer)

    assert response.status_code in (403, 422)
    assert Entry.objects.count() == before


def test_gm_rolls_for_a_demon(table: Table, sorcerer: Record, signed_in: SignIn) -> None:
    demon = make_demon(table.gm, state="present")

    response = roll(signed_in(table.gm), table, demon, script=True)

    assert 'id="rolled"' in response.content.decode()


def test_hidden_demon_is_not_there_to_roll_against(table: Table, sorcerer: Record, signed_in: SignIn) -> None:
    make_demon(table.gm, "Unseen thing", state="present", visibility="gm")

    assert "Unseen thing" not in signed_in(table.player).get(table_url(table)).content.decode()


def test_observer_only_watches(table: Table, sorcerer: Record, signed_in: SignIn) -> None:
    client = signed_in(table.observer)

    assert "You are watching." in client.get(table_url(table)).content.decode()
    assert roll(client, table, sorcerer).status_code == 403


def test_parts_that_follow_the_log_come_without_the_page(
    table: Table, sorcerer: Record, signed_in: SignIn
) -> None:
    shown = (
        signed_in(table.gm)
        .get(reverse("campaign_home", args=[table.campaign.pk]) + followed("table/"))
        .content.decode()
    )

    assert 'id="cast"' in shown
    assert "<html" not in shown


@pytest.mark.parametrize("state", [None, "draft"])
def test_table_with_nobody_in_play_offers_no_sorcerers_act(
    state: str | None, table: Table, signed_in: SignIn
) -> None:
    if state is not None:
        make_character(table.player, "Ilse Marrow", state=state)

    shown = signed_in(table.gm).get(table_url(table)).content.decode()

    assert "sorcerer." not in shown
    assert (reverse("invitations", args=[table.campaign.pk]) in shown) == (state is None)
    assert "Nobody is in play" in shown


def test_acts_of_demons_are_offered_to_whoever_has_one_in_hand(
    table: Table, sorcerer: Record, signed_in: SignIn
) -> None:
    ability = reverse("play_action", args=[table.campaign.pk, "sorcerer.use_ability"])
    gm, player = signed_in(table.gm), signed_in(table.player)
    assert ability not in gm.get(table_url(table)).content.decode()

    make_demon(table.gm, "Tallow", state="present")
    assert ability in gm.get(table_url(table)).content.decode()
    assert ability not in player.get(table_url(table)).content.decode()
