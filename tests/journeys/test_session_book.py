"""A session book on somebody's disk: it opens without a network, is read, searched and scrubbed, and proves itself."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from campaigns.log.export import cuts
from campaigns.models import Record
from campaigns.views.review.session_book import make_book
from tests.campaigns.log.export.evening import an_evening, session_of
from tests.campaigns.spine import Game
from tests.journeys.pages import Theme, look

pytestmark = pytest.mark.django_db

DATA = re.compile(r'(id="book-log">)(.*?)(</script>)', flags=re.DOTALL)
LOOKS: list[tuple[int, Theme]] = [(360, "light"), (1280, "light"), (360, "dark"), (1280, "dark")]
Open = Callable[..., Page]


@pytest.fixture
def game() -> Game:
    return an_evening()


@pytest.fixture
def open_book(new_page: Callable[..., Page], tmp_path: Path) -> Open:
    """A file opened from the disk by a browser without a network."""

    def opened(text: str, *, width: int = 360, javascript: bool = True, at: str = "") -> Page:
        file = tmp_path / "book.html"
        file.write_text(text, encoding="utf-8")
        page = new_page(javascript=javascript)
        look(page, width, "light")
        page.goto(f"{file.as_uri()}{at}")
        return page

    return opened


def book(game: Game, cut: cuts.CutName = "member", session: int | None = None) -> str:
    game.campaign.refresh_from_db()
    span = cuts.session_span(game.campaign, session_of(game, session)) if session else None
    return make_book(game.campaign, cuts.cut_for(cut, game.player), span or cuts.whole(game.campaign))


def verdict(page: Page) -> str:
    page.get_by_role("button", name="Verify this book").click()
    result = page.locator("[data-verdict] .log-result")
    expect(result).to_be_visible()
    return result.inner_text()


@pytest.mark.parametrize("session", [None, 1, 2])
def test_a_book_verifies_itself_offline(game: Game, open_book: Open, session: int | None) -> None:
    page = open_book(book(game, session=session))

    assert verdict(page).startswith("The log is intact: ")


def test_a_book_that_was_changed_says_where(game: Game, open_book: Open) -> None:
    found = DATA.search(book(game))
    assert found is not None
    data = json.loads(found[2])
    data["lines"][8]["parts"][0]["text"] = data["lines"][8]["parts"][0]["text"].replace("1", "2", 1)
    changed = json.dumps(data).replace("<", "\\u003c")

    page = open_book(DATA.sub(lambda match: match[1] + changed + match[3], book(game)))

    assert verdict(page).startswith("The log failed verification. Entry no. 9:")


def test_a_book_that_was_cut_short_says_so(game: Game, open_book: Open) -> None:
    text = book(game)
    found = DATA.search(text)
    assert found is not None
    data = json.loads(found[2])
    del data["lines"][-1]
    changed = json.dumps(data).replace("<", "\\u003c")

    page = open_book(DATA.sub(lambda match: match[1] + changed + match[3], text))

    assert "missing" in verdict(page)


def test_entries_are_found_by_person_and_words(game: Game, open_book: Open) -> None:
    page = open_book(book(game))

    page.get_by_label("Person").select_option("Pia")
    page.get_by_label("Text", exact=True).fill("rolls will")

    expect(page.locator(".log-entry:visible").first).to_contain_text("Mara rolls Will")
    assert "4 of" in page.locator("[data-shown]").inner_text()
    page.get_by_role("button", name="Clear filters").click()
    expect(page.locator(".log-entry:visible")).to_have_count(game.campaign.head_seq)


def test_a_sheet_is_looked_back_on(game: Game, open_book: Open) -> None:
    born = Record.objects.get(campaign=game.campaign, name="Mara").born
    page = open_book(book(game), width=1280)
    slider = page.get_by_label("State after entry no.")

    slider.fill(str(born))
    mara = page.locator("[data-state] details").filter(has_text="Mara")
    expect(mara).to_contain_text("Will")
    slider.fill(str(born - 1))

    expect(mara).to_have_count(0)


def test_what_is_secret_is_not_in_the_look_back(game: Game, open_book: Open) -> None:
    page = open_book(book(game), width=1280)

    vesh = page.locator("[data-state] details").filter(has_text="Vesh")

    expect(vesh).to_contain_text("hidden")
    assert "names of the dead" not in page.content()


def test_a_link_to_an_entry_leads_there(game: Game, open_book: Open) -> None:
    page = open_book(book(game), at="#entry-9")

    expect(page.locator("#entry-9")).to_be_in_viewport()


def test_a_book_is_read_without_javascript(game: Game, open_book: Open) -> None:
    page = open_book(book(game), javascript=False)

    expect(page.locator(".log-entry")).to_have_count(game.campaign.head_seq)
    expect(page.get_by_text("Verify", exact=True)).to_be_hidden()
    expect(page.locator("body")).to_contain_text("Mara rolls Will against a difficulty.")


def test_a_book_is_sound(game: Game, open_book: Open, faults_of: Callable[[Page], list[str]]) -> None:
    page = open_book(book(game))

    for width, theme in LOOKS:
        look(page, width, theme)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert faults_of(page) == [], (width, theme)
