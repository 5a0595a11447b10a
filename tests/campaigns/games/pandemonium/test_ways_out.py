"""What a spell left behind is dealt with before its time is over, and what it wore away comes back."""

from typing import Any

import pytest
from django.urls import reverse

from campaigns.models import Entry, Pending
from campaigns.policy import NotAllowed
from tests.campaigns.games.pandemonium.test_taps import page, press
from tests.campaigns.magic import Magic, new_magic, refused
from tests.campaigns.spine import browser, document, folded

pytestmark = pytest.mark.django_db

YEAR = {"indefinite": False, "duration": {"years": 1, "months": 0, "weeks": 0, "days": 1}}
QUESTION = "Nan: is what Withering left behind dealt with?"


@pytest.fixture
def magic() -> Magic:
    magic = new_magic()
    magic.game.act("table.change_policy", {"values": {"player_rulings": "propose"}})
    return magic


@pytest.fixture
def curse(magic: Magic) -> str:
    """A spell of Mira's that is over and wears Nan's Resolve and her fists away: a point of each is gone."""
    spell = magic.cast("direct", on=(magic.nan,), spell={"name": "Withering"})
    magic.play("let_go", {"spell": {"id": spell}})
    wears: dict[str, Any] = {
        f"aftereffect.{spell}": YEAR,
        "decay.resolve": {"interval": "day", "spell": spell},
    }
    fists = {"interval": "week", "spell": spell, "pool": ["strength", "brawl"]}
    magic.game.edit(magic.nan, **wears, **{"decay.fists": fists, "pools.fists": 0})
    for threat in ({"trait": "resolve"}, {"pool": ["strength", "brawl"], "label": "fists"}):
        magic.play(
            "decay_tick",
            {"target": {"id": magic.nan}, "threat": threat},
            hand=(8, 8, 8, 8)[: 3 + ("pool" in threat)],
        )
    return spell


def stands(magic: Magic, spell: str) -> tuple[Any, ...]:
    """Whether it lingers, what wears away, what is left of it, and what counts as lost."""
    sheet = magic.sheet(magic.nan)
    wears = [name for name in ("resolve", "fists") if sheet.fields.get(f"decay.{name}")]
    left = (sheet["traits.resolve"], sheet["pools.fists"], sheet.fields.get("lost.resolve") or 0)
    return bool(sheet.fields.get(f"aftereffect.{spell}")), wears, left


@pytest.mark.clause("PAN-AFTER-12", "PAN-AFTER-13", "PAN-AFTER-16")
@pytest.mark.parametrize(
    ("label", "left"),
    [("It is dealt with", (2, -1, 1)), ("Dealt with, and what it took comes back", (3, 0, 0))],
)
def test_the_gm_ends_what_lingers_in_a_tap_with_what_it_wears_away(
    magic: Magic, curse: str, label: str, left: tuple[int, ...]
) -> None:
    game = magic.game
    assert stands(magic, curse) == (True, ["resolve", "fists"], (2, -1, 1))

    press(game.gm, page(magic, game.gm, "spells"), label)

    assert stands(magic, curse) == (False, [], left)
    told = document(Entry.objects.filter(campaign=game.campaign).latest("seq"))["steps"][0]
    assert (told["action"], told["clauses"]) == ("pandemonium.end_aftereffect", ["PAN-AFTER-16"])
    assert "It is dealt with" in page(magic, game.other_player, "log")
    assert game.state() == folded(game.campaign)
    assert game.verified().faults == []
    with refused("PAN-AFTER-13"):
        magic.play("end_aftereffect", about(magic, curse) | {"dealt_with": True})


def about(magic: Magic, spell: str) -> dict[str, Any]:
    return {"target": {"id": magic.nan}, "spell": {"id": spell}}


@pytest.mark.clause("PAN-AFTER-16", "TAB-ASK-05")
@pytest.mark.parametrize(("word", "lingers"), [("Yes", False), ("No", True)])
def test_whoever_bears_it_asks_the_gm_who_says_yes_or_no(
    magic: Magic, curse: str, word: str, *, lingers: bool
) -> None:
    game = magic.game
    assert "is dealt with" not in page(magic, game.player, "spells"), "the caster has no say in it"

    press(game.other_player, page(magic, game.other_player, "spells"), "Ask the GM whether it is dealt with")

    waits = page(magic, game.other_player, "spells")
    assert "waiting for the GM: is it dealt with?" in waits
    assert "Ask the GM whether it is dealt with" not in waits
    called = page(magic, game.gm, "table")
    assert QUESTION in called
    press(game.gm, called, word, dealt_with=word.lower())

    assert Pending.objects.get(question="pandemonium.end_aftereffect").state == "answered"
    assert stands(magic, curse)[0] is lingers
    assert ("It is not dealt with yet" in page(magic, game.other_player, "log")) is lingers


@pytest.mark.clause("PAN-AFTER-16")
def test_nobody_but_the_gm_says_that_it_is_dealt_with(magic: Magic, curse: str) -> None:
    with pytest.raises(NotAllowed):
        magic.play("end_aftereffect", about(magic, curse) | {"dealt_with": True}, by=magic.game.other_player)

    assert stands(magic, curse)[0]
    sheet = reverse("character", args=[magic.game.campaign.pk, magic.nan])
    assert f"spell.id={curse}" in browser(magic.game.other_player).get(sheet).content.decode()
