"""A round of conflict in two browsers: each sees what the other does, axe finds nothing in any phase."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from campaigns.models import Record
from tests.campaigns.world import act
from tests.factories import make_character
from tests.journeys.conftest import PageAt
from tests.journeys.pages import Theme, look
from tests.people import Table

LOOKS: list[tuple[int, Theme]] = [(1280, "light"), (1280, "dark"), (360, "light"), (360, "dark")]
MARA_FIRST = (12, 11, 10, 4, 3, 2, 1)


@pytest.fixture
def fighters(table: Table) -> tuple[Record, Record]:
    """The GM's attacker with Stamina 3 and the player's sorcerer with Stamina 4."""
    return make_character(table.gm, "Mara"), make_character(table.player, "Shelly", stamina=4)


def open_round(page_at: PageAt, table: Table, who: str, width: int = 1280) -> Page:
    page = page_at(f"/campaigns/{table.campaign.pk}/conflict/", who=getattr(table, who), width=width)
    page.evaluate("window.stayed = true")
    return page


def announce(page: Page, words: str, button: str) -> None:
    """What is tapped, with words that nobody has to write."""
    page.get_by_text("Words, bonus dice and penalties").click()
    page.get_by_label("What they do").fill(words)
    page.locator("[data-announce]").get_by_role("button", name=button).click()


def test_axe_finds_nothing_in_any_phase(
    page_at: PageAt, table: Table, fighters: tuple[Record, Record], faults_of: Callable[[Page], list[str]]
) -> None:
    gm = open_round(page_at, table, "gm", 360)
    expect(gm.locator("[data-announce] .bonus")).to_be_hidden()  # nothing was granted, and nobody asks here
    announce(gm, "At her throat", "Shelly")
    for width, theme in LOOKS:
        look(gm, width, theme)
        assert faults_of(gm) == [], (width, theme)

    throw(table, *fighters)
    for who in ("gm", "player"):
        page = open_round(page_at, table, who)
        expect(page.get_by_role("heading", name="Mara acts")).to_be_visible()
        for width, theme in LOOKS:
            look(page, width, theme)
            assert faults_of(page) == [], (who, width, theme)
            assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_announcement_of_one_appears_to_the_other(
    page_at: PageAt, table: Table, fighters: tuple[Record, Record]
) -> None:
    gm, player = (open_round(page_at, table, who) for who in ("gm", "player"))

    announce(player, "Behind the door", "Full defence")

    expect(gm.locator("#order").get_by_text("Behind the door")).to_be_visible()
    expect(gm.get_by_role("button", name="Roll the round")).to_be_visible()
    assert gm.evaluate("window.stayed") is True
    gm.get_by_role("button", name="Roll the round").click()
    expect(player.get_by_role("heading", name="Everyone has acted")).to_be_visible()


def test_choice_of_the_one_aimed_at_lets_whoever_acts_resolve(
    page_at: PageAt, table: Table, fighters: tuple[Record, Record]
) -> None:
    throw(table, *fighters)
    gm, player = (open_round(page_at, table, who) for who in ("gm", "player"))
    expect(gm.get_by_text("Waiting for Shelly to choose.")).to_be_visible()
    expect(gm.get_by_role("button", name="Attack: Shelly")).to_have_count(0)

    player.get_by_role("button", name="Keep to the action").click()

    expect(gm.get_by_role("button", name="Attack: Shelly")).to_be_visible()
    assert gm.evaluate("window.stayed") is True
    gm.get_by_role("button", name="Attack: Shelly").click()
    expect(gm.get_by_role("heading", name="Shelly acts")).to_be_visible()
    expect(player.get_by_role("heading", name="Shelly acts")).to_be_visible()


def throw(table: Table, mara: Record, shelly: Record) -> None:
    """Both attack one another, and Mara acts first."""
    pair = ((mara, shelly), (shelly, mara))
    combatants = [
        {"id": str(who.pk), "score": "stamina", "action": "attack", "target": str(target.pk)}
        for who, target in pair
    ]
    act(table.gm, "sorcerer.conflict_round", {"combatants": combatants}, hand=MARA_FIRST)


def test_odds_keep_their_width_beside_two_buttons(
    page_at: PageAt, table: Table, fighters: tuple[Record, Record]
) -> None:
    throw(table, *fighters)
    act(table.gm, "sorcerer.answer_attack", {"target": str(fighters[1].pk), "response": "maintain"})
    gm = open_round(page_at, table, "gm")

    expect(gm.get_by_role("button", name="Ask their player")).to_be_visible()
    expect(gm.locator(".act-foot .odds-bar")).to_be_visible()
    assert gm.locator(".act-foot .quick-odds").evaluate("one => one.clientWidth") >= 300
