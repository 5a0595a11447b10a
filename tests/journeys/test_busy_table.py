"""Somebody holds the database: pages say so, keep what was typed, and send it again by themselves when it is free."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.pages import PATIENCE
from tests.journeys.story import Evening, Person
from tests.journeys.test_live import open_table, verified
from tests.served import serving

pytestmark = pytest.mark.timeout(200)
BUSY = "The database is busy"
STUCK = "Connected, but the database cannot be reached"
IMPATIENT = {"campaigns.config.databases.LOCK_SECONDS": 2}


@pytest.fixture
def table(browser: Browser, tmp_path: Path) -> Iterator[tuple[Evening, Person]]:
    with serving(tmp_path, "--no-demo", numbers=IMPATIENT) as served:
        evening = Evening(browser, served)
        yield evening, evening.found()
        evening.close()


@contextmanager
def held(folder: Path) -> Iterator[None]:
    holder = sqlite3.connect(folder / "pactbook.sqlite3", isolation_level=None)
    try:
        holder.execute("BEGIN EXCLUSIVE")
        yield
        holder.execute("ROLLBACK")
    finally:
        holder.close()


def write_in_place(gm: Person, home: str) -> Page:
    """A note in a form of HTMX."""
    page = gm.page.context.new_page()
    page.goto(f"{home}play/table.note/")
    page.locator('[name="words"]').fill("The lamp goes out.")
    return page


def write_on_a_page(gm: Person, evening: Evening) -> Page:
    """A note in a plain form, whose answer is a page of its own."""
    page = open_table(gm, evening)
    page.locator("#act summary").get_by_text("Write a note").click()
    page.locator('#act [name="words"]').fill("A door closes upstairs.")
    return page


def test_forms_are_sent_again_by_themselves_and_played_once(
    table: tuple[Evening, Person], tmp_path: Path
) -> None:
    evening, gm = table
    watcher = open_table(gm, evening)
    in_place, plain = write_in_place(gm, evening.home), write_on_a_page(gm, evening)
    with held(tmp_path):
        in_place.locator("#action-form button.button-primary").click()
        plain.get_by_role("button", name="Add note").click(no_wait_after=True)
        expect(watcher.get_by_text(STUCK)).to_be_visible()
        for page in (in_place, plain):
            expect(page.locator("#unplayable").get_by_text(BUSY)).to_be_visible()
            expect(page.get_by_text("Sending again…")).to_be_visible()
        expect(plain.locator("#typed")).to_contain_text("A door closes upstairs.")
        in_place.wait_for_timeout(4000)  # it is sent again, and waits for the lock once more
        expect(in_place.get_by_text("Sending again…")).to_be_visible()
        expect(in_place.locator('[name="words"]')).to_have_value("The lamp goes out.")

    expect(in_place.locator("#played")).to_be_visible()
    expect(plain.locator("#log-rows").get_by_text("A door closes upstairs.")).to_be_visible()
    expect(watcher.get_by_text(STUCK)).to_be_hidden()
    for words in ("The lamp goes out.", "A door closes upstairs."):
        expect(watcher.locator("#log-rows").get_by_text(words, exact=True)).to_have_count(1)
    assert "The log is intact" in verified(evening, gm)


def test_without_script_the_form_is_there_to_be_sent_again(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, "--no-demo", numbers=IMPATIENT) as served:
        evening = Evening(browser, served, javascript=False)
        gm = evening.found()
        gm.goes(f"{evening.home}play/table.note/")
        gm.page.set_default_timeout(PATIENCE)
        gm.types("words", "The lamp goes out.")
        with held(tmp_path):
            gm.page.locator("#action-form button.button-primary").click()
            expect(gm.page.locator("#unplayable")).to_contain_text(BUSY)
            expect(gm.page.locator("#typed")).to_contain_text("The lamp goes out.")

        gm.presses("Send again")

        gm.goes(f"{evening.home}log/")
        expect(gm.page.get_by_text("The lamp goes out.")).to_have_count(1)
        evening.close()
