"""The table and the rituals on laptop and phone, in both themes: axe finds nothing, nothing overflows."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from campaigns.games.sorcerer.rituals import acts as rituals
from campaigns.models import Record
from campaigns.services import sessions
from tests.campaigns import world
from tests.factories import make_character
from tests.journeys.conftest import PageAt
from tests.journeys.pages import LOOKS, look, shot
from tests.people import Table, make_table


@pytest.fixture
def table(transactional_db: None) -> Table:
    """A campaign with a scene, a sorcerer and a demon that is looked for."""
    table = make_table()
    sessions.begin_session(actor=table.gm, name="One", key="session")
    sessions.begin_scene(actor=table.gm, name="The stairwell", key="scene")
    sorcerer = make_character(table.player, "Ilse Marrow")
    describe(table, sorcerer)
    return table


def describe(table: Table, sorcerer: Record) -> None:
    rituals.describe_demon(
        actor=table.player,
        sorcerer=str(sorcerer.pk),
        demon="8c5b06b1-33ea-4f4c-8d3b-0e1dd7a1b001",
        name="What answers",
        kind="object",
        abilities=("Armor", "Big"),
        desire="Ruin",
        power=3,
        purpose="To hold the stairs.",
        key="described",
    )


def paths(table: Table) -> dict[str, str]:
    home = f"/campaigns/{table.campaign.pk}"
    sorcerer = Record.objects.get(campaign=table.campaign, kind="character")
    demon = Record.objects.get(campaign=table.campaign, kind="demon")
    return {
        "table": f"{home}/table/",
        "cast": f"{home}/table/#cast",
        "log": f"{home}/table/#log",
        "rituals": f"{home}/rituals/",
        "ritual": f"{home}/rituals/{sorcerer.pk}/{demon.pk}/",
    }


@pytest.mark.parametrize("who", ["gm", "player"])
def test_axe_finds_nothing_on_table_and_rituals(
    who: str, page_at: PageAt, table: Table, faults_of: Callable[[Page], list[str]]
) -> None:
    page = page_at("/accounts/login/", who=getattr(table, who))
    for name, path in paths(table).items():
        page.goto(path)
        if name in ("table", "ritual"):
            expect(page.locator(".odds-bar").first).to_be_visible()
        for width, theme in LOOKS:
            look(page, width, theme)
            shot(page, f"{name}-{who}-{width}-{theme}", whole=False)
            assert faults_of(page) == [], (name, width, theme)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (name, width, theme)


def test_player_rolls_in_two_taps_and_once_more(page_at: PageAt, table: Table) -> None:
    page = page_at(paths(table)["table"], who=table.player, width=390)

    page.get_by_text("Stamina 3").click()
    page.locator("#roll").get_by_role("button", name="Roll", exact=True).click()

    expect(page.locator("#rolled")).to_be_focused()
    expect(page.locator("#rolled .contest")).to_be_visible()
    page.get_by_role("link", name="Roll again").click()
    expect(page.get_by_label("Stamina 3")).to_be_checked()


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1366, 768), (360, 740)])
@pytest.mark.parametrize("who", ["gm", "player"])
def test_usual_roll_needs_no_scrolling_and_stays_in_sight_when_thrown(
    who: str, width: int, height: int, page_at: PageAt, table: Table
) -> None:
    world.call_demon(table.gm, table.player)  # a question for the GM, and a check for the player
    page = page_at("/accounts/login/", who=getattr(table, who))
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"/campaigns/{table.campaign.pk}/table/")
    roll = page.locator("#roll").get_by_role("button", name="Roll", exact=True)

    waits = (
        "#waits .pending a" if who == "gm" else "#waits .asides"
    )  # the player's check waits for the GM's answer
    seen = [page.locator(waits).first, page.locator(".quick-odds .odds-bar"), roll]
    if width > 1000:
        seen.append(page.locator("#log-rows .log-entry").last)
    for part in seen:
        expect(part).to_be_in_viewport(ratio=1)
    roll.click()

    expect(page.locator("#rolled .log-result")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollTop") == 0 or width < 1000


def test_odds_follow_what_stands_against_a_roll(page_at: PageAt, table: Table) -> None:
    page = page_at(paths(table)["table"], who=table.gm)
    expect(page.locator(".quick-odds .odds-success b")).to_be_visible()
    before = page.locator(".quick-odds .odds-success b").inner_text()

    page.get_by_role("group", name="Opposing dice").get_by_text("8", exact=True).click()

    expect(page.locator(".quick-odds .odds-success b")).not_to_have_text(before)
