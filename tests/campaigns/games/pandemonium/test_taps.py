"""Every mage taps a connection in one tap, and somebody else says whether that went against a will."""

import html
import re
from typing import Any

import pytest
from django.urls import reverse

from campaigns.models import Entry, Membership, Pending
from campaigns.policy import NotAllowed
from tests.campaigns.form_filling import Form
from tests.campaigns.magic import Magic, new_magic, refused
from tests.campaigns.spine import browser, document, folded

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

FORM = re.compile(r'<form[^>]* action="([^"]*)"[^>]*>(.*?)</form>', re.DOTALL)
HIDDEN = re.compile(r'<input type="hidden" name="([^"]*)" value="([^"]*)"')
WORDS = "{} taps A lock of hair: is it against the will of one of the two?"
WAITS = "a tap waits for a word: is it against someone’s will?"


@pytest.fixture
def magic() -> Magic:
    return new_magic()


def tied(magic: Magic, owner: Membership | None) -> str:
    """A connection at two of three steps."""
    about = {
        "kind": "pandemonium.connection",
        "name": "A lock of hair",
        "owner": str(owner.pk) if owner else None,
    }
    fields = [{"field": "base", "set": 3}, {"field": "rating", "set": 2}]
    magic.game.act("table.create", {"about": about, "fields": fields})
    return str(magic.game.campaign.records.get(kind="pandemonium.connection").pk)


def page(magic: Magic, who: Membership, name: str) -> str:
    return html.unescape(browser(who).get(reverse(name, args=[magic.game.campaign.pk])).content.decode())


def press(who: Membership, shown: str, label: str, **said: str) -> Any:
    """Send the form of the first button with this label."""
    address, inside = next(one for one in FORM.findall(shown) if f">{label}<" in one[1])
    return browser(who).post(address, {**dict(HIDDEN.findall(inside)), **said})


def steps(magic: Magic, tie: str) -> int:
    return int(magic.sheet(tie)["rating"])


@pytest.mark.clause("PAN-SYMP-04")
@pytest.mark.parametrize("rulings", ["propose", "players"])
@pytest.mark.parametrize(
    ("owner", "asked", "word", "left"),
    [("other_player", "other_player", "yes", 1), ("player", "gm", "no", 2), (None, "gm", "yes", 1)],
)
def test_a_mages_tap_waits_for_a_word_of_whoever_it_may_go_against(
    magic: Magic, owner: str | None, asked: str, word: str, left: int, rulings: str
) -> None:
    game, told = magic.game, WORDS.format("Mira")
    game.act("table.change_policy", {"values": {"player_rulings": rulings}})
    tie = tied(magic, getattr(game, owner) if owner else None)

    tapped = press(game.player, page(magic, game.player, "spells"), "Tap it")

    assert tapped["Location"] == reverse("spells", args=[game.campaign.pk])
    waits = page(magic, game.player, "spells")
    assert (WAITS in waits, ">Tap it<" in waits) == (True, False)
    assert 'name="unwilling"' not in page(magic, game.player, "table")
    with pytest.raises(NotAllowed):
        game.act(
            "pandemonium.sympathy",
            {"connection": {"id": tie}, "event": "tap", "unwilling": False},
            by=game.player,
        )
    with refused("PAN-SYMP-04"):
        magic.play("tap", {"mage": {"id": magic.nan}, "connection": {"id": tie}})
    assert steps(magic, tie) == 2

    whose = getattr(game, asked)
    called = page(magic, whose, "table")
    assert told in called
    press(whose, called, {"yes": "Yes", "no": "No"}[word], unwilling=word)

    newest = document(Entry.objects.filter(campaign=game.campaign).latest("seq"))
    step = newest["steps"][0]
    assert (step["action"], step["clauses"][-1]) == ("pandemonium.sympathy", "PAN-SYMP-04")
    assert (steps(magic, tie), Pending.objects.get(question="pandemonium.sympathy").state) == (
        left,
        "answered",
    )
    assert ">Tap it<" in page(magic, game.player, "spells")
    assert game.state() == folded(game.campaign)
    assert game.verified().faults == []


@pytest.mark.clause("PAN-SYMP-04", "PAN-SYMP-08")
def test_the_gm_says_it_with_the_tap_where_nobody_has_the_connection(magic: Magic) -> None:
    game, tie = magic.game, tied(magic, None)

    press(game.gm, page(magic, game.gm, "spells"), "Tap it against someone’s will")
    assert steps(magic, tie) == 1

    url = reverse("play_action", args=[game.campaign.pk, "pandemonium.sympathy"])
    form = Form(browser(game.gm).get(f"{url}?connection={tie}").content.decode(), "action-form")
    refusal = browser(game.gm).post(form.action, {**form.sent, "event": "tap"})
    assert (refusal.status_code, 'id="id_unwilling_error"' in refusal.content.decode()) == (422, True)

    press(game.gm, page(magic, game.gm, "spells"), "Tap it against someone’s will")
    worn_out = page(magic, game.gm, "spells")
    assert (">Tap it<" in worn_out, "Let it recover, or use another connection." in worn_out) == (False, True)


def test_the_form_of_a_tap_asks_who_taps_what_and_says_where_there_is_nothing(magic: Magic) -> None:
    url = reverse("play_action", args=[magic.game.campaign.pk, "pandemonium.tap"])
    nothing = browser(magic.game.player).get(url).content.decode()
    tie = tied(magic, magic.game.other_player)
    form = Form(browser(magic.game.player).get(f"{url}?connection={tie}").content.decode(), "action-form")

    assert "There is nothing to choose yet" in nothing
    asked = {name for name in form.controls if "." in name or name in ("hand", "days", "event")}
    assert asked == {"mage.id", "connection.id"}
    assert browser(magic.game.player).post(form.action, form.sent).status_code == 302
    assert Pending.objects.get(question="pandemonium.sympathy").for_role == "player"
