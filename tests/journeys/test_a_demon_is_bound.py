"""Two people, two browsers, one demon: found, joined, called, bound, taken back and bound again."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys import story
from tests.journeys.story import Evening, Person
from tests.served import serving

pytestmark = pytest.mark.timeout(300)


@pytest.fixture
def evening(browser: Browser, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Evening]:
    with serving(tmp_path, "--no-demo") as served:
        opened = Evening(browser, served, javascript=getattr(request, "param", True))
        yield opened
        opened.close()


def test_a_demon_is_bound_by_two_people_at_once(evening: Evening) -> None:
    call_and_bind(evening, *evening.open())


def call_and_bind(evening: Evening, gm: Person, player: Person) -> None:
    """The evening from the first character on; each sees what the other does without loading a page anew."""
    story.make_sorcerer(player, evening.home)
    gm.goes(f"{evening.home}table/")
    story.complete_first_demon(gm)
    story.begin(gm, evening.home)

    path = story.describe(player, evening.home)
    gm.goes(f"/{path}")
    gm.stays()
    player.throws(story.CONTACT_DICE)
    player.presses("Contact a demon", "#now")
    gm.sees(gm.page.get_by_role("heading", name="Answer the Contact"))

    # The GM may see it before the caller's own page has come back.
    expect(player.page.locator("#now").get_by_role("button", name="Contact a demon")).to_have_count(0)
    player.stays()
    story.answer(gm)
    player.sees(player.page.locator("#now").get_by_role("button", name="Check Humanity"))
    gm.stays()
    player.throws(story.CHECK_DICE)
    story_check(player)
    gm.sees(gm.page.locator("#now").get_by_role("link", name="Complete its sheet"))

    player.stays()
    story.complete_second_demon(gm)
    player.sees(player.page.get_by_role("heading", name="Summon a demon"))
    story.grant_dice(gm, evening.home)
    gm.goes(f"/{path}")
    gm.stays()
    story.summon(player)
    expect(player.page.locator("#now").get_by_role("button", name="Check Humanity")).to_be_visible()
    gm.sees(gm.page.locator("#told").get_by_text("is here").first)
    player.throws(story.CHECK_DICE)
    story_check(player)

    player.stays()
    gm.sees(gm.page.locator("#need-form"))
    expect(player.page.locator("#now").get_by_text("The GM decides whether")).to_be_visible()
    story.say_need(gm)
    player.sees(player.page.locator("#now").get_by_role("button", name="Bind a demon"))

    first = bound(player, gm)
    assert first
    player.stays()
    take_back(gm, evening, path)
    player.sees(player.page.locator("#now").get_by_role("button", name="Bind a demon"))
    assert bound(player, gm) == first, "the same act after an undo has the same dice"

    nothing_told(player)


def bound(player: Person, gm: Person) -> list[str]:
    """The demon is bound; both read the faces of the dice."""
    gm.stays()
    story.bind(player)
    expect(player.page.locator("#now").get_by_role("button", name="Check Humanity")).to_be_visible()
    gm.sees(gm.page.locator("#steps .binding"))
    return faces(player.page)


def story_check(player: Person) -> None:
    player.presses("Check Humanity", "#now")
    expect(player.page.locator("#now").get_by_role("button", name="Check Humanity")).to_have_count(0)


def take_back(gm: Person, evening: Evening, path: str) -> None:
    """The GM undoes the Binding and comes back to the ritual."""
    newest = gm.page.locator("#told .log-entry").first.get_attribute("data-seq")
    gm.goes(f"{evening.home}log/{newest}/undo/")
    gm.presses("Undo")
    expect(gm.page.get_by_role("heading", name="Entry no.")).to_be_visible()
    gm.goes(f"/{path}")


def faces(page: Page) -> list[str]:
    """The dice of the newest entry, as its own page explains them."""
    newest = page.locator("#told .log-entry").first.get_attribute("data-seq")
    campaign, _ritual, _rest = page.url.partition("rituals/")
    beside = page.context.new_page()
    beside.goto(f"{campaign}log/{newest}/")
    found = [text.strip() for text in beside.locator(".die").all_text_contents()]
    beside.close()
    return found


def nothing_told(player: Person) -> None:
    """No page and no answer to the player ever held a demon's Need."""
    assert player.received
    for body in player.received:
        for need in story.NEEDS:
            assert need.encode() not in body
