"""What one person does reaches the pages of the others, whatever page that is, and their consoles stay silent."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.journeys.test_live import set_visibility
from tests.served import Served, serving
from tests.visitor import CAMPAIGN, Visitor

pytestmark = [pytest.mark.xdist_group("live calls"), pytest.mark.timeout(180)]
STYLE = (
    "for (const one of document.querySelectorAll('[id]')) one.style.setProperty('caret-color', 'transparent')"
)
"""What a password manager, a translator or an extension leaves on a page's elements."""


FIRST_VISIT = 250_000
"""So many bytes at most come to a phone that opens the table for the first time."""


@dataclass
class Somebody:
    """One of the demo's people at a page of theirs, and everything that its console said."""

    page: Page
    home: str
    console: list[str] = field(default_factory=list)

    def opens(self, path: str) -> None:
        self.page.goto(f"{self.home}{path}")
        expect(self.page.locator("[data-live=open]")).to_be_visible()
        self.page.evaluate("window.stayed = true")

    def stayed(self) -> bool:
        return bool(self.page.evaluate("window.stayed === true"))


@dataclass
class Demo:
    """The demo's table, served."""

    browser: Browser
    served: Served
    contexts: list[BrowserContext] = field(default_factory=list)

    def person(self, name: str, width: int = 1280, height: int = 800) -> Somebody:
        words = dict(re.findall(r"^ +(\w+) +(\S+) *$", self.served.output, re.MULTILINE))
        context = self.browser.new_context(
            base_url=self.served.url, viewport={"width": width, "height": height}, reduced_motion="reduce"
        )
        self.contexts.append(context)
        visitor = Visitor(self.served.url)
        home = CAMPAIGN.search(visitor.sign_in(name, words[name]))
        assert home is not None
        context.add_cookies(visitor.cookies())
        page = context.new_page()
        somebody = Somebody(page, home[0])
        page.on("console", lambda line: somebody.console.append(line.text))
        page.on("pageerror", lambda error: somebody.console.append(str(error)))
        return somebody


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("calls")) as served:
        yield served


@pytest.fixture
def demo(browser: Browser, served: Served) -> Iterator[Demo]:
    demo = Demo(browser, served)
    yield demo
    for context in demo.contexts:
        context.close()


def announce(somebody: Somebody, words: str, *, target: str = "") -> None:
    page = somebody.page
    page.locator("[data-announce] summary").click()
    page.get_by_label("What they do").fill(words)
    announcing = page.locator("[data-announce]")
    if target:
        announcing.locator(".against-whom").get_by_role("button", name=target).click()
    else:
        announcing.get_by_role("button", name="Act", exact=True).click()
    expect(page.get_by_text(words)).to_be_visible()


def test_consoles_are_silent_through_a_whole_round(demo: Demo) -> None:
    gm, iris = demo.person("gm"), demo.person("iris", 390, 844)
    for somebody in (gm, iris):
        somebody.opens("conflict/")
    announce(iris, "Out of the stairwell", target="Fenster")
    gm.page.evaluate(STYLE)
    announce(gm, "He lets go of the rope")
    iris.page.evaluate(STYLE)
    gm.page.get_by_role("button", name="Roll the round").click()
    expect(iris.page.get_by_text("Act in turn").first).to_be_visible()
    expect(gm.page.get_by_role("button", name="End the round")).to_be_visible()
    gm.page.evaluate(STYLE)
    iris.page.evaluate(STYLE)
    gm.page.get_by_role("button", name="End the round").click()
    expect(iris.page.get_by_text("No one has announced yet")).to_be_visible()

    assert gm.console == []
    assert iris.console == []


def test_a_fold_that_somebody_opened_stays_open_while_others_announce(demo: Demo) -> None:
    gm, kit = demo.person("gm"), demo.person("kit", 390, 844)
    gm.opens("conflict/")
    kit.opens("conflict/")
    fold = gm.page.locator("[data-announce] summary")
    fold.focus()
    fold.press("Enter")
    expect(gm.page.get_by_label("What they do")).to_be_visible()

    announce(kit, "Behind the piano")

    expect(gm.page.get_by_text("Behind the piano")).to_be_visible()
    expect(gm.page.get_by_label("What they do")).to_be_visible()
    expect(fold).to_be_focused()
    assert gm.stayed()


def test_first_visit_on_a_phone_is_light(demo: Demo) -> None:
    iris = demo.person("iris", 390, 844)
    came: dict[str, float] = {}
    urls: dict[str, str] = {}
    protocol = iris.page.context.new_cdp_session(iris.page)
    protocol.on(
        "Network.requestWillBeSent", lambda sent: urls.update({sent["requestId"]: sent["request"]["url"]})
    )
    protocol.on(
        "Network.loadingFinished", lambda end: came.update({end["requestId"]: end["encodedDataLength"]})
    )
    protocol.send("Network.enable")

    iris.opens("table/")
    iris.page.wait_for_load_state("load")
    iris.page.evaluate("document.fonts.ready.then(() => null)")

    told = sorted(((size, urls[one]) for one, size in came.items()), reverse=True)
    assert len(told) > 10
    assert sum(size for size, _url in told) < FIRST_VISIT, told


def test_title_counts_calls_whatever_of_the_page_is_fetched(demo: Demo) -> None:
    jonas, iris = demo.person("jonas"), demo.person("iris", 390, 844)
    iris.opens("")
    sheet = iris.page.locator("main a[href*='/characters/']", has_text="Mara").first.get_attribute("href")
    assert sheet is not None
    iris.opens(sheet.removeprefix(iris.home))
    jonas.opens("conflict/")
    behind = demo.person("iris")
    behind.page.clock.install()
    behind.opens("log/")
    set_visibility(behind.page, "hidden")

    with iris.page.expect_response(lambda answer: "/since/" in answer.url):
        announce(jonas, "Down the stairs")

    expect(iris.page.locator("#calls")).to_contain_text("announce for Mara")
    iris.page.wait_for_timeout(300)
    waits = 1 + iris.page.locator("[data-news]").count()
    assert iris.page.title().startswith(f"({waits}) ")
    assert iris.stayed()

    behind.page.clock.fast_forward("01:01")
    expect(behind.page.locator("#calls")).to_contain_text("announce for Mara")
    behind.page.clock.run_for(100)
    assert behind.page.title().startswith(f"({waits}) "), "a tab in the background calls by its title"


def test_two_taps_on_a_card_hurt_somebody_and_their_phone_says_what_it_means(demo: Demo) -> None:
    gm, iris = demo.person("gm"), demo.person("iris", 390, 844)
    gm.opens("table/")
    iris.opens("log/")
    told = iris.page.locator("[data-news]")
    while told.count():
        told.last.get_by_role("button", name="Dismiss").click()
        iris.page.wait_for_timeout(300)
    card = gm.page.locator("#cast .member", has=gm.page.get_by_role("heading", name="Mara"))
    called = re.match(r"\((\d+)\)", iris.page.title())
    more = int(called[1]) + 1 if called else 1

    card.locator("summary", has_text="Change").click()
    card.get_by_role("button", name=re.compile(r"^2\s*, Fists")).click()

    expect(told).to_contain_text("Next round −3 dice")
    expect(iris.page).to_have_title(re.compile(rf"^\({more}\) "))
    assert iris.stayed()
    expect(card.get_by_role("status")).to_contain_text("is in the log")
    expect(card.get_by_role("button", name=re.compile(r"^3\s*, Fists"))).to_be_visible()

    card.get_by_role("button", name=re.compile(r"^\+1\s*, Temporary")).click()
    expect(told).to_have_count(2)
    expect(card).to_contain_text("Penalties 1")
    expect(card.get_by_role("button", name=re.compile(r"^3\s*, Fists"))).to_be_visible()
    assert gm.stayed()

    iris.page.reload()
    expect(told.last).to_contain_text("−1 dice to every roll")
    told.last.get_by_role("button", name="Dismiss").click()
    expect(told).to_have_count(0)
    iris.page.reload()
    expect(told).to_have_count(0)
    assert gm.console == []
    assert iris.console == []
