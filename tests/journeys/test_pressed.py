"""Nothing moves under a finger: what comes while something is pressed waits until it is let go."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, Route, expect

from campaigns.services.asking import ask_player
from tests.journeys.conftest import PageAt
from tests.journeys.test_refused_in_place import HEARD, mara, table
from tests.people import Table

__all__ = ["mara", "table"]


def press(page: Page, button: Locator) -> None:
    """As a finger that comes down and rests."""
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()


@pytest.mark.parametrize("width", [1280, 390])
def test_odds_that_come_while_the_button_is_pressed(
    page_at: PageAt, table: Table, mara: str, width: int
) -> None:
    asked: list[Route] = []
    page = page_at("/", who=table.player, width=width)

    def wait(route: Route) -> None:
        asked.append(route)

    page.route(lambda url: "/odds/" in url, wait, times=1)
    page.goto(f"/campaigns/{table.campaign.pk}/play/sorcerer.spot_telltale/?spotter.id={mara}")
    odds, button = page.locator(".quick-odds"), page.locator("#action-form .thumb button:visible").first
    while not asked:
        page.wait_for_timeout(50)
    stood = odds.inner_text()

    press(page, button)
    with page.expect_response(lambda answer: "/odds/" in answer.url):
        asked.pop().continue_()
    page.wait_for_timeout(200)
    assert odds.inner_text() == stood
    page.route("**/play/sorcerer.spot_telltale/", lambda route: route.fulfill(status=204))
    with page.expect_response("**/play/sorcerer.spot_telltale/"):
        page.mouse.up()


def test_what_happens_while_something_is_pressed_is_shown_once_it_is_let_go(
    page_at: PageAt, table: Table, mara: str
) -> None:
    page = page_at(reverse("table", args=[table.campaign.pk]), who=table.player, width=390)
    calls = page.get_by_role("link", name=re.compile("1 waiting")).first
    press(page, page.locator("h2:visible").first)
    ask_player(actor=table.gm, action="sorcerer.roll", who=mara, settled={}, key="asked")
    with page.expect_response(lambda answer: "/since/" in answer.url):
        page.evaluate(HEARD)
    page.wait_for_timeout(200)
    assert calls.count() == 0

    page.mouse.up()

    expect(calls).to_be_visible()
