"""Pages of the browser, used by one person after another: a new one, and all that it loads first, takes a second."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from playwright.sync_api import Browser, Error, Page

HEIGHTS = {1280: 900, 390: 844, 360: 740}
Theme = Literal["light", "dark"]


class Pages:
    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: defaultdict[tuple[str | None, bool], list[Page]] = defaultdict(list)

    @contextmanager
    def page(self, base_url: str | None = None, *, javascript: bool = True) -> Iterator[Page]:
        """A page of somebody who was never there before; without an address it has no network."""
        free = self._free[base_url, javascript]
        page = free.pop() if free else self._new(base_url, javascript)
        yield page
        if _is_forgotten(page):
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
