"""What stays in sight on a phone while somebody answers: what calls and what is new, and little else."""

import pytest
from playwright.sync_api import expect

from campaigns.services.asking import ask_player
from tests.campaigns import casts
from tests.campaigns.fighting import begun, two_fighters
from tests.campaigns.world import act
from tests.factories import make_character
from tests.journeys.conftest import PageAt
from tests.people import Table, make_table

COVERED = """() => {
    scrollTo(0, document.body.scrollHeight);
    const stuck = [...document.querySelectorAll("body *")].filter((one) => {
        const place = getComputedStyle(one).position;
        return (place === "sticky" || place === "fixed") && one.getBoundingClientRect().top <= 0;
    });
    return Math.max(0, ...stuck.map((one) => one.getBoundingClientRect().bottom));
}"""

KEPT_CLEAR = "parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop)"
"""Below so much the page stops at what a link leads to."""


@pytest.fixture
def table(transactional_db: None) -> Table:
    return make_table()


def test_on_a_phone_the_head_goes_with_the_page_and_what_calls_stays(table: Table, page_at: PageAt) -> None:
    fighters = two_fighters(table)
    begun(table.gm, fighters)
    act(table.player, "fallen.multiple_actions", {"fighter": {"id": fighters["ana"]}, "actions": PLAN})
    for levels in (1, 2):
        hurt = {"target": {"id": fighters["ana"]}, "levels": levels, "damage_kind": "bashing"}
        act(table.gm, "fallen.apply_damage", hurt)
    page = page_at(f"/campaigns/{table.campaign.pk}/fight/", who=table.player, width=390)

    expect(page.locator("#calls .call")).to_be_visible()
    expect(page.locator("#news .news:visible")).to_have_count(1)
    assert page.locator("#news .news").count() == 2
    expect(page.locator("#news .news:visible")).to_contain_text("2 levels")
    expect(page.locator("#just-done .news")).to_be_visible()
    page.locator(".connection").evaluate("one => one.remove()")  # the server of these tests has no stream

    assert 40 < page.evaluate(COVERED) <= page.evaluate(KEPT_CLEAR), "a call and a piece of news"


def test_a_question_that_calls_has_room_around_its_buttons(table: Table, page_at: PageAt) -> None:
    made = casts.make_pandemonium(table.gm, table.player)
    tap = {"mage": {"id": made["character"]}, "connection": {"id": made["connection"]}}
    act(table.player, "pandemonium.tap", tap)
    page = page_at(f"/campaigns/{table.campaign.pk}/", who=table.gm, width=390)

    bar, asked = (page.locator(part).bounding_box() for part in ("#calls .call", "#calls form"))

    assert bar is not None and asked is not None
    assert asked["y"] - bar["y"] >= ROOM
    assert bar["y"] + bar["height"] - asked["y"] - asked["height"] >= ROOM


def test_a_call_of_one_button_has_room_around_it_too(table: Table, page_at: PageAt) -> None:
    mara = str(make_character(table.player, "Mara").pk)
    ask_player(actor=table.gm, action="sorcerer.spot_telltale", who=mara, settled={}, key="asked")
    page = page_at(f"/campaigns/{table.campaign.pk}/", who=table.player, width=390)

    bar, button = (page.locator(part).bounding_box() for part in ("#calls .call", "#calls .call .button"))

    assert bar is not None and button is not None
    assert button["y"] - bar["y"] >= ROOM
    assert bar["y"] + bar["height"] - button["y"] - button["height"] >= ROOM


ROOM = 6
"""The least that stands above and below, in CSS pixels."""
PLAN = [{"name": "strike"}, {"name": "dodge"}]
