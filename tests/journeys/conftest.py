"""Pages in a browser against Django's own test server."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, ConsoleMessage, Error, Page
from pytest_django.live_server_helper import LiveServer

from campaigns.models import Membership
from tests.journeys.pages import Pages, Theme, look

# Playwright keeps an event loop in this thread; Django would take it for an async view and refuse the database.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

PageAt = Callable[..., Page]
FAULTS = Path(__file__).with_name("faults.js").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def pages(browser: Browser) -> Pages:
    return Pages(browser)


@pytest.fixture
def new_page(pages: Pages) -> Iterator[Callable[..., Page]]:
    """A new person's page: `new_page(base_url)`. Errors in its console fail the test, unless it `may_complain`."""
    complaints: list[str] = []
    with ExitStack() as open_pages:

        def open_page(
            base_url: str | None = None, *, javascript: bool = True, may_complain: bool = False
        ) -> Page:
            page = open_pages.enter_context(pages.page(base_url, javascript=javascript))
            if not may_complain:
                open_pages.enter_context(_heard(page, complaints))
            return page

        yield open_page
    assert complaints == []


@contextmanager
def _heard(page: Page, complaints: list[str]) -> Iterator[None]:
    def on_line(line: ConsoleMessage) -> None:
        if is_complaint(line):
            complaints.append(line.text)

    def on_error(error: Error) -> None:
        complaints.append(str(error))

    page.on("console", on_line)
    page.on("pageerror", on_error)
    yield
    page.evaluate("null")  # what it said before this has come
    page.remove_listener("console", on_line)
    page.remove_listener("pageerror", on_error)


@pytest.fixture
def page_at(new_page: Callable[..., Page], live_server: LiveServer) -> PageAt:
    """A person at a page: `page_at("/stylebook/", who=table.gm, width=390, theme="dark")`."""

    def open_page(
        path: str,
        *,
        who: Membership | None = None,
        width: int = 1280,
        theme: Theme = "light",
        **options: bool,
    ) -> Page:
        page = new_page(live_server.url, **options)
        look(page, width, theme)
        if who is not None:
            sign_in(page, who, live_server.url)
        page.goto(path)
        return page

    return open_page


def sign_in(page: Page, member: Membership, url: str) -> None:
    """The browser takes over a session of this member."""
    client = Client()
    client.force_login(member.user)
    name = settings.SESSION_COOKIE_NAME
    page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": url}])


def is_complaint(line: ConsoleMessage) -> bool:
    """An error in the console; but Django's test server has no live stream, and that is told elsewhere.

    htmx tells of a request that a newer one replaced, such as the odds of a number that is still being typed.
    """
    is_replaced = line.text.startswith("htmx:afterRequest")
    return line.type == "error" and "/live/" not in line.location.get("url", "") and not is_replaced


@pytest.fixture(scope="session")
def faults_of() -> Callable[[Page], list[str]]:
    """What axe finds wrong with a page: rule and place, nothing when all is well."""
    axe = Axe().axe_script
    passed: set[str] = set()

    def faults(page: Page) -> list[str]:
        if not page.evaluate("'axe' in window"):
            page.evaluate(axe)
        found = page.evaluate(FAULTS, " ".join(passed))
        passed.update(found["passed"])
        return list(found["faults"])

    return faults
