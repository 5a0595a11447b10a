"""What a spell left behind is dealt with before its time is over, and what it wore away comes back."""

from typing import Any

import pytest
from django.urls import reverse

from campaigns.models import Entry, Pending
from campaigns.policy import NotAllowed
from campaigns.services import clock
from campaigns.templatetags.look import game_time
from rules.kernel.clock import DAY
from tests.campaigns.games.pandemonium.test_taps import page, press
from tests.campaigns.magic import Magic, new_magic, refused
from tests.campaigns.spine import browser, document, folded, input_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

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
    now = page(magic, game.other_player, "spells")
    assert ("the GM says not yet" in now) is lingers and "Ask the GM whether it is" not in now
    game.act("table.end_scene")
    assert ("Ask the GM whether it is" in page(magic, game.other_player, "spells")) is lingers


@pytest.mark.clause("PAN-AFTER-16")
def test_of_a_spell_that_goes_on_its_line_and_the_sheet_say_what_the_gm_was_asked(magic: Magic) -> None:
    game = magic.game
    spell = magic.cast("direct", on=(magic.nan,), duration="lasting")
    game.edit(magic.nan, **{f"aftereffect.{spell}": YEAR})
    sheet = reverse("character", args=[game.campaign.pk, magic.nan])

    def told() -> tuple[str, str]:
        at = browser(game.other_player)
        return page(magic, game.other_player, "spells"), at.get(sheet).content.decode()

    assert not any("is it dealt with?" in one or "not yet" in one for one in told())
    press(game.other_player, told()[0], "Ask the GM whether it is dealt with")
    assert all("waiting for the GM: is it dealt with?" in one for one in told())
    press(game.gm, page(magic, game.gm, "table"), "No", dealt_with="no")

    assert all("the GM says not yet: ask again in another scene or on another day" in one for one in told())


@pytest.mark.clause("PAN-AFTER-16")
def test_what_the_gm_said_no_to_is_asked_again_on_another_day(magic: Magic, curse: str) -> None:
    magic.play("end_aftereffect", about(magic, curse) | {"dealt_with": False})
    assert "Ask the GM whether it is" not in page(magic, magic.game.other_player, "spells")

    clock.advance(actor=magic.game.gm, seconds=DAY, key="a-day")

    assert "Ask the GM whether it is" in page(magic, magic.game.other_player, "spells")
    magic.play("end_aftereffect", about(magic, curse) | {"dealt_with": True})
    assert f"began.refused.{curse}" not in magic.sheet(magic.nan).fields


@pytest.mark.clause("PAN-AFTER-13")
def test_with_what_a_spell_left_behind_comes_back_what_it_took_and_no_more(magic: Magic, curse: str) -> None:
    magic.play("end_aftereffect", about(magic, curse) | {"dealt_with": True})
    other = magic.cast("direct", on=(magic.nan,))
    wears = {"interval": "day", "spell": other}
    magic.game.edit(magic.nan, **{f"aftereffect.{other}": YEAR, "decay.resolve": wears})
    magic.play("decay_tick", {"target": {"id": magic.nan}, "threat": {"trait": "resolve"}}, hand=(8, 8))
    assert stands(magic, other)[2][::2] == (1, 2), "a dot to each spell"

    magic.play("end_aftereffect", about(magic, other) | {"dealt_with": True, "back": True})

    assert stands(magic, other)[2][::2] == (2, 1)


@pytest.mark.clause("PAN-AFTER-16")
def test_nobody_but_the_gm_says_that_it_is_dealt_with(magic: Magic, curse: str) -> None:
    with pytest.raises(NotAllowed):
        magic.play("end_aftereffect", about(magic, curse) | {"dealt_with": True}, by=magic.game.other_player)

    assert stands(magic, curse)[0]
    sheet = reverse("character", args=[magic.game.campaign.pk, magic.nan])
    assert f"spell.id={curse}" in browser(magic.game.other_player).get(sheet).content.decode()


@pytest.mark.clause("PAN-AFTER-07", "PAN-RESIST-11")
def test_what_ends_by_the_clock_stands_in_the_log_and_is_news_for_whoever_bore_it(magic: Magic) -> None:
    """Of what a hidden spell left, which ends at the same moment, neither tells anybody but the GM."""
    game, over = magic.game, "What Withering left behind in Nan is over."
    seen = magic.cast("direct", on=(magic.nan,), spell={"name": "Withering"})
    about_it = {"kind": "pandemonium.spell", "name": "Evil eye", "visibility": "gm"}
    unseen = input_of(game.act("table.create", {"about": about_it}))["id"]
    day = {"indefinite": False, "duration": {"years": 0, "months": 0, "weeks": 0, "days": 1}}
    game.edit(magic.nan, **{f"aftereffect.{one}": day for one in (seen, unseen)})
    ends = f"lingers, at most 1 day · ends on {game_time(DAY)}"
    sheet = browser(game.other_player).get(reverse("character", args=[game.campaign.pk, magic.nan]))
    for told in (page(magic, game.other_player, "spells"), sheet.content.decode()):
        assert ends in told.replace("Lingers", "lingers")

    clock.advance(actor=game.gm, seconds=DAY, key="a-day")

    assert magic.sheet(magic.nan).under("aftereffect") == {}
    assert over in page(magic, game.gm, "log") and "Evil eye left behind" in page(magic, game.gm, "log")
    told = page(magic, game.other_player, "log")
    assert over in told and "Evil eye" not in told
    assert told.count('log-result">What') == 1
    news = page(magic, game.other_player, "table").rpartition('class="news-words"')[2].partition("</form>")[0]
    assert over in news and "no longer left by Withering" in news
    assert "no longer left by" not in page(magic, game.player, "table")
