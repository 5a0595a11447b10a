"""What may be done and need not be is never what a page puts first."""

import re

import pytest
from django.urls import reverse

from campaigns.games.sorcerer.rituals.acts import answer_contact
from campaigns.models import Contact, Demon, Pending, Record
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from tests.campaigns.conftest import SignIn
from tests.campaigns.form_filling import Form
from tests.factories import make_character, make_demon
from tests.people import Table

MAIN = "button-primary"


@pytest.fixture
def ritual(table: Table) -> str:
    """A Contact that was answered and whose check was made: the GM has still to complete the sheet."""
    sorcerer: Record = make_character(table.player, "Ilse Marrow")
    demon = make_demon(table.gm, "What answers", abilities=["Armor"], power=3, complete=False)
    given = {"sorcerer": str(sorcerer.pk), "demon": str(demon.pk)}
    contact = Request("sorcerer.contact", given, known={"contact_id": "new"})
    play(table.player, ActRequest("contact", (contact,), hand=(11, 5, 4, 3, 2, 1)))
    made = str(Contact.objects.get(demon=demon).pk)
    answer_contact(actor=table.gm, contact=made, demon=str(demon.pk), changes=(), power_raise=0, key="answer")
    asked = Pending.objects.get(question="sorcerer.humanity_check", state="open")
    about = {"character": {"id": str(sorcerer.pk)}, "demon": {"id": str(demon.pk)}}
    check = Request("sorcerer.humanity_check", {**about, "change": "loss", "basis": "ritual", "chosen": True})
    play(table.player, ActRequest("check", (check,), answers=str(asked.pk), hand=(12, 11, 10, 9, 3, 2, 1)))
    return reverse("ritual", args=[table.campaign.pk, sorcerer.pk, demon.pk])


def now(page: str) -> str:
    return page.partition('id="now"')[2].partition("</section>")[0]


def test_page_says_first_who_is_waited_for(table: Table, ritual: str, signed_in: SignIn) -> None:
    shown = now(signed_in(table.player).get(ritual).content.decode())

    assert "Waiting for the GM: Complete its sheet." in shown
    assert MAIN not in shown
    quiet = re.search(r'class="button button-quiet" href="\?step=prolong">([^<]*)', shown)
    assert quiet is not None
    assert quiet[1] == "Prolong the Contact"


def test_prolonging_is_quiet_and_named_so(table: Table, ritual: str, signed_in: SignIn) -> None:
    page = signed_in(table.player).get(f"{ritual}?step=prolong").content.decode()
    shown = now(page)

    assert "Waiting for the GM: Complete its sheet." in shown
    assert Form(page, "action-form").controls
    assert MAIN not in shown
    assert "Contact a demon" not in shown
    assert re.search(r'<button class="button" type="submit">Prolong the Contact</button>', shown)


def test_an_optional_question_is_no_main_button(table: Table, ritual: str, signed_in: SignIn) -> None:
    asked = Pending.objects.filter(question="sorcerer.humanity_check")
    asked.update(state="open", optional=True)
    client = signed_in(table.player)

    home = client.get(reverse("campaign_home", args=[table.campaign.pk])).content.decode()
    pending = home.partition('class="pending is-yours"')[2].partition("</div>")[0]

    assert "Humanity" in pending
    assert MAIN not in pending


def test_a_contact_that_nobody_prolonged_is_not_said_to_be(
    table: Table, ritual: str, signed_in: SignIn
) -> None:
    Demon.objects.update(state="present", complete=True)

    page = signed_in(table.player).get(ritual).content.decode()
    prolong = page.partition('id="steps"')[2].partition("Prolong the Contact")[2].partition("</li>")[0]

    assert "no longer possible" in prolong
    assert "done" not in prolong
