"""Pages in a browser against Django's own test server."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page
from pytest_django.live_server_helper import LiveServer

# Playwright keeps an event loop in this thread; Django would take it for an async view and refuse the database.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

HEIGHTS = {1280: 900, 390: 844, 360: 740}
PageAt = Callable[..., Page]
FAULTS = Path(__file__).with_name("faults.js").read_text(encoding="utf-8")


@pytest.fixture
def page_at(browser: Browser, live_server: LiveServer) -> Iterator[PageAt]:
    """A new person's page: `page_at("/stylebook/", width=390, theme="dark")`. Errors in its console fail the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(
        path: str, *, width: int = 1280, theme: str = "light", javascript: bool = True, motion: bool = False
    ) -> Page:
        context = browser.new_context(
            base_url=live_server.url,
            viewport={"width": width, "height": HEIGHTS.get(width, 900)},
            color_scheme="dark" if theme == "dark" else "light",
            reduced_motion="no-preference" if motion else "reduce",
            java_script_enabled=javascript,
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda line: complaints.append(line.text) if is_complaint(line) else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


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
