"""Somebody at their page, whose taps are counted."""

import re
import warnings
from collections import deque
from collections.abc import Callable
from pathlib import Path
from tempfile import mkdtemp
from typing import Literal

from playwright.sync_api import Error, Locator, Page, Request, expect
from playwright.sync_api import TimeoutError as Unanswered

from campaigns.models import Membership
from tests.journeys.conftest import PageAt
from tests.journeys.pages import LOOKS, SHOTS, look, shot
from tests.people import Table

UNHEARD_MS = 8000
"""After which a tap that sent nothing is taken for lost."""

_UNDER_ITS_MIDDLE = """(pressed) => {
  const { x, y, width, height } = pressed.getBoundingClientRect();
  const there = document.elementFromPoint(x + width / 2, y + height / 2);
  return `${pressed.outerHTML} at ${x} ${y}, in its middle ${there?.outerHTML.slice(0, 200)}`;
}"""


class Seat:
    """Somebody at their page, and how often they tapped."""

    def __init__(self, page: Page, member: Membership, width: int, path: str) -> None:
        self.page, self.member, self.width, self.path, self.taps = page, member, width, path, 0
        self.sent: deque[str] = deque(maxlen=20)
        page.on("request", self._heard("sent"))
        page.on("requestfinished", self._heard("answered"))
        page.on("requestfailed", self._heard("failed"))

    def _heard(self, what: str) -> Callable[[Request], None]:
        return lambda request: self.sent.append(f"{what} {request.method} {request.url}")

    def comes(self, path: str = "") -> None:
        """As whoever opens the page, or loads it anew, finds it.

        Again where an answer just took them elsewhere, or the browser asked on a connection of a server that is gone.
        """
        address = f"/campaigns/{self.member.campaign_id}/{path or self.path}"
        try:
            self.page.goto(address)
        except Error as error:
            if not any(one in str(error) for one in ("ERR_ABORTED", "ERR_EMPTY_RESPONSE")):
                raise
            self.page.goto(address)

    def taps_on(
        self, name: str | re.Pattern[str], *, role: Literal["button", "link"] = "button", within: str = "main"
    ) -> None:
        found = self.page.locator(within).get_by_role(role, name=name).first
        if role == "button":
            try:
                with self.page.expect_response(
                    lambda answer: _is_of_a_form(answer.request)
                ):  # played by then
                    self._sends(found)
            except Unanswered as error:
                raise AssertionError(self._unanswered(found)) from error
        else:
            found.click()
        self.page.wait_for_load_state()
        self.taps += 1

    def _sends(self, button: Locator) -> None:
        """A form by its button. A tap that sends nothing is told in the summary of the tests, and is made again."""
        try:
            with self.page.expect_request(_is_of_a_form, timeout=UNHEARD_MS):
                button.click()
        except Unanswered:
            warnings.warn(f"A tap was lost: {self._unanswered(button)}", stacklevel=3)
            button.click()

    def _unanswered(self, pressed: Locator) -> str:
        """All that there is to say of a tap from which nothing came: it may not come about again."""
        picture = Path(mkdtemp()) / "unanswered.png"
        self.page.screenshot(path=picture)
        there = [one.evaluate(_UNDER_ITS_MIDDLE) for one in pressed.all()]
        return "\n".join(
            [
                f"no answer to a tap at {self.page.url}: {picture}",
                *there,
                *self.sent,
                self.page.inner_text("main"),
            ]
        )

    def picks(self, label: str) -> None:
        """A box or a choice of a form that is sent later."""
        self.page.locator("main").get_by_label(label, exact=True).first.check()
        self.taps += 1

    def threw(self, faces: str, form: str) -> None:
        """Dice by hand, which a table that lets the application roll never writes."""
        self.page.locator(form).first.evaluate(
            "(form, faces) => form.append(Object.assign(document.createElement('input'),"
            " {type: 'hidden', name: 'hand', value: faces}))",
            faces,
        )

    def sees(self, text: str | re.Pattern[str]) -> None:
        expect(self.page.locator("main").get_by_text(text).first).to_be_visible()

    def shot(self, name: str) -> None:
        for width, theme in LOOKS if SHOTS else ():
            look(self.page, width, theme)
            shot(self.page, f"{name}-{width}-{theme}")
        look(self.page, self.width, "light")


def _is_of_a_form(sent: Request) -> bool:
    """Not of what a page sends by itself: its odds, that somebody is there, and that they saw a call."""
    by_itself = ("/odds/", "/presence/", "/calls/seen/")
    return sent.method == "POST" and not any(one in sent.url for one in by_itself)


def seated(table: Table, opening: PageAt, path: str, *players: str, first: str = "") -> dict[str, Seat]:
    """A phone for each of two players, by whom they play, and a laptop for the GM; all look at `first` first."""
    phones = zip(players, (table.player, table.other_player), strict=True)
    at = f"/campaigns/{table.campaign.pk}/{first or path}"
    widths = [*((name, member, 390) for name, member in phones), ("gm", table.gm, 1280)]
    return {
        name: Seat(opening(at, who=member, width=width), member, width, path)
        for name, member, width in widths
    }
