"""A blow carries a spell: whoever is struck defends, then resists what gets across, each on their own page."""

import re
from typing import Any

import pytest
from django.urls import reverse

from campaigns.models import Pending
from campaigns.policy import NotAllowed
from campaigns.queries.palette import known_of
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from tests.campaigns.form_filling import fill_in, first_form, posted_forms, told_faults
from tests.campaigns.magic import Magic, new_magic, refused
from tests.campaigns.spine import browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def magic() -> Magic:
    return new_magic()


def strike(magic: Magic, spell: str, *faces: int, **more: Any) -> None:
    """Mira's player strikes Nan with four dice."""
    given = {"attacker": {"id": magic.mira}, "spell": {"id": spell}, "target": {"id": magic.nan}, **more}
    pool = {"traits": ["strength", "brawl"]}
    magic.play("strike", {**given, "pool": pool}, by=magic.game.player, hand=faces)


def defend(magic: Magic, spell: str, *faces: int) -> Any:
    """Nan's player defends with Defense + Wits, four dice."""
    asked = magic.asked(spell, magic.nan, magic.game.other_player)
    step = Request(asked.question, {"defense": {"pool": {}}}, known=known_of(asked))
    request = ActRequest(magic.game.key(), (step,), hand=faces, answers=asked.id)
    return play(magic.game.other_player, request).result.outcome


def asked(magic: Magic) -> list[str]:
    found = Pending.objects.filter(record__campaign=magic.game.campaign, state="open")
    return [one.question for one in found]


@pytest.mark.clause("PAN-CONSEQ-10", "PAN-CONSEQ-11", "PAN-CONSEQ-12", "PAN-TIME-03")
def test_whoever_is_struck_defends_and_then_resists_what_gets_across(magic: Magic) -> None:
    game = magic.game
    touch = magic.cast("control", by="mira", damage={"kind": "bashing"}, spell={"arcanum": "mind"})
    at_once: dict[str, Any] = {
        "attacker": {"id": magic.mira},
        "spell": {"id": touch},
        "target": {"id": magic.nan},
    }
    at_once |= {"attack": {"successes": 4}, "compare": "resolve", "resist": {"successes": 0}}
    with pytest.raises(NotAllowed, match="is asked to defend"):
        magic.play("boosted_attack", at_once, by=game.player)
    with refused("PAN-CONSEQ-11"):
        magic.play("boosted_attack", at_once)
    magic.turn_of(magic.mira)
    strike(magic, touch, *(8,) * 4, *(1,) * 4)  # 8-again: a vulgar spell boosts its own blow

    assert asked(magic) == ["pandemonium.defend"]
    assert magic.sheet(magic.nan)["health"]["bashing"] == 0
    with refused("PAN-TIME-03"):
        strike(magic, touch)
    url = reverse("spells", args=[game.campaign.pk])
    page = browser(game.other_player).get(url).content.decode()
    assert "Defense + Wits against 4 successes, by which up to Potency 3 gets across." in page
    assert "falls on" in page and "to take no harm" in page
    assert "reaches for" not in page and "shake it off" not in page
    blow = defend(magic, touch, 8, 1, 1, 1)

    assert "reaches for" in browser(game.other_player).get(url).content.decode(), "now its spell is resisted"
    assert (blow.wounds, blow.transmitted, magic.sheet(magic.nan)["health"]["bashing"]) == (3, 2, 3)
    assert (asked(magic), magic.hold(touch, magic.nan)) == (["pandemonium.control"], "none")
    page = browser(game.other_player).get(url).content.decode()
    assert "Resolve + Power against Potency 2, severe from net 3." in page
    came = magic.resist(touch, magic.nan, *(1,) * 5, by=game.other_player)
    assert (came.potency, came.net, magic.hold(touch, magic.nan)) == (2, 2, "normal")


@pytest.mark.clause("PAN-DRAIN-05", "PAN-CONSEQ-17")
def test_a_drain_by_touch_is_tried_with_what_gets_across_and_a_miss_was_its_try(magic: Magic) -> None:
    game = magic.game
    thirst, other = (magic.cast("drain", by="mira", damage={"kind": "bashing"}) for _one in range(2))
    takes: dict[str, Any] = {"resource": "mana", "recipient": magic.mira}
    strike(magic, thirst, *(1,) * 4, **takes)  # three are assured
    defend(magic, thirst, 8, 1, 1, 1)
    drained = magic.resist(thirst, magic.nan, *(1,) * 4, by=game.other_player)
    assert (drained.lost, drained.gained) == (2, 2)

    strike(magic, other, *(1,) * 4, **takes)
    missed = defend(magic, other, 8, 8, 8, 1)

    assert (missed.wounds, missed.transmitted, asked(magic)) == (0, 0, [])
    assert (magic.hold(other, magic.nan), magic.sheet(magic.nan)[f"came_to.{other}"]["net"]) == (
        "resisted",
        0,
    )
    strike(magic, other, *(1,) * 4, **takes)
    assert defend(magic, other, *(1,) * 4).spent


def test_a_blow_is_let_through_in_one_tap(magic: Magic) -> None:
    touch = magic.cast("control", by="mira", damage={"kind": "bashing"})
    strike(magic, touch, *(1,) * 4, damage={"kind": "lethal"})  # with a knife: a blow deals its own wounds
    with refused("PAN-RESIST-01"):
        strike(magic, touch)
    url = reverse("spells", args=[magic.game.campaign.pk])
    nan = browser(magic.game.other_player)
    [form] = [one for one in posted_forms(nan.get(url).content.decode(), url) if "let" in one.action]

    assert nan.post(form.action, form.sent).status_code == 302

    assert (magic.sheet(magic.nan)["health"]["lethal"], asked(magic)) == (3, ["pandemonium.control"])


@pytest.mark.clause("PAN-CONSEQ-10", "PAN-CONSEQ-12")
def test_a_players_form_takes_a_bare_hand_for_granted_and_lists_what_a_blow_can_carry(magic: Magic) -> None:
    """How the spell was cast says nothing of wounds, and nobody is asked for any: they bash."""
    game = magic.game
    magic.rule_alone()
    harm = magic.cast("attack", by="mira", damage={"kind": "lethal"})
    player, sheet = browser(game.player), reverse("character", args=[game.campaign.pk, magic.mira])
    assert "/play/pandemonium.strike/" not in player.get(sheet).content.decode(), "no blow carries what harms"
    touch = magic.cast("control", by="mira")
    assert "/play/pandemonium.strike/" in player.get(sheet).content.decode()
    url = reverse("play_action", args=[game.campaign.pk, "pandemonium.strike"])
    form = first_form(player, f"{url}?attacker.id={magic.mira}")

    assert harm not in form.controls["spell.id"].options
    said = {"spell": {"id": touch}, "target": {"id": magic.nan}}
    sent = fill_in(player, form, said).sent | {"hand": ["1 1 1 1"], "pool.traits": ["strength", "brawl"]}
    answer = player.post(form.action, sent)

    assert answer.status_code == 302, told_faults(answer)
    assert asked(magic) == ["pandemonium.defend"]
    defend(magic, touch, *(1,) * 4)
    assert magic.sheet(magic.nan)["health"]["bashing"] == 3


OPTIONS = re.compile(r'<select name="spell\.id".*?</select>', re.DOTALL)


@pytest.mark.clause("PAN-CONSEQ-10")
def test_whoever_strikes_finds_their_own_spells_first_and_apart_from_what_holds_them(magic: Magic) -> None:
    """Somebody struck her captor with the very spell that held her: all stood in one list."""
    leash, ward, touch = magic.cast(by="bob"), magic.cast(by="nan"), magic.cast(by="mira")
    magic.apply("control", leash, magic.mira)
    assert magic.hold(leash, magic.mira) == "severe"
    url = reverse("play_action", args=[magic.game.campaign.pk, "pandemonium.strike"])

    for client in (browser(magic.game.player), browser(magic.game.gm)):
        page = client.get(f"{url}?attacker.id={magic.mira}").content.decode()
        groups = re.findall(
            r'<optgroup label="([^"]*)">(.*?)</optgroup>', OPTIONS.findall(page)[0], re.DOTALL
        )
        told = [(title, re.findall(r'value="([^"]*)"', options)) for title, options in groups]

        assert told == [
            ("Spells of Mira", [touch]),
            ("Others’ spells", [ward]),
            ("Spells that hold Mira", [leash]),
        ]
        assert (
            magic.mira
            not in first_form(client, f"{url}?attacker.id={magic.mira}").controls["target.id"].options
        )
