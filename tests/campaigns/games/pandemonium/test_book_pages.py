"""The pages of the spell book: a spell is written by a form, cast in two taps, and Shaped by traits that are picked."""

import html
import re
from typing import Any

import pytest
from django.urls import reverse

from campaigns.forms.action.bonuses import PROPOSE
from campaigns.models import Entry, Membership, Record
from tests.campaigns.magic import Magic, new_magic
from tests.campaigns.pages import faults_of
from tests.campaigns.spine import browser, document

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

COLD: dict[str, Any] = {
    "name": "Cold hand",
    "aspect": "vulgar",
    "kind": "direct",
    "arcanum": "forces",
    "wound": "lethal",
    "resistant": "on",
    "reach": "1",
    "compared": "stamina",
    "resisted_by": ["stamina", "power"],
    "shaped_with": ["power", "forces"],
    "mana": "0",
    "timing": "instant",
    "duration": "sustained",
}


@pytest.fixture
def magic(db: None) -> Magic:
    return new_magic()


def page_of(magic: Magic, page: str, *ids: str, by: Membership | None = None, **said: Any) -> str:
    answer = browser(by or magic.game.player).get(reverse(page, args=[magic.game.campaign.pk, *ids]), said)
    assert faults_of(answer) == []
    return html.unescape(re.sub(r"\s+", " ", answer.content.decode()))


def sent(magic: Magic, page: str, record: str, by: Membership | None = None, **said: Any) -> Any:
    url = reverse(page, args=[magic.game.campaign.pk, record])
    return browser(by or magic.game.player).post(url, {"key": magic.game.key(), **said})


def write(magic: Magic, **said: Any) -> str:
    answer = sent(magic, "write_spell", magic.mira, **{**COLD, **said})
    assert answer.status_code == 302, answer.content.decode()
    return str(Record.objects.filter(kind="pandemonium.known_spell").latest("born").pk)


def spells(magic: Magic) -> list[str]:
    found = Record.objects.filter(campaign=magic.game.campaign, kind="pandemonium.spell").order_by("born")
    return [str(one.pk) for one in found]


@pytest.mark.clause("PAN-TRACK-09")
def test_a_spell_is_written_once_and_cast_in_two_taps(magic: Magic) -> None:
    begun = f'href="{reverse("write_spell", args=[magic.game.campaign.pk, magic.mira])}?next='
    assert begun in page_of(magic, "character", magic.mira), "a new mage's sheet leads to the book"
    assert begun not in page_of(magic, "character", magic.mira, by=magic.game.other_player)
    entry = write(magic)

    assert f'href="{reverse("cast_from_book", args=[magic.game.campaign.pk, entry])}"' in page_of(
        magic, "character", magic.mira
    )
    page = page_of(magic, "cast_from_book", entry)
    assert f'name="target" value="{magic.bob}"' in page
    answer = sent(magic, "cast_from_book", entry, target=magic.bob, timing="instant", duration="sustained")

    (spell,) = spells(magic)
    assert answer.headers["Location"].endswith(f"#spell-{spell}")
    stored = magic.sheet(spell)
    assert (stored.name, stored["kind"], stored["wound"], stored["resistant"]) == (
        "Cold hand",
        "direct",
        "lethal",
        True,
    )
    assert (stored["targets"], stored["book"], stored["paid"]) == ([magic.bob], entry, 0)


@pytest.mark.clause("PAN-TRACK-09")
def test_a_poison_that_lies_in_wait_is_written_as_such_and_nobody_is_asked_how_often(magic: Magic) -> None:
    entry = write(magic, interval="day", delayed="on")
    assert "One wound per day · Lies in wait" in page_of(magic, "spell_book")
    delayed = re.search(r'<input[^>]*name="delayed"[^>]*>', page_of(magic, "cast_from_book", entry))
    assert delayed is not None
    assert "checked" in delayed[0]
    usual: dict[str, Any] = {"target": magic.bob, "timing": "instant", "duration": "lasting"}
    sent(magic, "cast_from_book", entry, delayed="on", **usual)
    (waits,) = spells(magic)
    assert (magic.sheet(waits)["state"], magic.sheet(waits)["interval"]) == ("latent", "day")

    trigger = {"spell.id": waits, "targets.0.id": magic.bob, "way": "slow", "triggered": "on"}
    assert "interval" not in trigger, "its record knows"
    url = reverse("play_action", args=[magic.game.campaign.pk, "pandemonium.bring"])
    assert browser(magic.game.gm).post(url, {"key": magic.game.key(), **trigger}).status_code == 302
    triggered = magic.asked(waits, magic.bob)

    sent(magic, "cast_from_book", entry, again=f"beside {waits}", **usual)
    at_once = magic.asked(spells(magic)[1], magic.bob)
    for asked in (triggered, at_once):
        assert (asked.question, asked.data["interval"]) == ("pandemonium.ongoing_start", "day")
    magic.resist(waits, magic.bob, *(1,) * 4)
    stored = magic.sheet(waits)
    assert (stored["state"], stored["duration"]) == ("active", "instant"), "over with its last wound"
    assert magic.sheet(magic.bob)[f"ongoing.{waits}"]["interval"] == "day"


@pytest.mark.clause("PAN-TRACK-07")
def test_it_is_cast_again_in_its_place_or_beside_it(magic: Magic) -> None:
    entry = write(magic)
    usual: dict[str, Any] = {"timing": "instant", "duration": "sustained"}
    sent(magic, "cast_from_book", entry, target=magic.bob, **usual)
    (first,) = spells(magic)

    assert f'value="{first}"' in page_of(magic, "cast_from_book", entry)
    sent(magic, "cast_from_book", entry, target=magic.nan, again=first, **usual)
    assert (spells(magic), magic.sheet(first)["targets"]) == ([first], [magic.nan])

    sent(magic, "cast_from_book", entry, target=magic.bob, again=f"beside {first}", **usual)
    _first, second = spells(magic)
    assert (magic.sheet(second)["targets"], magic.sheet(first)["state"]) == ([magic.bob], "active")


@pytest.mark.clause("PAN-POT-06")
def test_a_shaping_is_picked_with_its_odds_and_its_mana_is_derived(magic: Magic) -> None:
    entry = write(magic)
    picked: dict[str, Any] = {
        "with_": ["power", "forces"],
        "shape": "on",
        "timing": "instant",
        "duration": "sustained",
    }

    told = re.sub(r"<[^>]*>", "", page_of(magic, "cast_from_book", entry, **picked))
    assert re.search(r"Power 2 ?Forces 4 ?6 dice", told), told
    assert "Potency at least 3: 100%" in told
    answer = sent(magic, "cast_from_book", entry, target=magic.bob, **picked)

    assert answer.status_code == 302
    (spell,) = spells(magic)
    assert (magic.sheet(spell)["paid"], magic.sheet(magic.mira)["mana"]) == (1, 8)
    refused = sent(
        magic, "cast_from_book", entry, target=magic.bob, **{**picked, "with_": ["strength", "brawl"]}
    )
    assert refused.status_code == 422
    assert "PAN-POT-06" in refused.content.decode()


def test_bonus_dice_are_asked_for_beside_a_shaping_and_count_in_it(magic: Magic) -> None:
    entry = write(magic)
    magic.game.act("table.change_policy", {"values": {"player_rulings": "propose"}})
    ask: dict[str, Any] = {
        "form.command": f"{PROPOSE} 1 shaping.pool.modifiers",
        "timing": "instant",
        "duration": "sustained",
    }

    assert "Ask for +1" in page_of(magic, "cast_from_book", entry)
    assert sent(magic, "cast_from_book", entry, shape="on", **ask).status_code == 200
    assert spells(magic) == [], "nothing is cast yet"
    magic.game.act("table.grant", {"who": {"id": magic.mira}, "dice": 1})
    told = re.sub(r"<[^>]*>", "", page_of(magic, "cast_from_book", entry))
    assert "7 dice" in told

    picked: dict[str, Any] = {"with_": ["power", "forces"], "shape": "on", "timing": "instant"}
    sent(magic, "cast_from_book", entry, target=magic.bob, duration="sustained", **picked)
    cast = document(Entry.objects.filter(campaign=magic.game.campaign).latest("seq"))["steps"][0]
    assert [one["dice"] for one in cast["input"]["shaping"]["pool"]["modifiers"]] == [1]


@pytest.mark.clause("PAN-TEN-04")
def test_a_spell_at_work_is_shaped_from_the_board(magic: Magic) -> None:
    wall = magic.cast("other", on=(magic.bob,))
    board = page_of(magic, "spells")
    assert reverse("shape_spell", args=[magic.game.campaign.pk, wall]) in board
    page = page_of(magic, "shape_spell", wall, raised="tenacity", with_=["power", "forces"])
    assert "Tenacity at least" in page

    ritual: dict[str, Any] = {"raised": "tenacity", "timing": "ritual"}
    refused = sent(magic, "shape_spell", wall, **ritual, with_=["strength", "brawl"])
    assert "PAN-TEN-04" in refused.content.decode()
    assert magic.sheet(wall)["tenacity"] == 3
    assert sent(magic, "shape_spell", wall, **ritual, with_=["power", "forces"]).status_code == 302
    assert magic.sheet(magic.mira)["mana"] == 9, "a ritual takes none"
    assert (
        sent(magic, "shape_spell", wall, raised="potency", timing="instant", with_=["power"]).status_code
        == 302
    )
    assert magic.sheet(wall)["made"]["how"] == "shaped"
    assert magic.sheet(magic.mira)["mana"] == 8


def test_a_book_is_its_mages_own(magic: Magic) -> None:
    entry, other = write(magic), magic.game.other_player

    assert "Cold hand" not in page_of(magic, "spell_book", by=other)
    assert "Cold hand" in page_of(magic, "spell_book", by=magic.game.gm)
    for name, record in (("write_spell", magic.mira), ("write_spell", entry), ("cast_from_book", entry)):
        assert sent(magic, name, record, by=other, **COLD).status_code == 403
    assert spells(magic) == []
    sheet, record = (
        page_of(magic, "character", magic.mira, by=other),
        page_of(magic, "record", entry, by=other),
    )
    assert f'href="{reverse("record", args=[magic.game.campaign.pk, entry])}">Cold hand' in sheet
    assert "The whole book" not in sheet, "it would be their own"
    assert "In the spell book" not in record
    assert "In the spell book" in page_of(magic, "record", entry)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"wound": ""}, "Choose the kind of wounds"),
        ({"kind": "drain"}, "Choose “None”"),
        ({"kind": "control", "wound": "", "resistant": "on"}, "Choose the kind of wounds that it deals"),
        ({"name": ""}, "Fill this in."),
        ({"kind": "transfer", "wound": "", "timing": "instant"}, "moving wounds takes one"),
    ],
)
def test_what_is_not_whole_is_told_and_kept(magic: Magic, said: dict[str, str], told: str) -> None:
    answer = sent(magic, "write_spell", magic.mira, **{**COLD, **said})

    assert answer.status_code == 422
    assert told in answer.content.decode()
    assert 'value="stamina" selected' in answer.content.decode(), "what was chosen is still there"
    assert not Record.objects.filter(kind="pandemonium.known_spell").exists()


@pytest.mark.clause("PAN-SYMP-01", "PAN-TEN-05")
def test_sympathy_and_runes_are_said_where_a_spell_of_the_book_is_cast(magic: Magic) -> None:
    entry = write(magic)
    usual: dict[str, Any] = {"timing": "instant", "duration": "sustained", "target": magic.bob}
    magic.rule_alone()
    page = page_of(magic, "cast_from_book", entry)
    assert 'name="factors"' in page
    assert 'name="runes"' not in page
    sent(magic, "cast_from_book", entry, factors="2", **usual)
    (far,) = spells(magic)
    assert magic.sheet(far)["sympathetic"] is True

    gm: dict[str, Any] = {"by": magic.game.gm, "again": f"beside {far}", **usual}
    refused_now = sent(magic, "cast_from_book", entry, factors="1", needed="2", **gm)
    assert refused_now.status_code == 422
    assert "PAN-SYMP-01" in refused_now.content.decode()
    sent(magic, "cast_from_book", entry, factors="2", needed="2", runes="1", **gm)
    _far, warded = spells(magic)
    assert (magic.sheet(warded)["tenacity"], magic.sheet(warded)["sympathetic"]) == (4, True)


@pytest.mark.clause("PAN-TRACK-09")
def test_no_more_are_meant_than_the_book_says(magic: Magic) -> None:
    entry = write(magic, reach="2", temporary="on", area="ten paces")
    usual: dict[str, Any] = {"timing": "instant", "duration": "sustained"}
    assert "2 targets, ten paces" in page_of(magic, "cast_from_book", entry)

    answer = sent(magic, "cast_from_book", entry, target=[magic.bob, magic.nan, magic.mira], **usual)

    assert (answer.status_code, spells(magic)) == (422, [])
    assert "written for 2 targets" in answer.content.decode()


@pytest.mark.clause("PAN-FREE-01")
def test_the_page_of_a_casting_says_whom_it_will_not_ask(magic: Magic) -> None:
    entry = write(magic, kind="control", wound="", resistant="")
    page = page_of(magic, "cast_from_book", entry)
    assert "Nobody is asked to resist then." in page
    assert "Had its free try" not in page
    sent(magic, "cast_from_book", entry, target=magic.nan, timing="instant", duration="sustained")
    magic.game.edit(magic.nan, **{f"scene.tries.{spells(magic)[0]}": 1})

    page = page_of(magic, "cast_from_book", entry)

    assert f"Had its free try in this scene: {magic.sheet(magic.nan).name}." in page
    answer = sent(
        magic, "cast_from_book", entry, target=magic.nan, timing="instant", duration="sustained", again=""
    )
    assert answer.status_code in (302, 422)


def test_what_was_written_since_the_page_was_opened_stays_or_is_told(magic: Magic) -> None:
    entry = write(magic, words="A hand of frost.")
    opened = {**COLD, "words": "A hand of frost.", "seen": marks_of(magic, entry)}
    sent(magic, "write_spell", entry, **{**opened, "words": "A hand of ice.", "reach": "2"})

    assert sent(magic, "write_spell", entry, **{**opened, "mana": "3"}).status_code == 302
    kept = magic.sheet(entry)
    assert (kept["words"], kept["reach"], kept["mana"]) == ("A hand of ice.", 2, 3)

    answer = sent(magic, "write_spell", entry, **{**opened, "reach": "4"})
    assert answer.status_code == 422
    assert "It was changed meanwhile, to 2." in answer.content.decode()
    assert magic.sheet(entry)["reach"] == 2


def marks_of(magic: Magic, entry: str) -> str:
    """What the page to change a spell was shown with."""
    url = reverse("write_spell", args=[magic.game.campaign.pk, entry])
    page = browser(magic.game.player).get(url).content.decode()
    return html.unescape(re.findall(r'name="seen" value="([^"]*)"', page)[0])


def test_nobody_stands_out_among_those_whom_a_spell_may_be_cast_on(magic: Magic) -> None:
    """The first name was the primary button: of a spell that harms, a fellow player's character."""
    entry = write(magic)
    chosen = re.findall(
        r'<button class="([^"]*)"[^>]*name="target" value="([^"]*)"', page_of(magic, "cast_from_book", entry)
    )

    assert {ident for _look, ident in chosen} == {magic.mira, magic.nan, magic.bob}
    assert {look for look, _ident in chosen} == {"button"}


@pytest.mark.clause("PAN-CONSEQ-16")
def test_a_mages_own_arcana_come_first_and_whether_others_suffice_is_the_gms_to_say(magic: Magic) -> None:
    """It began with Death, which the mage has not, among all ten."""
    page = page_of(magic, "write_spell", magic.mira)
    offered = re.findall(r'<select name="arcanum".*?</select>', page)[0]
    groups = re.findall(r'<optgroup label="([^"]*)">(.*?)</optgroup>', offered)

    assert [title for title, _options in groups] == ["Their own", "Others, if the GM agrees"]
    assert re.findall(r'value="([^"]*)"', groups[0][1]) == ["forces", "mind"]
    assert len(re.findall(r'value="([^"]*)"', groups[1][1])) == 8
    assert re.findall(r'value="([^"]*)" selected', offered) == ["forces"]
    write(magic, arcanum="death")


@pytest.mark.clause("PAN-RESIST-11")
def test_the_gm_who_casts_from_hiding_is_led_to_what_is_still_to_settle(magic: Magic) -> None:
    """A spell whose caster nobody sees asks nobody; the board had it at its very end."""
    gm, about = magic.game.gm, {**magic.sheet(magic.bob).about, "visibility": "gm"}
    magic.game.act("table.edit", {"record": {"id": magic.bob}, "about": about, "reason": "He lies in wait."})
    answer = sent(
        magic, "write_spell", magic.bob, by=gm, **{**COLD, "kind": "drain", "wound": "", "resistant": ""}
    )
    assert answer.status_code == 302, answer.content.decode()
    entry = str(Record.objects.filter(kind="pandemonium.known_spell").latest("born").pk)
    sent(magic, "cast_from_book", entry, by=gm, target=magic.nan, timing="instant", duration="sustained")
    (spell,) = spells(magic)
    assert magic.sheet(spell).about["visibility"] == "gm"

    shown = page_of(magic, "spells", by=gm)

    last = shown.partition('id="last"')[2].partition("</section>")[0]
    assert f'href="#spell-{spell}">Settle its effects<' in last
    assert "Settle its effects" not in page_of(magic, "spells")


def test_the_gm_of_no_mage_is_told_how_there_comes_to_be_one(magic: Magic) -> None:
    """It read "You play no mage", with no way on."""
    make = reverse("new_character", args=[magic.game.campaign.pk])
    assert make not in page_of(magic, "spell_book", by=magic.game.gm).partition('id="books"')[2]
    for one in (magic.mira, magic.nan, magic.bob):
        magic.game.edit(one, state="dead")

    gms, players = (
        page_of(magic, "spell_book", by=by).partition('id="books"')[2]
        for by in (magic.game.gm, magic.game.player)
    )

    assert "Nobody in play is a mage yet." in gms
    assert f'href="{make}"' in gms
    assert "You play no mage." in players
