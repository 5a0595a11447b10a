"""A connection is tapped in one tap, and the GM says in another whether that was against someone's will."""

import html
import re
from typing import Any

import pytest
from django.urls import reverse

from campaigns.models import Entry, Membership, Pending
from tests.campaigns.form_filling import Form
from tests.campaigns.magic import Magic, new_magic
from tests.campaigns.spine import browser, document, folded

pytestmark = pytest.mark.django_db

FORM = re.compile(r'<form[^>]* action="([^"]*)"[^>]*>(.*?)</form>', re.DOTALL)
HIDDEN = re.compile(r'<input type="hidden" name="([^"]*)" value="([^"]*)"')
WORDS = "A lock of hair is tapped: is it against someone’s will?"


@pytest.fixture
def magic() -> Magic:
    return new_magic()


@pytest.fixture
def tie(magic: Magic) -> str:
    game = magic.game
    given = {
        "about": {"kind": "pandemonium.connection", "name": "A lock of hair", "owner": str(game.player.pk)}
    }
    fields = [{"field": "base", "set": 3}, {"field": "rating", "set": 2}]
    game.act("table.change_policy", {"values": {"player_rulings": "propose"}})
    game.act("table.create", {**given, "fields": fields})
    return str(game.campaign.records.get(kind="pandemonium.connection").pk)


def page(magic: Magic, who: Membership, name: str) -> str:
    return html.unescape(browser(who).get(reverse(name, args=[magic.game.campaign.pk])).content.decode())


def press(who: Membership, shown: str, label: str, **said: str) -> Any:
    """Send the form of the first button with this label."""
    address, inside = next(one for one in FORM.findall(shown) if f">{label}<" in one[1])
    return browser(who).post(address, {**dict(HIDDEN.findall(inside)), **said})


def steps(magic: Magic, tie: str) -> int:
    return int(magic.sheet(tie)["rating"])


@pytest.mark.clause("PAN-SYMP-04", "TAB-ASK-05")
@pytest.mark.parametrize(("word", "left"), [("yes", 1), ("no", 2)])
def test_a_players_tap_waits_for_one_word_of_the_gm_and_is_played_by_it(
    magic: Magic, tie: str, word: str, left: int
) -> None:
    game = magic.game
    board = reverse("spells", args=[game.campaign.pk])

    tapped = press(game.player, page(magic, game.player, "spells"), "Tap it")

    assert tapped["Location"] == board
    waits = page(magic, game.player, "spells")
    assert "waiting for the GM: is the tap against someone’s will?" in waits
    assert ">Tap it<" not in waits
    assert f"the GM: {WORDS}" in page(magic, game.player, "table")
    assert f'value="{word}"' not in page(magic, game.player, "table")
    assert steps(magic, tie) == 2

    called = page(magic, game.gm, "table")
    assert WORDS in called
    press(game.gm, called, {"yes": "Yes", "no": "No"}[word], unwilling=word)

    newest = document(Entry.objects.filter(campaign=game.campaign).latest("seq"))
    assert (newest["steps"][0]["action"], newest["steps"][0]["clauses"][-1]) == (
        "pandemonium.sympathy",
        "PAN-SYMP-04",
    )
    assert (steps(magic, tie), Pending.objects.get(question="pandemonium.sympathy").state) == (
        left,
        "answered",
    )
    assert ">Tap it<" in page(magic, game.player, "spells")
    assert game.state() == folded(game.campaign)
    assert game.verified().faults == []


@pytest.mark.clause("PAN-SYMP-04")
def test_the_gm_says_it_with_the_tap_and_is_asked_for_it_in_the_form(magic: Magic, tie: str) -> None:
    game = magic.game

    press(game.gm, page(magic, game.gm, "spells"), "Tap it against someone’s will")
    assert steps(magic, tie) == 1

    url = reverse("play_action", args=[game.campaign.pk, "pandemonium.sympathy"])
    form = Form(browser(game.gm).get(f"{url}?connection={tie}").content.decode(), "action-form")
    refused = browser(game.gm).post(form.action, {**form.sent, "event": "tap"})
    assert refused.status_code == 422
    assert 'id="id_unwilling_error"' in refused.content.decode()


@pytest.mark.clause("TAB-ASK-05")
def test_a_form_in_which_a_player_taps_asks_the_gm_too(magic: Magic, tie: str) -> None:
    game = magic.game
    url = reverse("play_action", args=[game.campaign.pk, "pandemonium.sympathy"])
    form = Form(browser(game.player).get(f"{url}?connection={tie}").content.decode(), "action-form")

    sent = browser(game.player).post(form.action, {**form.sent, "event": "tap"})

    assert sent.status_code == 302
    assert Pending.objects.get(question="pandemonium.sympathy").for_role == "gm"
