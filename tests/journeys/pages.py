"""Pages of the browser, used by one person after another: a new one, and all that it loads first, takes a second."""

import os
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Error, Page, expect

HEIGHTS = {1280: 900, 390: 844, 360: 740}
Theme = Literal["light", "dark"]
LOOKS: list[tuple[int, Theme]] = [(390, "light"), (390, "dark"), (1280, "light"), (1280, "dark")]
SHOTS = os.environ.get("SCREENSHOTS")
"""A folder for pictures of the pages, where somebody wants to look at them."""

PATIENCE = 30_000
"""In milliseconds: that a page gets there is asserted, not how fast; browsers at once are slow."""
expect.set_options(timeout=PATIENCE)

UNDER_WAY = ".htmx-request, .htmx-swapping, .htmx-settling"
"""Parts of a page that are on their way or half there."""


class Pages:
    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: defaultdict[tuple[str | None, bool], list[Page]] = defaultdict(list)

    @contextmanager
    def page(
        self, base_url: str | None = None, *, javascript: bool = True, is_reused: bool = True
    ) -> Iterator[Page]:
        """A page of somebody who was never there before; without an address it has no network.

        One that gets scripts of a test's own for all that it loads is not reused: nothing takes them away again.
        """
        free = self._free[base_url, javascript] if is_reused else []
        page = free.pop() if free else self._new(base_url, javascript)
        yield page
        if is_reused and _is_forgotten(page):
            free.append(page)
        else:
            page.context.close()

    def _new(self, base_url: str | None, javascript: bool) -> Page:
        context = self._browser.new_context(
            base_url=base_url,
            offline=base_url is None,
            java_script_enabled=javascript,
            reduced_motion="reduce",
        )
        return context.new_page()


def look(page: Page, width: int, theme: Theme) -> None:
    page.set_viewport_size({"width": width, "height": HEIGHTS.get(width, 900)})
    page.emulate_media(color_scheme=theme)


def shot(page: Page, name: str, *, whole: bool = True) -> None:
    """A picture of a page as it looks now, if any are wanted."""
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{name}.png", full_page=whole)


def holds_in_each_look(page: Page, name: str, faults_of: Callable[[Page], list[str]]) -> None:
    """The page in each look, without a fault, and as wide as its window."""
    for width, theme in LOOKS:
        look(page, width, theme)
        expect(page.locator(UNDER_WAY)).to_have_count(0)
        faults, is_wider = faults_of(page), "document.documentElement.scrollWidth > window.innerWidth"
        assert not faults, (name, width, theme, faults)
        assert not page.evaluate(is_wider), (name, width, theme)
        shot(page, f"{name}-{width}-{theme}")
    look(page, 390, "light")


def _is_forgotten(page: Page) -> bool:
    """Whether nothing is left of the one who used it, or had it as a tab."""
    for tab in page.context.pages:
        if tab is not page:
            tab.close()
    page.context.clear_cookies()
    try:
        page.unroute_all()
        page.evaluate("localStorage.clear(); sessionStorage.clear()")
        page.goto("about:blank")
    except Error:  # on its way to another page, or at none
        return False
    return True
