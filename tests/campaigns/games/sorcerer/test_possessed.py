"""A possessed host tries to act, and the GM sees what (SOR-DEMON-20)."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Entry, Pending, Record
from tests.factories import make_character, make_demon
from tests.people import Table

pytestmark = pytest.mark.django_db


def test_what_a_host_tries_stands_on_the_open_question(table: Table) -> None:
    rue = make_demon(table.gm, "Rue", type="possessor", state="present", abilities=["Big"])
    host = make_character(table.player, "Body", possessed_by=str(rue.pk), control="gm_temporary")
    there = [table.campaign.pk, host.pk]
    client = Client()
    client.force_login(table.player.user)
    given = {"key": uuid.uuid4().hex, "what": "Bite its own tongue"}

    assert client.post(reverse("try_to_act", args=there), given).status_code == 302

    for member in (table.player, table.gm):
        client.force_login(member.user)
        told = client.get(reverse("character", args=there)).content.decode()
        about_it = told.partition('id="possessed"')[2].partition("</section>")[0]
        assert "“Bite its own tongue”" in about_it


@pytest.mark.clause("SOR-DEMON-20")
def test_gm_rolls_for_a_host_whose_demon_nobody_else_sees(table: Table) -> None:
    power = {"power": 3, "will": 3, "stamina": 2, "lore": 1}
    rue = make_demon(table.gm, "Rue", type="possessor", state="present", visibility="gm", **power)
    host = make_character(table.player, "Body", possessed_by=str(rue.pk), control="gm_temporary", humanity=3)
    there, client = [table.campaign.pk, host.pk], Client()
    client.force_login(table.player.user)
    client.post(reverse("try_to_act", args=there), {"key": uuid.uuid4().hex, "what": "Bite"})
    client.force_login(table.gm.user)
    assert "Roll for them" in client.get(reverse("character", args=there)).content.decode()
    given = {"key": uuid.uuid4().hex, "allow": "yes"}

    for _press in range(2):
        assert client.post(reverse("allow_attempt", args=there), given).status_code == 302

    assert [one.state for one in Pending.objects.filter(question="sorcerer.roll")] == ["answered"]
    client.force_login(table.player.user)
    told = client.get(reverse("log", args=there[:1])).content.decode()
    assert "Rue" not in told
    assert "Humanity" in told.rpartition("log-sentence")[2]


def allowed_to_act(table: Table, host: Record) -> Client:
    """The host's player tries to act, and the GM, who is signed in now, lets them roll."""
    there, client = [table.campaign.pk, host.pk], Client()
    client.force_login(table.player.user)
    client.post(reverse("try_to_act", args=there), {"key": uuid.uuid4().hex, "what": "Bite"})
    client.force_login(table.gm.user)
    client.post(reverse("allow_attempt", args=there), {"key": uuid.uuid4().hex, "allow": "yes"})
    return client


def test_player_of_a_host_passes_on_the_roll_that_the_gm_allowed(table: Table) -> None:
    rue = make_demon(table.gm, "Rue", type="possessor", state="present", power=3, will=3, stamina=2, lore=1)
    host = make_character(table.player, "Body", possessed_by=str(rue.pk), control="gm_temporary", humanity=3)
    client = allowed_to_act(table, host)
    asked = Pending.objects.get(question="sorcerer.roll", state="open")
    passing = reverse("settle_question", args=[table.campaign.pk, asked.pk])
    given = {"key": uuid.uuid4().hex, "how": "waived", "reason": "Too late"}

    client.force_login(table.other_player.user)
    assert client.post(passing, given).status_code in (403, 404)
    client.force_login(table.player.user)
    assert client.post(passing, given).status_code == 302

    asked.refresh_from_db()
    assert asked.state == "waived"


def test_roll_that_the_gm_allowed_is_made_though_the_demon_was_hidden_since(table: Table) -> None:
    rue = make_demon(table.gm, "Rue", type="possessor", state="present", power=3, will=3, stamina=2, lore=1)
    host = make_character(table.player, "Body", possessed_by=str(rue.pk), control="gm_temporary", humanity=3)
    client = allowed_to_act(table, host)
    Record.objects.filter(pk=rue.pk).update(visibility="gm")
    asked = Pending.objects.get(question="sorcerer.roll", state="open")
    answer = reverse("pending_answer", args=[table.campaign.pk, asked.pk])

    client.force_login(table.other_player.user)
    assert client.post(answer, {"key": uuid.uuid4().hex, "nonce": ""}).status_code == 404
    client.force_login(table.player.user)
    assert "Rue" not in client.get(answer).content.decode()
    assert client.post(answer, {"key": uuid.uuid4().hex, "nonce": ""}).status_code == 302

    asked.refresh_from_db()
    assert asked.state == "answered"
    newest = Entry.objects.filter(campaign=table.campaign).latest("seq").seq
    page = reverse("log_entry", args=[table.campaign.pk, newest])
    assert "Rue" not in client.get(page).content.decode()
