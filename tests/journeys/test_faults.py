"""A text that passed once is not measured again: one that has become too weak is found all the same."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.journeys.conftest import PageAt

PAINT = """rule => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rule);
    document.adoptedStyleSheets = [sheet];
}"""


@pytest.mark.parametrize(
    "weakened", ["main p { color: #ddd }", "main * { background: #444 }", "main { opacity: .3 }"]
)
def test_text_that_passed_is_found_when_it_becomes_weak(
    page_at: PageAt, faults_of: Callable[[Page], list[str]], weakened: str
) -> None:
    page = page_at("/accounts/login/")
    page.evaluate("document.querySelector('main').append(document.createElement('p'))")
    page.locator("main > p").last.evaluate("one => { one.textContent = 'Words to be read.' }")
    before = faults_of(page)

    page.evaluate(PAINT, weakened)

    assert before == []
    assert "color-contrast" in {fault.partition(":")[0] for fault in faults_of(page)}
    page.evaluate(PAINT, "")
    assert faults_of(page) == []
