"""The page of a ritual: what each may do there, the GM's answer, helpers, and the end of a Contact."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Contact, Demon, Entry, Record
from campaigns.services.founding import found_campaign
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, Played, play
from campaigns.services.undoing import undo
from tests.campaigns.conftest import SignIn
from tests.campaigns.open_pages import OpenPage
from tests.campaigns.world import act
from tests.factories import make_character, make_demon, make_record
from tests.people import Table

pytestmark = pytest.mark.slow

SUCCESS = (11, 5, 4, 9, 9, 4)
"""Lore 3 against Power 3: one victory, and two of the demon's dice let the GM change a detail."""
MOST_QUERIES = 22


@pytest.fixture
def sorcerer(table: Table) -> Record:
    return make_character(table.player, "Ilse Marrow")


@pytest.fixture
def demon(table: Table) -> Record:
    fields: dict[str, Any] = {"abilities": ["Armor", "Big"], "power": 3, "complete": False, "need": ""}
    return make_demon(table.gm, "What answers", **fields)


def contact(table: Table, sorcerer: Record, demon: Record, faces: tuple[int, ...] = SUCCESS) -> Played:
    given = {"sorcerer": str(sorcerer.pk), "demon": str(demon.pk)}
    step = Request("sorcerer.contact", given, known={"contact_id": "new"})
    return play(table.player, ActRequest(f"contact-{faces}", (step,), hand=faces))


def url(table: Table, sorcerer: Record, demon: Record, name: str = "ritual") -> str:
    return reverse(name, args=[table.campaign.pk, sorcerer.pk, demon.pk])


def answer(client: Client, table: Table, sorcerer: Record, demon: Record, **given: str) -> Any:
    return client.post(url(table, sorcerer, demon, "answer_contact"), {"key": "answer", **given})


def test_price_is_told_before_the_contact(
    table: Table, sorcerer: Record, demon: Record, signed_in: SignIn
) -> None:
    shown = signed_in(table.player).get(url(table, sorcerer, demon)).content.decode()

    assert "Humanity 4 against Power 3." in shown
    assert "SOR-CONTACT-13" in shown


def test_gm_changes_details_of_the_demon_itself(
    table: Table, sorcerer: Record, demon: Record, signed_in: SignIn
) -> None:
    contact(table, sorcerer, demon)
    gm = signed_in(table.gm)
    assert "Replace Big with" in gm.get(url(table, sorcerer, demon)).content.decode()

    response = answer(gm, table, sorcerer, demon, **{"ability.1": "Cloak", "power_raise": "1"})

    assert response.status_code == 302
    stored = Demon.objects.get(pk=demon.pk)
    assert (stored.abilities, stored.power) == (["Armor", "Cloak"], 4)


def test_second_answer_to_one_contact_is_refused(
    table: Table, signed_in: SignIn, sorcerer: Record, demon: Record
) -> None:
    contact(table, sorcerer, demon)
    gm = signed_in(table.gm.user)
    answer(gm, table, sorcerer, demon, key="first")

    second = answer(gm, table, sorcerer, demon, key="second")
    again = answer(gm, table, sorcerer, demon, key="first")

    assert (second.status_code, again.status_code) == (409, 302)


def test_more_changes_than_the_dice_allow_keep_what_was_typed(
    table: Table, sorcerer: Record, demon: Record, signed_in: SignIn
) -> None:
    contact(table, sorcerer, demon)
    given = {"type": "parasite", "ability.0": "Cloak", "ability.1": "Shadow", "desire": "Sweetness"}

    response = answer(signed_in(table.gm), table, sorcerer, demon, **given)

    assert response.status_code == 422
    assert "SOR-CONTACT-06" in response.content.decode()
    assert "Sweetness" in response.content.decode()


def test_power_is_named_for_no_sorcerer_who_is_not_there(
    table: Table, sorcerer: Record, demon: Record, signed_in: SignIn
) -> None:
    foreign = found_campaign(owner=table.outsider, name="Elsewhere", gm_name="Otto").memberships.get()
    gm, named = signed_in(table.gm), {"key": "power", "power": "7"}

    for nobody in (make_character(foreign).pk, uuid4()):
        address = reverse("name_power", args=[table.campaign.pk, nobody, demon.pk])
        assert gm.post(address, named).status_code == 404
    assert Demon.objects.get(pk=demon.pk).power == 3

    assert gm.post(url(table, sorcerer, demon, "name_power"), named).status_code == 302
    assert Demon.objects.get(pk=demon.pk).power == 7


def test_player_ends_a_contact_that_was_answered(
    table: Table, sorcerer: Record, demon: Record, signed_in: SignIn
) -> None:
    contact(table, sorcerer, demon)
    answer(signed_in(table.gm), table, sorcerer, demon)

    for _twice in range(2):
        response = signed_in(table.player).post(url(table, sorcerer, demon, "end_contact"), {"key": "end"})
        assert response.status_code == 302

    assert Contact.objects.get(demon=demon.pk).state == "closed"
    assert Demon.objects.get(pk=demon.pk).state == "beyond"


def test_check_for_a_contact_waits_for_the_gm_and_not_for_its_own_clause(
    table: Table, sorcerer: Record, demon: Record, signed_in: SignIn
) -> None:
    contact(table, sorcerer, demon)

    shown = signed_in(table.player).get(url(table, sorcerer, demon)).content.decode()

    steps = shown.partition('class="steps"')[2].partition("</ol>")[0]
    check = steps.partition("Humanity check for the Contact")[2].partition("</li>")[0]
    assert "Waiting for the GM" in check
    assert "Not yet" not in check


def test_contact_is_not_ended_before_the_gm_answers(
    table: Table, sorcerer: Record, demon: Record, signed_in: SignIn
) -> None:
    contact(table, sorcerer, demon)
    before = Entry.objects.count()

    response = signed_in(table.player).post(url(table, sorcerer, demon, "end_contact"), {"key": "end"})

    told = response.content.decode()
    assert response.status_code == 422
    assert "SOR-CONTACT-04" in told
    assert "The GM answers the Contact first." in told
    assert "sorcerer.end_contact" not in told
    assert Entry.objects.count() == before


def test_another_player_does_not_end_it(
    table: Table, sorcerer: Record, demon: Record, signed_in: SignIn
) -> None:
    contact(table, sorcerer, demon)

    response = signed_in(table.other_player).post(url(table, sorcerer, demon, "end_contact"), {"key": "end"})

    assert response.status_code == 403


def test_helpers_dice_are_offered_once(
    table: Table, sorcerer: Record, demon: Record, signed_in: SignIn
) -> None:
    helper = make_character(table.other_player, "Bruno")
    given: dict[str, Any] = {
        "ritual": "contact",
        "primary": str(sorcerer.pk),
        "helpers": [{"id": str(helper.pk)}],
        "demon": str(demon.pk),
    }
    help_step = Request("sorcerer.group_ritual", given)
    play(table.gm, ActRequest("help", (help_step,), hand=(12, 11, 4, 9, 8, 3)))
    player = signed_in(table.player)

    shown = player.get(url(table, sorcerer, demon)).content.decode()
    assert "2 dice of the helpers count by themselves" in shown
    assert " lends strength to " in shown

    contact(table, sorcerer, demon, (3, 2, 1, 1, 1, 9, 9, 4))
    shown = player.get(url(table, sorcerer, demon)).content.decode()
    assert "of the helpers" not in shown


def test_strain_of_a_further_attempt_is_told(
    table: Table, sorcerer: Record, demon: Record, signed_in: SignIn
) -> None:
    contact(table, sorcerer, demon, (3, 2, 1, 9, 9, 4))

    shown = signed_in(table.player).get(url(table, sorcerer, demon)).content.decode()

    assert "It strains Stamina and Lore." in shown


def test_newest_roll_stands_above_the_next_step(
    table: Table, sorcerer: Record, demon: Record, signed_in: SignIn
) -> None:
    client, latest = signed_in(table.player), 'id="latest"'
    assert latest not in client.get(url(table, sorcerer, demon)).content.decode()

    played = contact(table, sorcerer, demon)
    shown = client.get(url(table, sorcerer, demon)).content.decode()
    assert shown.index(latest) < shown.index('id="now-title"')
    assert "Waiting for the GM: Answer the Contact." in shown

    undo(actor=table.player, entries=(played.entry.seq,), key="undo")
    assert latest not in client.get(url(table, sorcerer, demon)).content.decode()


def test_an_open_page_takes_over_the_name_of_the_demon(
    table: Table, sorcerer: Record, demon: Record, signed_in: SignIn
) -> None:
    opened = OpenPage(signed_in(table.player), url(table, sorcerer, demon))

    about = {"kind": "demon", "name": "Tallow of the wells", "visibility": "table", "owner": None}
    act(table.gm, "table.edit", {"record": {"id": str(demon.pk)}, "reason": "as agreed", "about": about})

    assert "Tallow of the wells" in opened.ask()
    assert "Tallow of the wells" in opened.text


def test_page_of_a_demon_that_is_bound_leads_on(table: Table, sorcerer: Record, signed_in: SignIn) -> None:
    demon = make_demon(table.gm, "Tallow", state="present")
    tie: dict[str, Any] = {
        "sorcerer": str(sorcerer.pk),
        "demon": str(demon.pk),
        "score": "will",
        "strength": 1,
    }
    make_record(table.gm, "binding", "", **tie, favor="sorcerer", state="active")

    shown = signed_in(table.player).get(url(table, sorcerer, demon)).content.decode()
    assert "Tallow is Bound" in shown
    assert "Nothing for you to do" not in shown


def test_page_tells_what_the_gm_made_of_the_demon(
    table: Table, sorcerer: Record, demon: Record, signed_in: SignIn
) -> None:
    contact(table, sorcerer, demon)
    answer(signed_in(table.gm), table, sorcerer, demon, **{"ability.1": "Cloak"})

    shown = signed_in(table.player).get(url(table, sorcerer, demon)).content.decode()
    assert "What answered shows itself" in shown[: shown.index('id="now-title"')]


def test_neither_who_calls_nor_what_is_called_helps(
    table: Table, sorcerer: Record, demon: Record, signed_in: SignIn
) -> None:
    helper = make_character(table.other_player, "Bruno")
    make_character(table.player, "A draft", state="draft")
    shown = signed_in(table.gm).get(url(table, sorcerer, demon)).content.decode()

    offered = set(re.findall(r'name="helpers" value="([^"]*)"', shown))
    assert offered == {str(helper.pk)}


def test_page_asks_once_what_this_viewer_may_do(
    table: Table, sorcerer: Record, demon: Record, signed_in: SignIn, django_assert_max_num_queries: Any
) -> None:
    contact(table, sorcerer, demon)
    client, address = signed_in(table.player), url(table, sorcerer, demon)
    client.get(address)

    with django_assert_max_num_queries(MOST_QUERIES):
        client.get(address)
