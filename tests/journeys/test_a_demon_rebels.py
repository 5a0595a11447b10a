"""Two phones and a laptop: a demon starves for a month, rebels, breaks free and is Bound again, over a restart."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from campaigns.models import Campaign, Membership
from tests.journeys import story
from tests.journeys.story import Evening, Person
from tests.journeys.taken_back import Beginning
from tests.served import Served

pytestmark = pytest.mark.timeout(300)

MONTH, PATIENCE = 30, 28
POOL = re.compile(r"(\d+) (?:dice|die)\b")
TURNS = "Ninepin is kept in Need: does it turn on its master?"


class Taps:
    """What somebody taps, counted."""

    def __init__(self) -> None:
        self.count = 0

    def on(self, what: Locator) -> None:
        what.click()
        self.count += 1


@pytest.fixture
def evening(browser: Browser, own_server: Served) -> Iterator[Evening]:
    opened = Evening(browser, own_server)
    yield opened
    opened.close()


def test_a_demon_that_is_kept_in_need_rebels_breaks_free_and_is_bound_again(evening: Evening) -> None:
    gm, ada = evening.gather()
    bea = evening.joins("bea", "Bea")
    starve(gm, evening.home)
    campaign = Campaign.objects.get()
    beginning = Beginning.of(campaign)
    ritual = bound_to_fenster(evening, gm, ada)
    sheet, demon = (f"{evening.home}{kind}/{ident}/" for kind, ident in of_ritual(ritual))
    bea.goes(f"{evening.home}log/")
    days_pass(gm, evening.home, MONTH)

    laptop = Taps()
    laptop.on(gm.page.locator("#waits .pending", has_text=TURNS).get_by_role("link"))
    expect(gm.page.locator("#due")).to_contain_text("3 days in withdrawal: does it turn on Fenster?")
    laptop.on(gm.page.locator("#due").get_by_role("link", name="Refuse a command"))
    gm.types("command", "Hold the door")
    wins(gm)
    laptop.on(gm.page.locator("main").get_by_role("button", name="Refuse a command", exact=True).last)
    expect(gm.page.locator("#due")).to_have_count(0)
    assert laptop.count == 3
    bea.goes(f"{evening.home}log/")
    expect(bea.page.get_by_text("Hold the door").first).to_be_visible()
    expect(bea.page.get_by_text(TURNS)).to_have_count(0)

    evening.served.restart()
    days_pass(gm, evening.home, 1)
    gm.goes(demon)
    laptop = Taps()
    laptop.on(gm.page.locator("#due").get_by_role("link", name="Break the Binding"))
    wins(gm)
    laptop.on(gm.page.locator("main").get_by_role("button", name="Break the Binding", exact=True).last)
    assert laptop.count == 2
    expect(gm.page.get_by_text("No one has Bound it.")).to_be_visible()
    broken = newest(gm)

    phone = Taps()
    ada.goes(sheet)
    expect(ada.page.get_by_text("Ninepin is free, here and in withdrawal.")).to_be_visible()
    phone.on(ada.page.get_by_role("link", name="Bind Ninepin again"))
    phone.on(ada.page.locator("#now").get_by_role("button", name="Ask the GM"))
    gm.goes(ritual)
    story.say_need(gm)
    ada.goes(ritual)
    phone.on(ada.page.locator("#now").get_by_role("button", name="Bind a demon"))
    expect(ada.page.locator("#now").get_by_role("button", name="Check Humanity")).to_be_visible()
    assert phone.count == 3
    ada.goes(sheet)
    expect(ada.page.get_by_text("Ninepin is free")).to_have_count(0)

    gm.goes(demon)
    for entry in (newest(gm), broken):
        gm.goes(f"{evening.home}log/{entry}/undo/")
        gm.page.locator("main button.button-danger").click()
        expect(gm.page.get_by_role("heading", name="Entry no.")).to_be_visible()
    gm.goes(demon)
    expect(gm.page.locator("#due")).to_contain_text("4 days in withdrawal: does it turn on Fenster?")
    ada.goes(sheet)
    expect(ada.page.get_by_text("Ninepin is free")).to_have_count(0)
    expect(ada.page.get_by_text("4 days in withdrawal.")).to_be_visible()
    beginning.comes_back(Membership.objects.get(campaign=campaign, role="gm"), gm.page)
    for body in ada.received + bea.received:
        assert story.FIRST_NEED.encode() not in body, "the Need is the GM's"


def starve(gm: Person, home: str) -> None:
    """In this setting a Need may go unmet for weeks before it tells."""
    gm.goes(f"{home}settings/")
    gm.types("need_days", str(PATIENCE))
    gm.page.get_by_role("button", name="Save settings for Sorcerer").click()


def bound_to_fenster(evening: Evening, gm: Person, ada: Person) -> str:
    """The first demon, completed and Bound; the address of its ritual."""
    story.make_sorcerer(ada, evening.home)
    gm.goes(f"{evening.home}table/")
    story.complete_first_demon(gm)
    ada.goes(evening.home)
    ada.page.get_by_role("link", name="Fenster").first.click()
    ada.page.get_by_role("link", name="It still has to be Bound.").click()
    ritual = ada.page.url.partition("?")[0]
    gm.goes(ritual)
    story.say_need(gm)
    ada.page.reload()
    story.bind(ada)
    check = ada.page.locator("#now").get_by_role("button", name="Check Humanity")
    check.click()
    expect(check).to_have_count(0)
    return ritual


def of_ritual(ritual: str) -> list[tuple[str, str]]:
    fenster, ninepin = re.findall(r"[0-9a-f-]{36}", ritual)[1:]
    return [("characters", fenster), ("demons", ninepin)]


def days_pass(gm: Person, home: str, days: int) -> None:
    gm.goes(f"{home}clock/?days={days}&back=table")
    gm.page.get_by_role("button", name="Advance", exact=True).click()
    expect(gm.page.get_by_role("heading", name="Actions")).to_be_visible()


def wins(person: Person) -> None:
    """Dice by hand with which whoever acts wins: as many as the odds tell for either side."""
    odds = person.page.locator(".quick-odds")
    expect(odds).to_contain_text(POOL)
    acting, opposing = (int(one) for one in POOL.findall(odds.inner_text()))
    person.throws(" ".join([*["12"] * acting, *["1"] * opposing]))


def newest(gm: Person) -> int:
    """The newest entry about the demon, as its page lists them."""
    return int(gm.page.locator(".log .log-entry").last.get_attribute("data-seq") or 0)
