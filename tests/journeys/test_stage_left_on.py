"""A television is safe to leave on for a night: whatever comes is taken away again."""

import re

import pytest
from playwright.sync_api import CDPSession, Page, Route, expect

from tests.campaigns.world import act
from tests.factories import make_character
from tests.journeys.conftest import PageAt
from tests.people import Table

pytestmark = [pytest.mark.timeout(180)]

ACTS = 300
COLLECTIONS = 4
FAKE = """
  window.sources = 0;
  window.EventSource = class extends EventTarget {
    constructor() {
      super();
      window.sources += 1;
      window.source = this;
      this.beats = setInterval(() => this.dispatchEvent(new Event('state')), 1000);
    }
    close() { window.sources -= 1; clearInterval(this.beats); }
  };
"""
"""A stream whose events the test makes; it beats as a server's does, or whoever listens takes it for lost."""
MARK = re.compile(r'data-part="[^"]*"')


def let_in(page: Page, gm: Page) -> None:
    gm.locator("#stage-controls summary").click()
    gm.get_by_label("Code on the television").fill(page.locator(".stage-code").inner_text())
    gm.get_by_role("button", name="Show", exact=True).click()
    expect(page.locator(".stage-scene")).to_have_text("The yard")


def _collected(page: Page, protocol: CDPSession) -> dict[str, float]:
    """What there is after a frame was painted and garbage was collected: what was just shown may go only then."""
    page.evaluate("() => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))")
    protocol.send("HeapProfiler.collectGarbage")
    return {one["name"]: one["value"] for one in protocol.send("Performance.getMetrics")["metrics"]}


def test_three_hundred_acts_leave_no_elements_listeners_connections_or_memory(
    page_at_own: PageAt, scene: Table
) -> None:
    """Of each act the television is told what it was once told of a roll, each time as something new."""
    ilse = str(make_character(scene.player, name="Ilse").pk)
    television = page_at_own("/stage/", width=1920, is_reused=False)
    gm = page_at_own(f"/campaigns/{scene.campaign.pk}/table/", who=scene.gm)
    let_in(television, gm)
    gm.goto("about:blank")
    given = {"acting": {"id": ilse, "score": "will"}, "opposing": {"score": "difficulty", "dice": 3}}
    act(scene.player, "sorcerer.roll", given)
    rolled, came = television.request.get("/stage/since/?mark=none").text(), 0
    assert "rolls Will" in rolled

    def answer(route: Route) -> None:
        nonlocal came
        came += 1
        route.fulfill(body=MARK.sub(f'data-part="{came}"', rolled), content_type="text/html; charset=utf-8")

    television.add_init_script(FAKE)
    television.reload()
    television.route("**/stage/since/**", answer)  # once nothing but the test's own stream makes it ask
    protocol = television.context.new_cdp_session(television)
    protocol.send("Performance.enable")

    def measured(acts: int) -> dict[str, float]:
        for number in range(came, came + acts):
            television.evaluate(
                "(told) => window.source.dispatchEvent(new MessageEvent('entry', { data: told }))",
                str(number),
            )
            television.locator(f'#stage[data-part="{number + 1}"]').wait_for()
        collected = [_collected(television, protocol) for _ in range(COLLECTIONS)]
        return {name: min(one[name] for one in collected) for name in collected[0]}

    before, after = measured(20), measured(ACTS)

    print({name: (before[name], after[name]) for name in ("Nodes", "JSEventListeners", "JSHeapUsedSize")})
    assert came == 20 + ACTS
    assert after["Nodes"] <= before["Nodes"] + 50
    assert after["JSEventListeners"] <= before["JSEventListeners"] + 5
    assert after["JSHeapUsedSize"] <= before["JSHeapUsedSize"] + 500_000
    assert television.evaluate("window.sources") == 1
