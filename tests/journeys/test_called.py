"""A call: in sight of whoever looks, and a ring, where it is allowed, for whoever has not looked for twenty seconds."""

import time
from collections.abc import Iterator
from json import dumps
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from campaigns.models import Pending, Seen
from campaigns.services.asking import ask_players
from campaigns.services.presence import see
from tests.campaigns.world import act
from tests.factories import make_character
from tests.journeys.conftest import sign_in
from tests.journeys.pages import PATIENCE
from tests.journeys.test_live import set_visibility
from tests.people import Table

STUBS = """allowed => {
    window.rung = [];
    navigator.vibrate = () => rung.push("vibration");
    document.addEventListener("call-rings", () => rung.push("sound"));
    window.Notification = class {
        static permission = "granted";
        constructor(_title, told) { rung.push(told.body); }
        addEventListener() {}
        close() { rung.push("closed"); }
    };
    for (const [what, value] of Object.entries(allowed)) localStorage.setItem(`pactbook-${what}`, value);
}"""
ALLOWED = {"sound": "low", "vibration": "on", "notification": "on"}
ALL = ["sound", "vibration", "Something waits for you."]


class Called:
    """A player's page, whose clock stands still, and a GM who asks them for a roll."""

    def __init__(self, table: Table, context: BrowserContext, allowed: str) -> None:
        self.table = table
        self.mara = str(make_character(table.player, "Mara").pk)
        self.page: Page = context.new_page()
        self.page.add_init_script(f"({STUBS})({dumps(ALLOWED if allowed == 'on' else {})})")
        self.page.clock.install()
        self.page.goto(f"/campaigns/{table.campaign.pk}/log/")
        expect(self.page.locator("#calls")).to_be_attached()

    def ask(self) -> str:
        """The GM asks, and the page hears of it; the question."""
        ask_players(actor=self.table.gm, action="sorcerer.roll", settled={self.mara: {}}, key=uuid4().hex)
        self.hear()
        expect(self.page.locator("#calls .call")).to_be_attached()
        return str(Pending.objects.get(state="open").pk)

    def settle(self, question: str) -> None:
        act(self.table.gm, "table.settle", {"pending": {"id": question}, "how": "struck", "reason": "over"})

    def hear(self) -> None:
        """What the stream brings about, which the server of these tests has not."""
        with self.page.expect_response(lambda answer: "/since/" in answer.url):
            self.page.evaluate("document.body.dispatchEvent(new CustomEvent('entry-logged'))")

    def wait(self, seconds: int, *, doubts: bool = False) -> None:
        """So many seconds pass; `doubts` where the page asks at their end whether it still waits."""
        if doubts:
            with self.page.expect_response(lambda answer: "/since/" in answer.url):
                self.page.clock.run_for(seconds * 1000)
            self.page.wait_for_function("() => !document.querySelector('#live.htmx-request')")
        else:
            self.page.clock.run_for(seconds * 1000)

    @property
    def rung(self) -> list[str]:
        found: list[str] = self.page.evaluate("window.rung")
        return found

    def is_seen(self, question: str) -> bool:
        return Seen.objects.filter(member=self.table.player, call=question).exists()

    def comes_to_see(self, question: str) -> None:
        """Until the server has heard of it: the page may tell of an older one first."""
        end = time.monotonic() + PATIENCE / 1000
        while not self.is_seen(question):
            assert time.monotonic() < end, "nobody told the server that it was seen"
            self.wait(1)

    def icon(self) -> Any:
        return self.page.locator("link[rel=icon]")


@pytest.fixture(params=["on", "off"])
def allowed(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def called(table: Table, browser: Browser, live_server: LiveServer, allowed: str) -> Iterator[Called]:
    context = browser.new_context(base_url=live_server.url, reduced_motion="no-preference")
    page = context.new_page()
    sign_in(page, table.player, live_server.url)
    yield Called(table, context, allowed)
    context.close()


def test_a_call_rings_only_for_whoever_does_not_look_and_only_where_it_may(
    called: Called, allowed: str
) -> None:
    page, loud = called.page, allowed == "on"

    # Somebody looks: in sight at once, and never a sound.
    question = called.ask()
    expect(page.locator("#calls .call.is-new")).to_contain_text("Mara")
    assert page.title().startswith("(1) ")
    assert "seal-called" in called.icon().get_attribute("href")
    with page.expect_response(lambda answer: "/calls/seen/" in answer.url):
        called.wait(1)
    assert called.is_seen(question)
    called.wait(30)
    called.settle(question)
    called.hear()
    expect(page.locator("#calls .call")).to_have_count(0)
    assert not page.title().startswith("(")
    assert "seal-called" not in called.icon().get_attribute("href")
    assert called.rung == []

    # Nobody looks: nothing for twenty seconds, then once, and only while it waits.
    set_visibility(page, "hidden")
    question = called.ask()
    called.wait(15)
    assert called.rung == []
    called.wait(6, doubts=loud)
    if loud:
        page.wait_for_function("() => rung.length")
    assert called.rung == (ALL if loud else [])
    called.wait(55)
    assert called.rung == (ALL if loud else []), "one call rings once"
    assert not called.is_seen(question)
    called.settle(question)
    called.hear()
    expect(page.locator("#calls .call")).to_have_count(0)
    assert called.rung == ([*ALL, "closed"] if loud else [])

    # Answered, or seen on another page, before the twenty seconds are over: the page asks first.
    for end in (called.settle, lambda one: see(called.table.player, [one])):
        page.evaluate("rung.length = 0")
        question = called.ask()
        called.wait(10)
        end(question)
        called.wait(11, doubts=loud)
        called.wait(30)
        assert called.rung == []

    # Whoever comes back has seen it.
    called.settle(question)
    question = called.ask()
    set_visibility(page, "visible")
    called.wait(1)
    called.wait(30)
    called.comes_to_see(question)
    assert called.rung == []


@pytest.mark.parametrize("allowed", ["on"], indirect=True)
def test_notifications_are_chosen_on_the_first_page_and_come_only_then(called: Called) -> None:
    page = called.page
    page.goto(f"/campaigns/{called.table.campaign.pk}/")
    page.evaluate("Notification.requestPermission = async () => 'granted'")
    button = page.get_by_role("button", name="Notify me on this device")
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")

    # The browser would still let them through: it is this choice that counts.
    set_visibility(page, "hidden")
    called.ask()
    called.wait(21, doubts=True)
    page.wait_for_function("() => rung.length")
    assert called.rung == ["sound", "vibration"]

    set_visibility(page, "visible")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
