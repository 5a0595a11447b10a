"""Somebody at their page, whose taps are counted."""

import re
from typing import Literal

from playwright.sync_api import Error, Page, Response, expect

from campaigns.models import Membership
from tests.journeys.conftest import PageAt
from tests.journeys.pages import LOOKS, SHOTS, look, shot
from tests.people import Table


class Seat:
    """Somebody at their page, and how often they tapped."""

    def __init__(self, page: Page, member: Membership, width: int, path: str) -> None:
        self.page, self.member, self.width, self.path, self.taps = page, member, width, path, 0

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
            with self.page.expect_response(_is_of_a_form):  # played when it comes
                found.click()
        else:
            found.click()
        self.page.wait_for_load_state()
        self.taps += 1

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


def _is_of_a_form(answer: Response) -> bool:
    """Not of what a page sends by itself: its odds, that somebody is there, and that they saw a call."""
    sent = answer.request
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
