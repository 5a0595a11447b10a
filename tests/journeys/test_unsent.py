"""An act that does not get through: the form says so, keeps what was typed, and is sent once more."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from campaigns.models import Entry
from tests.journeys.conftest import PageAt
from tests.people import Table, make_table

WORDS = "The lamp goes out."


@pytest.fixture
def table(transactional_db: None) -> Table:
    return make_table()


@pytest.fixture
def form(page_at: PageAt, table: Table) -> Page:
    """A note, ready to be sent. The browser's console may complain: the answer that fails is a part of the story."""
    path = f"/campaigns/{table.campaign.pk}/play/table.note/"
    page = page_at(path, who=table.player, width=360, may_complain=True)
    page.locator('[name="words"]').fill(WORDS)
    return page


def break_off(route: Route) -> None:
    route.abort()


def answer_badly(route: Route) -> None:
    """What stands before the server does not find it."""
    route.fulfill(status=502, body="")


@pytest.mark.parametrize("answer", [break_off, answer_badly])
def test_an_act_that_does_not_get_through_is_told_and_sent_again(
    form: Page, table: Table, answer: Callable[[Route], None]
) -> None:
    before = Entry.objects.filter(campaign=table.campaign).count()
    send = form.locator("#action-form button.button-primary")
    told = form.get_by_text("That was not sent")
    form.route("**/play/table.note/", answer)
    send.click()
    expect(told).to_be_in_viewport()
    expect(form.locator('[name="words"]')).to_have_value(WORDS)

    form.unroute("**/play/table.note/")
    send.click()

    expect(form.locator("#played")).to_be_visible()
    expect(told).to_have_count(0)
    assert Entry.objects.filter(campaign=table.campaign).count() == before + 1
