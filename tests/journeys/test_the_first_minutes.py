"""The first minutes of a group, counted: what two people do, open and read until there is a sorcerer with a demon."""

import re
from dataclasses import dataclass, field
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from campaigns.models import Record
from campaigns.services.asking import ask_players
from campaigns.services.hosting import first_run
from rules.kernel.values import Values
from tests.journeys.conftest import PageAt

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

Role = Literal["button", "link"]
PASSWORD = "a candle by the window"
MOST_ACTS, MOST_PAGES, MOST_WORDS = 18, 11, 2500
MOST_TAPS = 6
"""As many presses and filled in controls, pages and words as a group is asked for in its first minutes."""


@dataclass
class Counted:
    """Somebody's browser, and what it takes of them."""

    page: Page
    acts: int = 0
    seen: list[tuple[str, int]] = field(default_factory=list)
    """The pages that were shown, with how many words each has."""

    def __post_init__(self) -> None:
        self._looks()

    def types(self, label: str, words: str) -> None:
        self.page.get_by_label(label).fill(words)
        self.acts += 1

    def ticks(self, label: str) -> None:
        self.page.get_by_label(label).check()
        self.acts += 1

    def presses(self, role: Role, name: str, then: str, within: str = "main") -> None:
        """Press what is found by its name, and read the page that it leads to."""
        self.page.locator(within).get_by_role(role, name=name).first.click()
        self.page.wait_for_url(re.compile(then))
        self.acts += 1
        self._looks()

    def _looks(self) -> None:
        address = re.sub(r"[0-9a-f-]{36}", "…", self.page.url.partition("?")[0])
        self.seen.append((address, len(self.page.locator("main").inner_text().split())))


@pytest.fixture
def invited(page_at: PageAt) -> tuple[Counted, str]:
    """A GM from the first account to the code that invites, and where it leads."""
    (link,) = re.findall(r"http\S+(/first-run/\S+)", first_run.sign_in_notice())
    gm = Counted(page_at(link))
    gm.types("Username", "gesa")
    gm.types("New password", PASSWORD)
    gm.types("Repeat password", PASSWORD)
    gm.presses("button", "Create account", "/campaigns/new/$")
    gm.types("Campaign name", "The Tallow House")
    gm.ticks("Sorcerer")
    gm.presses("button", "Create the campaign", "/campaigns/[0-9a-f-]{36}/$")
    gm.presses("button", "Invite", "/invitations/$")
    link = gm.page.locator(".qr figcaption a").inner_text()
    return gm, link[link.index("/join/") :]


def test_from_the_first_account_to_a_sorcerer_and_their_demon(
    page_at: PageAt, invited: tuple[Counted, str]
) -> None:
    gm, link = invited
    player = Counted(page_at(link, width=390), acts=1)  # the code was scanned
    player.types("Your name in this campaign", "Ada")
    player.presses("button", "Join the campaign", "/campaigns/[0-9a-f-]{36}/$")
    player.presses("link", "Create a character", "/characters/new/sorcerer/$")
    player.presses("button", "Make one", "concept=")
    player.presses("button", "Create the sorcerer", "/characters/[0-9a-f-]{36}/$")

    # The call stands above whatever page is open.
    gm.presses("link", "Check a demon's sheet", "/complete/$", within="body")
    gm.types("Need", "To be looked into once a day")
    gm.presses("button", "Complete the demon", "/demons/[0-9a-f-]{36}/$")

    expect(gm.page.get_by_text("No one has Bound it.")).to_be_visible()
    pages, words = [*gm.seen, *player.seen], sum(words for _page, words in [*gm.seen, *player.seen])
    assert gm.acts + player.acts <= MOST_ACTS, (gm.acts, player.acts)
    assert len(pages) <= MOST_PAGES, pages
    assert words <= MOST_WORDS, pages


def test_six_taps_and_a_name_lead_from_the_code_to_a_first_roll(
    page_at: PageAt, invited: tuple[Counted, str]
) -> None:
    _gm, link = invited
    phone = Counted(page_at(link, width=390))
    phone.page.get_by_label("Your name in this campaign").fill("Ada")
    phone.presses("button", "Join the campaign", "/campaigns/[0-9a-f-]{36}/$")
    phone.presses("link", "Create a character", "/characters/new/sorcerer/$")
    phone.presses("button", "Make one", "concept=")
    phone.presses("button", "Create the sorcerer", "/characters/[0-9a-f-]{36}/$")
    sorcerer = Record.objects.get(pk=phone.page.url.rstrip("/").rpartition("/")[2])
    acting: Values = {"id": str(sorcerer.pk), "score": "will"}
    asked: Values = {"acting": acting, "opposing": {"score": "difficulty", "dice": 3}}
    gm = sorcerer.campaign.memberships.get(role="gm")
    ask_players(actor=gm, action="sorcerer.roll", settled={str(sorcerer.pk): asked}, key="asks")
    phone.page.reload()  # Django's test server has no live stream, which tells an open page
    phone.presses("link", f"{sorcerer.name}: Roll two pools", "/play/waiting/", within="body")
    phone.page.locator("main").get_by_role("button", name="Roll two pools").last.click()

    expect(phone.page.locator(".die").first).to_be_visible()
    assert phone.acts + 1 == MOST_TAPS, phone.seen
