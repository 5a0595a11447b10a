"""What a form begins with is nothing that the same form refuses."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Demon, Record
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from rules import catalogue
from tests.campaigns.conftest import SignIn
from tests.campaigns.form_filling import UNTICKED, Form
from tests.factories import make_character, make_demon
from tests.people import Table

pytestmark = pytest.mark.slow

BESIDE = ("csrfmiddlewaretoken", "key", "nonce", "next", "hand", "form.fields", "form.hide")


@pytest.fixture
def sorcerer(table: Table) -> Record:
    return make_character(table.player, "Ilse Marrow")


@pytest.fixture
def demon(table: Table, sorcerer: Record) -> Record:
    """One that was asked for and called; its Power was assumed by the number of its Abilities (SOR-CONTACT-03)."""
    asked: dict[str, Any] = {
        "abilities": ["Armor", "Big", "Cloak"],
        "power": 3,
        "complete": False,
        "need": "",
    }
    found = make_demon(table.gm, "What answers", **asked, stamina=0)
    step = Request(
        "sorcerer.contact",
        {"sorcerer": str(sorcerer.pk), "demon": str(found.pk)},
        known={"contact_id": "new"},
    )
    play(table.player, ActRequest("contact", (step,), hand=(11, 5, 4, 3, 2, 1)))
    return found


def refused_though_prefilled(client: Client, page: str, form_id: str) -> list[str]:
    """The controls that had something in them as the page opened, and are refused when it is sent just so.

    Whom an act is about is left out: a list of those who are there stands at its first.
    """
    form = Form(client.get(page).content.decode(), form_id)
    prefilled = {
        name
        for name, values in form.sent.items()
        if name not in BESIDE and not name.endswith(".id") and set(values) - {UNTICKED, ""}
    }
    answer = client.post(form.action, form.sent)
    if answer.status_code != 422:
        return []
    refused = answer.content.decode()
    faulty = set(re.findall(r'<[^>]*name="([^"]*)"[^>]*aria-invalid', refused))
    faulty |= set(re.findall(r'<[^>]*aria-invalid[^>]*name="([^"]*)"', refused))
    return sorted(prefilled & faulty)


def test_power_of_an_answered_demon_is_none_that_is_refused(
    table: Table, demon: Record, signed_in: SignIn
) -> None:
    page = reverse("complete_demon", args=[table.campaign.pk, demon.pk])

    assert refused_though_prefilled(signed_in(table.gm), page, "demon-form") == []


def test_power_that_a_whole_sheet_may_have_stands_in_the_form(
    table: Table, demon: Record, signed_in: SignIn
) -> None:
    Demon.objects.filter(pk=demon.pk).update(power=6)
    page = reverse("complete_demon", args=[table.campaign.pk, demon.pk])

    form = Form(signed_in(table.gm).get(page).content.decode(), "demon-form")

    assert form.controls["demon.power"].values == ["6"]


@pytest.mark.parametrize("who", ["gm", "player"])
def test_no_act_begins_with_what_it_refuses(
    who: str, table: Table, sorcerer: Record, demon: Record, signed_in: SignIn
) -> None:
    client = signed_in(getattr(table, who))
    pages = {
        action: reverse("play_action", args=[table.campaign.pk, action])
        for action in catalogue.ACTIONS
        if action.startswith("sorcerer.")
    }
    # Where there is nothing to choose yet stands no form.
    offered = {
        action: page
        for action, page in pages.items()
        if 'id="action-form"' in client.get(page).content.decode()
    }
    refused = {
        action: refused_though_prefilled(client, page, "action-form") for action, page in offered.items()
    }

    assert len(offered) >= 15
    assert {action: names for action, names in refused.items() if names} == {}


@pytest.mark.parametrize("who", ["gm", "player"])
def test_no_step_of_a_ritual_begins_with_what_it_refuses(
    who: str, table: Table, sorcerer: Record, demon: Record, signed_in: SignIn
) -> None:
    Demon.objects.filter(pk=demon.pk).update(state="present", complete=True, stamina=3)
    page = reverse("ritual", args=[table.campaign.pk, sorcerer.pk, demon.pk]) + "?step=bind"
    client = signed_in(getattr(table, who))
    if 'id="action-form"' in client.get(page).content.decode():
        assert refused_though_prefilled(client, page, "action-form") == []
