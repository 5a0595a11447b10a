"""The odds of a Humanity check where it is made: on the ritual's page, on the question's own, on the sheet's form."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.games.sorcerer.rituals.acts import answer_contact
from campaigns.models import Contact, Pending, Record
from campaigns.services.asking import ask_player
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from rules.kernel.values import Values
from tests.campaigns.conftest import SignIn
from tests.campaigns.form_filling import Form
from tests.campaigns.world import act
from tests.factories import make_character, make_demon
from tests.people import Table

pytestmark = pytest.mark.slow

CHECK = "sorcerer.humanity_check"
IN_WORDS = r"Humanity</span> <b>falls</b>: (\d+)%, <b>stays</b>: (\d+)%"


@pytest.fixture
def sorcerer(table: Table) -> Record:
    return make_character(table.player, "Ilse Marrow")


@pytest.fixture
def demon(table: Table, sorcerer: Record) -> Record:
    """One that answered as it was asked for, and whose check is owed."""
    found = make_demon(table.gm, "What answers", abilities=["Armor", "Big", "Cloak"], power=3, complete=False)
    given = {"sorcerer": str(sorcerer.pk), "demon": str(found.pk)}
    step = Request("sorcerer.contact", given, known={"contact_id": "new"})
    play(table.player, ActRequest("contact", (step,), hand=(11, 5, 4, 3, 2, 1)))
    made = str(Contact.objects.get(demon=found).pk)
    answer_contact(actor=table.gm, contact=made, demon=str(found.pk), changes=(), power_raise=0, key="answer")
    return found


def odds_on(client: Client, page: str) -> str:
    """What the page's own box asks for as it opens, with what stands in its form."""
    shown: str = client.get(page).content.decode()
    form = shown.partition('id="action-form"')[2].partition("</form>")[0]
    box = re.search(
        r'class="quick-odds" hx-post="([^"]*)"[^>]* tabindex="0" role="group" aria-label="Odds"', form
    )
    assert box, "the form has a box for its odds"
    sent = Form(shown, "action-form").sent
    answer = client.post(unescape(box[1]), sent, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    odds: str = answer.content.decode()
    return odds


@pytest.mark.parametrize("who", ["player", "gm"])
@pytest.mark.parametrize("where", ["ritual", "pending_answer", "play_action"])
def test_odds_of_a_check_stand_wherever_it_is_made(
    where: str, who: str, table: Table, sorcerer: Record, demon: Record, signed_in: SignIn
) -> None:
    campaign = table.campaign.pk
    asked = Pending.objects.get(question="sorcerer.humanity_check")
    pages = {
        "ritual": reverse("ritual", args=[campaign, sorcerer.pk, demon.pk]) + "?step=check-contact",
        "pending_answer": reverse("pending_answer", args=[campaign, asked.pk]),
        "play_action": reverse("play_action", args=[campaign, "sorcerer.humanity_check"])
        + f"?character={sorcerer.pk}&demon={demon.pk}&basis=ritual&change=loss&chosen=on",
    }

    told = re.search(IN_WORDS, odds_on(signed_in(getattr(table, who)), pages[where]))

    assert told, "in words, not by the name of a field"
    falls, stays = map(int, told.groups())
    assert falls + stays == 100
    assert 0 < falls < stays, "Humanity 4 against Power 3"


def test_a_check_that_may_raise_it_says_so(table: Table, sorcerer: Record, signed_in: SignIn) -> None:
    page = reverse("play_action", args=[table.campaign.pk, "sorcerer.humanity_check"])
    query = f"?character={sorcerer.pk}&basis=thematic&change=gain&chosen=on"

    shown = odds_on(signed_in(table.gm), page + query)

    assert re.search(r"Humanity</span> <b>stays</b>: \d+%, <b>rises</b>: \d+%", shown)


def test_odds_of_a_players_check_stand_on_the_gms_page_whatever_the_player_agrees_to(
    table: Table, sorcerer: Record, signed_in: SignIn
) -> None:
    act(table.gm, "table.change_policy", {"values": {"gm_may_consent": False}})
    settled: Values = {"character": {"id": str(sorcerer.pk)}, "change": "loss"}
    ask_player(actor=table.gm, action=CHECK, who=str(sorcerer.pk), settled=settled, key="ask")
    asked = Pending.objects.get(question=CHECK, state="open")
    page = reverse("pending_answer", args=[table.campaign.pk, asked.pk])
    client = signed_in(table.gm)

    odds = odds_on(client, page)

    assert re.search(IN_WORDS, odds)
    shown = client.get(page).content.decode()
    assert "Humanity may be</span> lost" in shown
    form = Form(shown, "action-form")
    refused = client.post(page, {**form.sent, "chosen": "on"})
    assert refused.status_code == 422
    assert "Only this character" in refused.content.decode()
