"""After the evening: a group ends its session, checks every die on a phone, looks back, and takes the book home."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.journeys.pages import PATIENCE
from tests.served import Served, serving

pytestmark = [pytest.mark.slow, pytest.mark.timeout(200)]

PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1280, "height": 900}


class Table:
    """The demo's people at browsers of their own, on a network name that browsers do not trust."""

    def __init__(self, browser: Browser, served: Served) -> None:
        self.browser = browser
        self.served = served
        self.url = f"http://pactbook.local:{served.port}"
        self.contexts: list[BrowserContext] = []
        self.complaints: list[str] = []

    def person(self, name: str, size: dict[str, int]) -> Page:
        page = self.opened(base_url=self.url, viewport=size)
        password = re.search(rf"^\s+{name}\s+(\S+)$", self.served.output, flags=re.MULTILINE)
        assert password is not None, self.served.output
        page.goto("/accounts/login/")
        page.get_by_label("Name", exact=False).first.fill(name)
        page.locator("[name=password]").fill(password[1])
        page.locator("main button[type=submit]").click()
        page.get_by_role("link", name="Ash Street").first.click()
        return page

    def opened(self, **options: object) -> Page:
        context = self.browser.new_context(reduced_motion="reduce", accept_downloads=True, **options)  # type: ignore[arg-type]  # passed on as they are
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page


@pytest.fixture
def table(browser: Browser, tmp_path: Path) -> Iterator[Table]:
    with serving(tmp_path) as served:
        table = Table(browser, served)
        yield table
        for context in table.contexts:
            context.close()
    assert table.complaints == []


def test_a_group_proves_its_evening_to_itself(table: Table, tmp_path: Path) -> None:
    gm = table.person("gm", LAPTOP)
    end_the_session(gm)

    phone = table.person("iris", PHONE)
    assert phone.evaluate("[isSecureContext, typeof crypto.subtle]") == [False, "undefined"]
    check_every_die(phone)
    look_back_to_a_binding(phone)
    book = take_the_book(phone, tmp_path)

    offline = table.opened(offline=True, viewport=PHONE)
    offline.goto(book.as_uri())
    verify_the_book(offline)


def end_the_session(gm: Page) -> None:
    gm.get_by_role("button", name="End the scene").click()
    gm.get_by_role("button", name="End the session").click()
    expect(gm.get_by_text("The session has ended.")).to_be_visible()


def check_every_die(phone: Page) -> None:
    """By way of the log, as anybody would."""
    phone.goto(f"{home_of(phone)}log/")
    phone.get_by_role("link", name="Check the draws").click()
    phone.get_by_role("button", name="Check every draw").click()
    expect(phone.get_by_text("Everything that can be checked is correct")).to_be_visible()
    expect(phone.locator('[data-count="waiting"]')).to_have_text("0")
    assert int(phone.locator('[data-count="draws"]').inner_text()) > 30


def look_back_to_a_binding(phone: Page) -> None:
    """From the entry that bound the demon one step back: the Binding is still to come."""
    phone.goto(f"{home_of(phone)}log/?action=sorcerer.bind&order=up")
    phone.locator(".log-entry", has_text="The Ninth Stair").get_by_role(
        "link", name=re.compile(r"no\. \d+")
    ).first.click()
    phone.get_by_role("link", name="History").first.click()
    cast, later = phone.locator("#cast-then"), phone.locator("#cast-then section", has_text="Added later")
    expect(cast.get_by_text("The Ninth Stair").first).to_be_visible()
    phone.wait_for_load_state()  # its script answers the slider
    bindings_to_come = later.get_by_text("Binding").count()
    slider = phone.locator("#rail-to")
    bound_at = int(slider.input_value())
    slider.focus()
    slider.press("ArrowLeft")
    expect(phone.locator("#rail-number")).to_have_value(str(bound_at - 1))
    expect(later.get_by_text("Binding")).to_have_count(bindings_to_come + 1)


def take_the_book(phone: Page, folder: Path) -> Path:
    phone.goto(f"{home_of(phone)}log/")
    phone.get_by_role("link", name="Export").click()
    with phone.expect_download() as coming:
        phone.get_by_role("button", name="Session book").first.click()
    kept = folder / "book.html"
    coming.value.save_as(kept)
    return kept


def verify_the_book(page: Page) -> None:
    expect(page.get_by_role("heading", name="Ash Street")).to_be_visible()
    page.get_by_role("button", name="Verify this book").click()
    expect(page.locator("[data-verdict] .log-result.gain")).to_be_visible()


def home_of(page: Page) -> str:
    found = re.search(r"https?://[^/]+/campaigns/[0-9a-f-]{36}/", page.url)
    assert found is not None, page.url
    return found[0]
