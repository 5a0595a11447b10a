"""What someone typed in a page that follows the log stays there, whatever arrives in the meantime."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from campaigns.models import Record
from tests.campaigns.world import act
from tests.factories import make_character
from tests.journeys.conftest import PageAt
from tests.journeys.test_conflict_screens import throw
from tests.people import Table, make_table

WORDS = "Down the laundry chute"
NEWS = """() => {
  document.querySelector('#now').dataset.part = 'before';
  document.body.dispatchEvent(new CustomEvent('entry-logged'));
}"""
"""The page asks what is other in it, and had something else in that part."""


@pytest.fixture
def table(transactional_db: None) -> Table:
    return make_table()


@pytest.fixture
def fighters(table: Table) -> tuple[Record, Record]:
    return make_character(table.gm, "Mara"), make_character(table.player, "Shelly", stamina=4)


@pytest.fixture
def open_round(page_at: PageAt, table: Table, fighters: tuple[Record, Record]) -> Callable[[], Page]:
    """The GM's page of the round. Its console may complain: some of these forms are refused."""

    def open_page() -> Page:
        page = page_at(f"/campaigns/{table.campaign.pk}/conflict/", who=table.gm, may_complain=True)
        mark(page)
        return page

    return open_page


@pytest.fixture
def page(open_round: Callable[[], Page]) -> Page:
    return open_round()


def mark(page: Page) -> None:
    """Makes it possible to see whether what `#now` holds was replaced."""
    page.locator("#now").evaluate("region => { region.firstElementChild.isMarked = true }")


def expect_new(page: Page) -> None:
    page.wait_for_function("() => document.querySelector('#now').firstElementChild.isMarked === undefined")


def hold(page: Page, method: str, asked_by: str) -> list[Route]:
    """From now on, requests of this part of the page wait until they are let through."""
    held: list[Route] = []

    def keep(route: Route) -> None:
        asked = route.request
        is_it = asked.method == method and asked.headers.get("hx-target") == asked_by
        held.append(route) if is_it else route.continue_()

    page.route("**/*", keep)
    return held


def let_through(page: Page, held: list[Route]) -> None:
    with page.expect_event("requestfinished", lambda asked: asked == held[0].request):
        held[0].continue_()
    page.unroute_all()


def expect_kept(page: Page, words: str = WORDS) -> None:
    expect(page.locator("#now").get_by_text("Something has changed in the meantime")).to_be_visible()
    expect(page.get_by_label("What they do")).to_have_value(words)


def test_an_answer_asked_for_before_somebody_typed_comes_too_late(page: Page) -> None:
    held = hold(page, "GET", "live")
    with page.expect_request(lambda asked: asked.headers.get("hx-target") == "live"):
        page.evaluate(NEWS)
    page.locator("[data-announce] summary").click()
    page.get_by_label("What they do").fill(WORDS)

    let_through(page, held)

    expect_kept(page)
    page.evaluate(NEWS)
    expect_kept(page)
    assert page.locator("#now").evaluate("region => region.firstElementChild.isMarked === true")


def test_a_region_that_nobody_typed_in_follows(page: Page) -> None:
    page.evaluate(NEWS)

    expect_new(page)
    expect(page.locator("#now").get_by_text("Something has changed in the meantime")).to_be_hidden()


def test_what_a_script_of_the_browser_fills_in_stays(page: Page) -> None:
    page.get_by_label("What they do").evaluate("(control, words) => { control.value = words }", WORDS)

    page.evaluate(NEWS)

    expect_kept(page)


def test_what_the_browser_puts_back_on_coming_back_stays(page: Page, table: Table) -> None:
    page.locator("[data-announce] summary").click()
    page.get_by_label("What they do").fill(WORDS)
    page.goto(f"/campaigns/{table.campaign.pk}/play/")
    page.go_back()
    expect(page.get_by_label("What they do")).to_have_value(WORDS)

    page.evaluate(NEWS)

    expect_kept(page)


def test_words_that_lack_something_stay_with_what_is_said_of_them(page: Page) -> None:
    page.locator("[data-announce] summary").click()
    page.get_by_label("What they do").fill(WORDS)
    page.get_by_label("What they do").press("Enter")  # an attack on nobody
    expect(page.locator("#form-errors")).to_contain_text("Choose a target.")

    page.evaluate(NEWS)

    expect_kept(page)
    expect(page.locator("#form-errors")).to_be_visible()


def test_words_that_come_too_late_are_told_and_the_page_follows(
    page: Page, table: Table, fighters: tuple[Record, Record]
) -> None:
    page.locator("[data-announce] summary").click()
    page.get_by_label("What they do").fill(WORDS)
    throw(table, *fighters)

    page.locator("[data-announce]").get_by_role("button", name="Shelly").click()

    expect(page.get_by_text("The round has moved on")).to_be_visible()
    expect(page.get_by_text(WORDS)).to_be_visible()
    mark(page)
    page.evaluate(NEWS)
    expect_new(page)


def test_a_turn_that_was_resolved_meanwhile_shows_the_page_as_it_is(
    open_round: Callable[[], Page], table: Table, fighters: tuple[Record, Record]
) -> None:
    throw(table, *fighters)
    act(table.gm, "sorcerer.answer_attack", {"target": str(fighters[1].pk), "response": "maintain"})
    first, second = open_round(), open_round()
    second.route("**/since/**", lambda route: route.fulfill(status=204))
    first.get_by_role("button", name="Attack: Shelly").click()
    expect(first.get_by_role("heading", name="Shelly acts")).to_be_visible()

    second.get_by_role("button", name="Attack: Shelly").click()

    expect(second.get_by_text("The round has moved on")).to_be_visible()
    expect(second.get_by_role("heading", name="Shelly acts")).to_be_visible()
    expect(second.locator("main")).to_have_count(1)


def test_a_row_that_was_added_stays(page: Page, table: Table, fighters: tuple[Record, Record]) -> None:
    throw(table, *fighters)
    act(table.gm, "sorcerer.answer_attack", {"target": str(fighters[1].pk), "response": "maintain"})
    page.goto(f"/campaigns/{table.campaign.pk}/conflict/?late=1")
    page.locator("details:has(button[value='add modifiers']) > summary").click()
    page.locator('button[value="add modifiers"]').click()
    expect(page.locator('[name="modifiers.0.source"]')).to_be_visible()

    page.evaluate(NEWS)

    expect(page.locator("#now").get_by_text("Something has changed in the meantime")).to_be_visible()
    expect(page.locator('[name="modifiers.0.source"]')).to_be_visible()
