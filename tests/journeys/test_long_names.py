"""Names of nearly forty letters beside one of two: what is asked stays in line, and is read to its end on a phone."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from campaigns.forms.people import new_key
from campaigns.games.demon_city.decks.acts import lay_out_decks
from tests.campaigns.world import act
from tests.factories import make_record
from tests.journeys.conftest import PageAt
from tests.journeys.pages import look
from tests.people import Table

NAMES = ("Bo", "Maximiliane von Hohenlohe-Waldenburg", "The Butcher of Saint Bartholomew’s Yard")
"""The slowest first."""
TOP = "one => Math.round(one.getBoundingClientRect().top)"
LINES = "one => Math.round(one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight))"
IS_CUT = """select => {
  const drawn = document.createElement("canvas").getContext("2d"), { font, paddingLeft } = getComputedStyle(select);
  drawn.font = font;
  const beside = 2 * parseFloat(paddingLeft);
  return drawn.measureText(select.selectedOptions[0].text).width + beside > select.clientWidth;
}"""


@pytest.fixture
def people(scene: Table) -> list[str]:
    lay_out_decks(actor=scene.gm, key=new_key())

    def person(name: str, agility: int) -> str:
        known = {"stats.agility": agility, "stats.toughness": 3, "toughness": 3, "state": "active"}
        made = make_record(scene.gm, "demon_city.character", name, owner=None, control="gm", **known)
        return str(made.pk)

    return [person(name, agility) for agility, name in enumerate(NAMES, 1)]


@pytest.fixture
def gm(table: Table, people: list[str], page_at: PageAt) -> Page:
    """The GM at a round in which nobody has announced yet."""
    page = page_at(f"/campaigns/{table.campaign.pk}/action/", who=table.gm)
    page.get_by_role("button", name="Begin the round").click()
    expect(page.locator("#announce")).to_be_visible()
    return page


def announced(table: Table, people: list[str], page: Page) -> None:
    current = {"id": str(table.campaign.records.get(kind="demon_city.round").pk)}
    for who in people:
        target = people[0] if who != people[0] else people[1]
        given = {"round": current, "character": {"id": who}, "kind": "attack", "targets": [target]}
        act(table.gm, "demon_city.announce", given)
    page.reload()


def tops(found: Locator) -> set[int]:
    return {one.evaluate(TOP) for one in found.all()}


def test_who_waits_in_the_order_does_so_on_one_line(gm: Page) -> None:
    look(gm, 390, "light")

    waiting = gm.locator("#order").get_by_text("waiting", exact=True)

    assert [one.evaluate(LINES) for one in waiting.all()] == [1, 1]


def test_sides_and_hands_are_asked_in_line(table: Table, people: list[str], gm: Page) -> None:
    announced(table, people, gm)
    sides = gm.get_by_label(re.compile("^Side of"))
    assert (sides.count(), len(tops(sides))) == (3, 1)

    gm.get_by_role("button", name="Sort the Clashes").click()
    gm.get_by_role("link", name="Targets, sides and cards").click()

    row = gm.locator("[data-rows] > li").first
    asked = row.locator('select[name="participants.0.id"], [name$=".side"], [name$=".throws"]')
    assert (asked.count(), len(tops(asked))) == (3, 1)
    assert gm.locator("#gathering").get_by_text("Bo", exact=True).evaluate(LINES) == 1
    look(gm, 390, "light")
    for select in gm.locator('main select[name$=".id"]').all():
        assert not select.evaluate(IS_CUT), select.get_attribute("name")
