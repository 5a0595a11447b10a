"""Open pages hear of what is played: at once, after a lost connection, after having been hidden."""

import signal
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.journeys.story import Evening, Person
from tests.served import Served, serving

pytestmark = [pytest.mark.xdist_group("live"), pytest.mark.timeout(180)]
NOTES = 40


@pytest.fixture(scope="module")
def table(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Evening, Person]]:
    """A served campaign with nothing in it, and its GM."""
    with serving(tmp_path_factory.mktemp("live"), "--no-demo") as served:
        evening = Evening(browser, served)
        yield evening, evening.found()
        evening.close()


@pytest.fixture(autouse=True)
def closed_again(table: tuple[Evening, Person]) -> Iterator[None]:
    """Each open page keeps one of the six connections that a browser has to a host: the next test needs them."""
    yield
    _evening, gm = table
    for page in gm.page.context.pages:
        if page is not gm.page:
            page.close()


def test_act_appears_on_another_page_within_a_second(table: tuple[Evening, Person]) -> None:
    evening, gm = table
    watcher = open_table(gm, evening)
    sender = Sender.of(gm, evening)

    sender.note("A door closes upstairs.", "first")
    played = time.monotonic()
    expect(watcher.locator("#log-rows").get_by_text("A door closes upstairs.")).to_be_visible()

    assert time.monotonic() - played < 1.0


def test_what_is_told_while_a_part_is_fetched_reaches_it_too(table: tuple[Evening, Person]) -> None:
    evening, gm = table
    gm.goes(evening.home)
    watcher = gm.page.context.new_page()
    late: list[Route] = []
    watcher.goto(evening.home)
    expect(watcher.locator("body")).to_have_attribute("data-live", "open")
    watcher.route(
        lambda url: "/since/" in url,
        lambda route: late.append(route) if not late else route.continue_(),
    )

    assert Sender.of(gm, evening).note("A board creaks.", "creaks")
    watcher.wait_for_function("() => document.querySelector('#live.htmx-request')")
    before = late[0].fetch()
    gm.types("name", "The long night")
    gm.page.get_by_role("button", name="Begin the session").click()
    expect(gm.page.locator("#session-list")).to_contain_text("The long night")
    watcher.wait_for_timeout(500)  # until the stream has told it
    late[0].fulfill(response=before)

    expect(watcher.locator("#next")).not_to_contain_text("Begin the session")
    expect(watcher.locator("#session-list")).to_contain_text("The long night")
    watcher.get_by_role("button", name="Use my browser's randomness").click()
    expect(watcher.get_by_text("Your word was added to the draws.")).to_be_visible()


def test_hidden_page_gives_its_connection_back_and_catches_up(table: tuple[Evening, Person]) -> None:
    evening, gm = table
    watcher = open_table(gm, evening)
    set_visibility(watcher, "hidden")
    sender = Sender.of(gm, evening)

    sender.note("Nobody looks.", "unseen")
    watcher.wait_for_timeout(1500)
    expect(watcher.locator("#log-rows").get_by_text("Nobody looks.")).to_have_count(0)
    set_visibility(watcher, "visible")

    expect(watcher.locator("#log-rows").get_by_text("Nobody looks.")).to_have_count(1)


def test_page_of_somebody_signed_out_says_so_and_stops_trying(table: tuple[Evening, Person]) -> None:
    evening, gm = table
    watcher = open_table(gm, evening)
    kept = gm.page.context.cookies()
    set_visibility(watcher, "hidden")
    gm.page.context.clear_cookies()

    set_visibility(watcher, "visible")
    told = watcher.get_by_text("you are logged out")

    expect(told).to_be_visible()
    gm.page.context.add_cookies(kept)  # type: ignore[arg-type]  # cookies as they were read
    watcher.get_by_role("link", name="Reload").click()
    expect(watcher.locator("[data-live=open]")).to_be_visible()


@pytest.mark.slow
def test_killed_server_loses_no_act_and_open_pages_recover(table: tuple[Evening, Person]) -> None:
    evening, gm = table
    watcher = open_table(gm, evening)
    watcher.locator("#act summary").get_by_text("Write a note").click()
    watcher.locator('#act [name="words"]').fill("half a sentence")
    sender = Sender.of(gm, evening)
    thread = threading.Thread(target=sender.send_many)
    thread.start()
    sender.reached(8)

    kill(evening.served)
    killed = time.monotonic()
    expect(watcher.get_by_text("Connection lost. Reconnecting…")).to_be_visible()
    assert time.monotonic() - killed < 5.0
    evening.served.start()
    thread.join(60)

    assert not thread.is_alive()
    assert len(sender.acknowledged) == NOTES
    for words in sender.acknowledged:
        expect(watcher.locator("#log-rows").get_by_text(words, exact=True)).to_have_count(1)
    expect(watcher.get_by_text("Connection lost. Reconnecting…")).to_be_hidden()
    assert watcher.locator('#act [name="words"]').input_value() == "half a sentence"
    seqs = watcher.locator("#log-rows [data-seq]").evaluate_all(
        "rows => rows.map(row => Number(row.dataset.seq))"
    )
    assert seqs == sorted(set(seqs))
    assert "The log is intact" in verified(evening, gm)


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """The answer to a POST as it is."""

    def redirect_request(self, *args: Any) -> None:
        return None


@dataclass
class Sender:
    """Sends notes with the GM's own session, again with the same key until each is acknowledged."""

    url: str
    cookies: dict[str, str]
    acknowledged: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, person: Person, evening: Evening) -> "Sender":
        cookies = {cooky["name"]: cooky["value"] for cooky in person.page.context.cookies()}
        return cls(f"{evening.served.url}{evening.home}", cookies)

    def note(self, words: str, key: str) -> bool:
        token = self.cookies["csrf"]
        sent = {"words": words, "audience": "table", "key": key, "csrfmiddlewaretoken": token}
        request = urllib.request.Request(f"{self.url}notes/", urllib.parse.urlencode(sent).encode())
        request.add_header("Cookie", "; ".join(f"{name}={value}" for name, value in self.cookies.items()))
        try:
            with urllib.request.build_opener(NoRedirects).open(request, timeout=10) as answer:
                return bool(answer.status == 302)
        except urllib.error.HTTPError as error:
            return error.code == 302
        except OSError:
            return False

    def send_many(self) -> None:
        end = time.monotonic() + 55
        for number in range(NOTES):
            words = f"Step {number} creaks."
            while not self.note(words, f"step-{number}") and time.monotonic() < end:
                time.sleep(0.2)
            self.acknowledged.append(words)

    def reached(self, count: int) -> None:
        end = time.monotonic() + 20
        while len(self.acknowledged) < count and time.monotonic() < end:
            time.sleep(0.01)
        assert len(self.acknowledged) >= count


def open_table(gm: Person, evening: Evening) -> Page:
    page = gm.page.context.new_page()
    page.goto(f"{evening.home}table/")
    expect(page.locator("body")).to_have_attribute("data-live", "open")
    return page


def set_visibility(page: Page, state: str) -> None:
    """What the browser does when another tab covers the page."""
    page.evaluate(
        """state => {
            Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        state,
    )


def kill(served: Served) -> None:
    served.stop(signal.SIGKILL)


def verified(evening: Evening, gm: Person) -> str:
    gm.goes(f"{evening.home}log/verify/?run")
    return gm.page.locator("main").inner_text()
