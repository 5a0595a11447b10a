"""A browser works the fair draws out anew, without crypto.subtle."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from campaigns.log import chain

ROOT = Path(__file__).parents[2]
VECTORS = json.loads((ROOT / "tests" / "fair_draws.json").read_text(encoding="utf-8"))
SHA = "([text]) => PactbookFair.hashOf(text)"
PERIOD = """(period) => {
    const committed = PactbookFair.commitment(period.secret);
    const seeds = [PactbookFair.firstSeed(committed)];
    for (const [member, word] of period.seats) seeds.push(PactbookFair.seated(seeds.at(-1), member, word));
    for (const [slot, nonce] of period.acts) seeds.push(PactbookFair.afterAct(seeds.at(-1), slot, nonce));
    return [committed, seeds];
}"""
DRAW = "(one) => PactbookFair.draw(one.secret, one.slot, one.seed, one.nonce, one.asked)"


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    page.add_script_tag(path=str(ROOT / "static" / "js" / "fair.js"))
    yield page
    page.close()


def test_browser_without_subtle_crypto_finds_the_same_draws(page: Page) -> None:
    assert page.evaluate("window.crypto.subtle === undefined")

    assert [page.evaluate(DRAW, draw) for draw in VECTORS["draws"]] == [
        draw["drawn"] for draw in VECTORS["draws"]
    ]


def test_browser_finds_the_same_seeds(page: Page) -> None:
    found: list[Any] = [page.evaluate(PERIOD, period) for period in VECTORS["periods"]]

    assert found == [[period["commitment"], period["seeds"]] for period in VECTORS["periods"]]


def test_browser_hashes_texts_of_every_length(page: Page) -> None:
    texts = ["", "abc", "Mára 𝄞", *("x" * length for length in range(50, 135)), "y" * 100_000]

    found = [page.evaluate(SHA, [text]) for text in texts]

    assert found == [hashlib.sha256(text.encode()).hexdigest() for text in texts]


def test_browser_checks_what_a_part_was_committed_to(page: Page) -> None:
    part = chain.draft("table", "text", "Mára's own words 𝄞")

    found = page.evaluate("([nonce, text]) => PactbookFair.committed(nonce, text)", [part.nonce, part.text])

    assert found == part.commitment


def test_browser_signs_with_keys_longer_than_a_block(page: Page) -> None:
    key = "ab" * 100

    found = page.evaluate("([key, text]) => PactbookFair.committed(key, text)", [key, "text"])

    assert found == chain.commit(key, "text")
