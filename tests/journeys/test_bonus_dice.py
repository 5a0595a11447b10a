"""Bonus dice at the table: asked for and granted in one tap each, on pages that stay where they are."""

import pytest
from playwright.sync_api import Route, expect

from tests.journeys.test_live_calls import Demo, Somebody, demo, served

__all__ = ["demo", "served"]

pytestmark = [pytest.mark.xdist_group("live calls"), pytest.mark.timeout(180)]


def agree(gm: Somebody, rulings: str) -> None:
    gm.opens("settings/")
    gm.page.locator(f"[name=player_rulings][value={rulings}]").check()
    gm.page.get_by_role("button", name="Save policies").click()


def test_a_player_asks_and_the_gm_grants_in_one_tap_each(demo: Demo) -> None:
    gm, iris = demo.person("gm"), demo.person("iris", width=390, height=844)
    agree(gm, "propose")
    gm.opens("table/")
    iris.opens("play/sorcerer.spot_telltale/")
    page = iris.page
    page.locator("[name='spotter.id']").select_option(label="Mara")
    page.get_by_role("button", name="Ask for +2").click()
    expect(page.get_by_text("Asked for +2. You need not wait for it.")).to_be_visible()
    assert iris.stayed(), "one tap, on the same page"

    line = gm.page.locator("#waits form", has_text="Mara asks for +2")
    expect(line).to_be_visible()
    granted = gm.page.get_by_role(
        "button", name="Take back +1"
    )  # of the other story, too, where that came first
    before = granted.count()
    boxes = page.get_by_label("+1 from the GM")
    offered = boxes.count()
    line.get_by_role("button", name="+1").click()
    expect(line).to_be_hidden()
    expect(granted).to_have_count(before + 1)

    expect(boxes).to_have_count(offered + 1)
    assert all(box.is_checked() for box in boxes.all())
    expect(page.get_by_text("Asked for +2")).to_be_hidden()
    assert page.locator("[name='spotter.id']").input_value(), "what was chosen is still there"


def test_an_answer_that_comes_late_takes_nothing_back(demo: Demo) -> None:
    gm, iris = demo.person("gm"), demo.person("iris", width=390, height=844)
    agree(gm, "propose")
    iris.opens("play/sorcerer.spot_telltale/")
    page = iris.page
    asked: dict[str, Route] = {}
    page.route(
        lambda url: "/bonus/" in url,
        lambda route: (
            route.continue_()
            if route.request.method in asked
            else asked.__setitem__(route.request.method, route)
        ),
    )

    page.locator("[name='spotter.id']").select_option(label="Mara")
    page.wait_for_timeout(400)
    before = asked["GET"].fetch()
    page.get_by_role("button", name="Ask for +1").click()
    page.wait_for_timeout(200)
    after = asked["POST"].fetch()
    page.wait_for_timeout(400)  # until the stream has told it
    asked["GET"].fulfill(response=before)
    asked["POST"].fulfill(response=after)

    expect(page.get_by_text("You need not wait for it.")).to_be_visible()


def test_odds_count_what_is_granted_while_the_page_is_open(demo: Demo) -> None:
    gm = demo.person("gm")
    gm.opens("table/")
    odds = gm.page.locator("#roll .quick-odds")
    expect(odds).to_contain_text("5 dice")

    gm.page.get_by_role("button", name="+1 for Mara").click()

    expect(gm.page.locator("#roll").get_by_label("+1 from the GM")).to_be_checked()
    expect(odds).to_contain_text("6 dice")
