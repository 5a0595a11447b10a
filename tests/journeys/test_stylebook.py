from collections.abc import Callable
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import PageAt
from tests.journeys.pages import Theme, look

THEMES: tuple[Theme, ...] = ("light", "dark")
PAGES = ("/stylebook/", "/stylebook/table/", "/stylebook/cover/")
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing(page_at: PageAt, faults_of: Callable[[Page], list[str]], path: str) -> None:
    page = page_at(path)

    for width, theme in product((1280, 390), THEMES):
        look(page, width, theme)
        assert faults_of(page) == [], (width, theme)


def test_axe_finds_nothing_once_everything_is_unfolded(
    page_at: PageAt, faults_of: Callable[[Page], list[str]]
) -> None:
    page = page_at("/stylebook/")
    for fold in page.locator("details.fold > summary").all():
        fold.click()

    assert faults_of(page) == []


@pytest.mark.parametrize("path", PAGES)
def test_nothing_scrolls_sideways_on_a_small_phone(page_at: PageAt, path: str) -> None:
    page = page_at(path, width=360)
    for fold in page.locator("details.fold > summary:visible").all():
        fold.click()

    assert page.evaluate(SIDEWAYS) == 0


def test_hostile_names_stay_within_a_small_phone(page_at: PageAt) -> None:
    page = page_at("/stylebook/", width=360)
    names = page.locator(
        ".contest-name, .member h3, .binding-end, .log-sentence b, .head-name span, .spell-name"
    )
    names.evaluate_all("all => all.forEach(name => { name.textContent = 'W'.repeat(80) })")

    assert page.evaluate(SIDEWAYS) == 0


def test_every_control_is_large_enough_for_a_thumb(page_at: PageAt) -> None:
    page = page_at("/stylebook/", width=390)

    controls = page.locator(
        "button:visible, select:visible, .bottom-bar a, .field input:visible, summary:visible"
    )
    small = [
        control.evaluate("e => e.outerHTML.slice(0, 80)")
        for control in controls.all()
        if control.get_attribute("type") not in ("checkbox", "radio")
        and (control.bounding_box() or {"height": 0})["height"] < 44
    ]

    assert small == []


def test_chosen_theme_is_kept_and_wins_over_the_system(page_at: PageAt) -> None:
    page = page_at("/stylebook/", theme="light")
    page.get_by_text("Menu", exact=True).click()
    page.get_by_role("button", name="Dark").click()

    page.goto("/stylebook/table/")

    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("body")).to_have_css("color", "rgb(236, 225, 207)")


def test_fonts_of_the_book_arrive(page_at: PageAt) -> None:
    page = page_at("/stylebook/")

    loaded = page.evaluate(
        "document.fonts.ready.then(fonts => [...fonts].filter(f => f.status == 'loaded').map(f => f.family))"
    )

    assert {name.strip('"') for name in loaded} == {"Pactbook Reading", "Pactbook Hand", "Pactbook Display"}


def test_phone_shows_one_column_without_javascript(page_at: PageAt) -> None:
    page = page_at("/stylebook/table/", width=390, javascript=False)
    expect(page.get_by_role("heading", name="Actions", exact=True)).to_be_visible()

    page.get_by_role("link", name="Log", exact=True).last.click()

    expect(page.get_by_role("heading", name="Log", exact=True)).to_be_visible()
    expect(page.get_by_role("heading", name="Actions", exact=True)).to_be_hidden()


def test_lost_connection_is_told(page_at: PageAt) -> None:
    page = page_at("/stylebook/table/")
    page.evaluate("document.body.dataset.live = 'retry'")

    expect(page.get_by_text("Connection lost. Reconnecting…")).to_be_visible()


def test_dialog_opens_and_closes_by_keyboard(page_at: PageAt) -> None:
    page = page_at("/stylebook/")
    page.get_by_role("button", name="Undo the Binding").first.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()

    page.keyboard.press("Escape")

    expect(dialog).to_be_hidden()
