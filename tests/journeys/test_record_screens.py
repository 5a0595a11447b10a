"""Sheets and records of the other systems on laptop and phone: axe finds nothing; two taps from the table to a roll."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.campaigns.casts import MAKERS
from tests.campaigns.world import act
from tests.journeys.conftest import PageAt
from tests.journeys.pages import Theme
from tests.people import Table, make_table

OPEN_ALL = "document.querySelectorAll('details').forEach(one => { one.open = true })"
LOOKS: list[tuple[str, int, Theme]] = [("gm", 1280, "light"), ("player", 360, "dark")]


@pytest.fixture
def table(transactional_db: None) -> Table:
    return make_table()


@pytest.mark.parametrize("system", MAKERS)
def test_axe_finds_nothing_on_the_records_of_a_system(
    table: Table, system: str, page_at: PageAt, faults_of: Callable[[Page], list[str]]
) -> None:
    made = MAKERS[system](table.gm, table.player)
    if system == "fallen":
        wounds = {"target": {"id": made["character"]}, "levels": 2, "damage_kind": "lethal"}
        act(table.gm, "fallen.apply_damage", wounds)
    home = f"/campaigns/{table.campaign.pk}"
    pages = (f"{home}/", f"{home}/table/", f"{home}/spells/")
    for who, width, theme in LOOKS:
        page = page_at("/accounts/login/", who=getattr(table, who), width=width, theme=theme)
        for path in (*pages, *(f"{home}/records/{one}/" for one in made.values())):
            page.goto(path)
            page.evaluate(OPEN_ALL)
            assert faults_of(page) == [], (path, who)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, who)


def test_unfolded_hand_stays_so_when_something_happens(page_at: PageAt, table: Table) -> None:
    for make in MAKERS.values():
        make(table.gm, table.player)
    page = page_at(f"/campaigns/{table.campaign.pk}/table/", who=table.gm)
    page.locator("#hands summary").first.click()
    link = page.locator("#hands details[open] a.pick").first
    link.focus()

    with page.expect_response(lambda answer: "/since/" in answer.url):
        page.evaluate("document.body.dispatchEvent(new Event('entry-logged'))")

    expect(page.locator("#hands details[open]")).to_have_count(1)
    expect(link).to_be_focused()


def test_player_rolls_in_two_taps_and_sees_each_die(page_at: PageAt, table: Table) -> None:
    MAKERS["fallen"](table.gm, table.player)
    page = page_at(f"/campaigns/{table.campaign.pk}/table/", who=table.player, width=390)

    page.get_by_role("link", name="Dexterity + Melee").click()
    page.get_by_role("button", name="Roll a pool", exact=True).last.click()

    told = page.locator(".log-entry").first
    expect(told).to_contain_text("Ananiel rolls Dexterity + Melee")
    expect(told.locator(".log-pool .die").first).to_be_visible()
