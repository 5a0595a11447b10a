"""What the board of spells offers leads to an act that can be played, or says why it cannot be played now."""

import html
import re

import pytest
from django.urls import reverse

from campaigns.models import Membership, Pending
from tests.campaigns.form_filling import Form
from tests.campaigns.games.pandemonium.test_told_in_the_log import newest, told
from tests.campaigns.magic import Magic, new_magic
from tests.campaigns.spine import browser

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def magic() -> Magic:
    return new_magic()


def board(magic: Magic, by: Membership) -> str:
    url = reverse("spells", args=[magic.game.campaign.pk])
    return html.unescape(browser(by).get(url).content.decode())


def led_to(page: str, act: str) -> str:
    found: set[str] = set(re.findall(rf'href="([^"]*/pandemonium\.{act}/\?[^"]*)"', page))
    (address,) = found
    return address


@pytest.mark.clause("PAN-REAP-05")
def test_reaping_what_there_is_no_room_for_says_so_before_and_after(magic: Magic) -> None:
    """It was one tap, and all that came of it was that nothing was gained."""
    bite = magic.cast("attack", on=(magic.bob,))
    magic.apply("attack", bite, magic.bob, damage={"kind": "lethal", "resistant": True})

    words = told(magic, magic.game.player, "spells")

    assert "Reap Willpower: not now. Spend some first" in words
    assert "Reap Mana: not now" not in words
    sides = {"spell": {"id": bite}, "target": {"id": magic.bob}, "recipient": {"id": magic.mira}}
    magic.play("reap", {**sides, "resource": "willpower"})
    assert "Nothing is gained No room for 3 more points: the wounds stay unused." in told(
        magic, magic.game.player, "log"
    )


@pytest.mark.clause("PAN-ADDED-01")
def test_harm_that_only_the_gm_may_add_is_asked_of_the_gm(magic: Magic) -> None:
    """The form that its caster was led to could only be refused, and asked for what goes with other spells."""
    game, grip = magic.game, magic.cast(on=(magic.nan,))
    magic.apply("control", grip, magic.nan)
    magic.propose()
    address = led_to(board(magic, game.player), "bring")
    page = browser(game.player).get(address).content.decode()
    form = Form(page, "action-form", address)

    shown = {name for name, one in form.controls.items() if one.kind != "hidden"}
    assert "targets.0.id" in shown
    assert not {"aim", "of", "resource", "recipient.id", "way", "wound"} & shown
    assert re.search(r'value="ask-gm"[^>]*>\s*Ask the GM', page)
    assert browser(game.player).post(address, form.sent | {"form.command": "ask-gm"}).status_code == 302

    asked = Pending.objects.get(state="open")
    at = reverse("pending_answer", args=[game.campaign.pk, asked.pk])
    answer = Form(browser(game.gm).get(at).content.decode(), "action-form", at)
    assert browser(game.gm).post(at, answer.sent).status_code == 422, "the GM has to say which wounds"
    answer.fill("wound", "lethal")
    assert browser(game.gm).post(at, answer.sent).status_code == 302
    assert magic.sheet(grip)["adds"] == "lethal"
    assert Pending.objects.get(state="open").question == "pandemonium.added_damage"


@pytest.mark.clause("PAN-HIND-07", "PAN-HIND-09")
def test_acting_despite_a_spell_begins_from_its_row_as_from_a_sheet(magic: Magic) -> None:
    """Whether it takes a roll and an action was to be said anew, and the boost that was ticked got lost."""
    grip = magic.cast(on=(magic.mira,), by="bob", spell={"name": "Vines"})
    magic.apply("control", grip, magic.mira, successes=1)
    speed = magic.cast("other", on=(magic.mira,), spell={"name": "Quickened blood"})

    leads_to = led_to(board(magic, magic.game.player), "act_against_hindrance")

    assert "roll=rolled" in leads_to
    assert "timing=instant" in leads_to
    url = reverse("play_action", args=[magic.game.campaign.pk, "pandemonium.roll"])
    said = {"actor.id": magic.mira, "pool.traits": ["strength", "brawl"], "pool.boosts.help": [speed]}
    client = browser(magic.game.player)
    shown = client.post(url, {**said, "key": "k", "form.command": "show"}).content.decode()
    (address,) = re.findall(r'href="([^"]*)">Act despite Vines<', shown)
    form = Form(client.get(html.unescape(address)).content.decode(), "action-form")
    assert form.sent["pool.boosts.help"] == [speed]


@pytest.mark.clause("PAN-HIND-05")
def test_the_log_says_what_an_act_against_spells_had_to_beat(magic: Magic) -> None:
    fog = magic.cast(on=(magic.mira,), by="bob", spell={"name": "Fog", "aspect": "covert"})
    vines = magic.cast(on=(magic.mira,), by="bob", spell={"name": "Vines"})

    magic.hindered(magic.mira, fog, 8, 8, 8, 1, beside=(vines,))

    assert "Held back More than 3 was needed: Vines The action is lost." in told(
        magic, magic.game.player, "log"
    )


@pytest.mark.clause("PAN-ASSAIL-03")
def test_the_log_says_until_when_an_attack_on_a_spell_counts(magic: Magic) -> None:
    grip = magic.cast(on=(magic.nan,))

    magic.assail(magic.nan, grip, 8, 8, 1, 1)

    assert "Potency 1 is left until the next turn of Nan ." in told(
        magic, magic.game.gm, "log_entry", newest(magic)
    )


@pytest.mark.clause("PAN-TRACK-08")
def test_a_spell_whose_mage_is_dead_says_so_and_is_the_gms_to_release(magic: Magic) -> None:
    """It went on as sustained by somebody dead, whose player was offered to cast and Shape it."""
    grip = magic.cast(on=(magic.nan,))
    magic.apply("control", grip, magic.nan, successes=1)
    outlived = "Mira is dead. Nobody sustains it now: the GM releases it, or lets it go on."
    assert outlived not in told(magic, magic.game.gm, "spells")

    magic.game.edit(magic.mira, state="dead")

    for member in (magic.game.gm, magic.game.player, magic.game.other_player):
        assert outlived in told(magic, member, "spells")
    own = board(magic, magic.game.player)
    for gone in ("Cast it again", "Refresh it", "Shape it", "Harm them"):
        assert gone not in own
    assert "Release it" in board(magic, magic.game.gm)
