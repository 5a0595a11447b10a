import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Entry, Pending, Record
from campaigns.services.asking import ask_players
from campaigns.services.founding import found_campaign
from rules.kernel import budget
from rules.kernel.values import Values
from tests.campaigns.conftest import SignIn
from tests.factories import make_character, make_demon
from tests.people import Table

pytestmark = pytest.mark.slow


@pytest.fixture
def browser(table: Table, signed_in: SignIn) -> Client:
    return signed_in(table.player)


@pytest.fixture
def words(table: Table) -> dict[str, Any]:
    mara, demon = (
        make_character(table.player, "Mara", lore=3),
        make_demon(table.gm, power=4, abilities=["Cover"]),
    )
    return {"key": "k", "sorcerer.id": str(mara.pk), "demon.id": str(demon.pk)}


def odds(client: Client, table: Table, action: str, words: dict[str, Any]) -> str:
    answer = client.post(f"/campaigns/{table.campaign.pk}/play/odds/{action}/", words)
    assert answer.status_code == 200
    return answer.content.decode()


def test_odds_show_both_pools_with_their_parts(browser: Client, table: Table, words: dict[str, Any]) -> None:
    more = {"modifiers.0.source": "good_play", "modifiers.0.dice": "2"}

    shown = odds(browser, table, "sorcerer.contact", {**words, **more})

    assert "Good play <b>+2</b>" in shown
    assert "5 dice" in shown
    assert "4 dice" in shown
    assert 'class="odds-bar"' in shown


def test_odds_lead_on_to_the_explorer(browser: Client, table: Table, words: dict[str, Any]) -> None:
    shown = odds(browser, table, "sorcerer.contact", words)

    assert f'href="/campaigns/{table.campaign.pk}/rules/odds/?question=contest"' in shown


def test_looking_at_odds_writes_nothing(browser: Client, table: Table, words: dict[str, Any]) -> None:
    before = Entry.objects.count()

    odds(browser, table, "sorcerer.contact", words)

    assert Entry.objects.count() == before


def test_unfinished_form_has_no_odds_yet(browser: Client, table: Table, words: dict[str, Any]) -> None:
    assert "Complete the form" in odds(browser, table, "sorcerer.contact", {**words, "demon.id": ""})


def test_refusal_is_told_before_playing(browser: Client, table: Table, words: dict[str, Any]) -> None:
    gone = make_demon(table.gm, "Gone", state="annihilated")

    shown = odds(browser, table, "sorcerer.contact", {**words, "demon.id": str(gone.pk)})

    assert "The rules forbid this" in shown
    assert "SOR-DEATH-05" in shown


def test_hidden_demon_has_no_odds_for_players(browser: Client, table: Table, words: dict[str, Any]) -> None:
    Record.objects.filter(pk=words["demon.id"]).update(visibility="gm")

    assert 'class="odds-bar"' not in odds(browser, table, "sorcerer.contact", words)


@pytest.mark.parametrize("path", ["odds/sorcerer.contact/", "sorcerer.contact/"], ids=["part", "page"])
def test_odds_that_are_too_large_are_not_counted_and_it_says_so(
    monkeypatch: pytest.MonkeyPatch, table: Table, words: dict[str, Any], signed_in: SignIn, path: str
) -> None:
    """A hundred dice against ninety are a fifth of what is counted: here much less is."""
    monkeypatch.setattr(budget, "WHILE_WAITING", 1_000_000)
    for number in range(3):
        for side in ("modifiers", "opposing_modifiers"):
            words |= {f"{side}.{number}.source": "situation", f"{side}.{number}.dice": "30"}

    answer = signed_in(table.gm).post(
        f"/campaigns/{table.campaign.pk}/play/{path}", {**words, "form.command": "odds"}
    )

    assert answer.status_code == 200
    assert "These pools are too large to calculate every outcome." in answer.content.decode()
    assert "with 50 dice or fewer a side the odds are shown again" in answer.content.decode()
    assert 'class="odds-bar"' not in answer.content.decode()


def test_odds_stand_on_the_page_without_script(browser: Client, table: Table, words: dict[str, Any]) -> None:
    path = f"/campaigns/{table.campaign.pk}/play/sorcerer.contact/"

    shown = browser.post(path, {**words, "form.command": "odds"}).content.decode()

    assert 'class="odds-bar"' in shown


def test_an_action_that_does_not_exist_has_no_odds(browser: Client, table: Table) -> None:
    answer = browser.post(f"/campaigns/{table.campaign.pk}/play/odds/sorcerer.fly/", {"key": "k"})

    assert answer.status_code == 404


def test_a_record_of_another_campaign_cannot_be_asked_about(
    browser: Client, table: Table, words: dict[str, Any]
) -> None:
    owner = table.gm.user
    other = found_campaign(owner=owner, name="Elsewhere", gm_name="Gesa").memberships.get(user=owner)
    elsewhere = make_demon(other, power=4, abilities=["Cover"])

    shown = odds(browser, table, "sorcerer.contact", {**words, "demon.id": str(elsewhere.pk)})

    assert "t choose that record here" in shown
    assert "%" not in shown


def test_odds_say_whose_dice_and_whose_chance_they_are(
    browser: Client, table: Table, words: dict[str, Any]
) -> None:
    """Whoever answers a question may be the opposing side: then what is named first is not their success."""
    ash = make_demon(table.gm, "Ash", power=4, state="present")
    settled: dict[str, Values] = {
        words["sorcerer.id"]: {
            "demon": {"id": str(ash.pk)},
            "occasion": "unexpected",
            "character": {"id": words["sorcerer.id"]},
        }
    }
    ask_players(actor=table.gm, action="sorcerer.first_sight", settled=settled, key="sight")
    asked = Pending.objects.get(question="sorcerer.first_sight")
    where = reverse("answers_odds", args=[table.campaign.pk, asked.pk])

    shown = " ".join(browser.post(where, {"key": "k"}).content.decode().split())

    assert re.findall(r'<p class="label">(.*?)</p>', shown) == ["Ash", "Mara"]
    assert re.findall(r'<li class="odds-\w+"><span>(.*?)</span>', shown) == ["Ash", "Tie", "Mara"]
    assert "Success" not in shown
