"""Somebody slides back through a session: sheets as they stood, by pointer, by keyboard and without script."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from campaigns.models import Campaign
from campaigns.services import sessions
from campaigns.services.reviewing import write_comment
from tests.campaigns.world import act
from tests.factories import make_character
from tests.journeys.conftest import PageAt
from tests.journeys.pages import Theme, look, shot
from tests.people import Table, make_table

LOOKS: list[tuple[int, Theme]] = [(1280, "light"), (360, "dark")]


@pytest.fixture
def table(transactional_db: None) -> Table:
    """A session in which a sorcerer's Will went from 4 to 5 to 6, with something said in between."""
    table = make_table()
    mara = str(make_character(table.player, "Mara").pk)
    sessions.begin_session(actor=table.gm, name="One", key="session")
    for score in (5, 6):
        change = [{"field": "will", "set": score}]
        act(table.gm, "table.edit", {"record": mara, "reason": "she dared", "changes": change})
        act(table.player, "table.note", {"words": "The lodger hums."})
    return table


def mara_at(table: Table, seq: int) -> str:
    campaign = Campaign.objects.get(pk=table.campaign.pk)
    mara = campaign.records.get(kind="character")
    return f"/campaigns/{campaign.pk}/records/{mara.pk}/at/{seq}/"


def head(table: Table) -> int:
    return Campaign.objects.get(pk=table.campaign.pk).head_seq


def test_keyboard_slides_back_to_another_will(table: Table, page_at: PageAt) -> None:
    page = page_at(mara_at(table, head(table)), who=table.player)
    will = page.locator("#record-then .then-lines > div", has_text="Will").first
    expect(will).to_have_text(re.compile(r"Will\s*6$"))

    page.locator("#rail-to").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")

    expect(will).to_have_text(re.compile(r"Will\s*5\s*now 6"))
    expect(page).to_have_url(re.compile(f"/at/{head(table) - 2}/$"))
    expect(page.locator("#rail-number")).to_have_value(str(head(table) - 2))


def test_form_goes_there_without_script(table: Table, page_at: PageAt) -> None:
    page = page_at(mara_at(table, head(table)), who=table.player, javascript=False)
    expect(page.locator("#rail-to")).to_be_hidden()

    page.locator("#rail-number").fill(str(head(table) - 3))
    page.get_by_role("button", name="Go").click()

    expect(page).to_have_url(re.compile(f"/at/{head(table) - 3}/$"))


def test_screens_of_the_past_have_no_fault(
    table: Table, page_at: PageAt, faults_of: Callable[[Page], list[str]]
) -> None:
    seq, log = head(table), f"/campaigns/{table.campaign.pk}/log"
    page = page_at("/accounts/login/", who=table.gm)
    for path in (mara_at(table, seq - 2), f"{log}/{seq - 2}/then/", f"{log}/{seq - 3}/undo/"):
        page.goto(path)
        for fold in page.locator("main details > summary").all():
            fold.click()

        for width, theme in LOOKS:
            look(page, width, theme)
            assert faults_of(page) == [], (path, width, theme)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path


MARKS_OVER_WORDS = """() => {
  const found = (chosen) => [...document.querySelectorAll(chosen)].map((one) => {
    const words = document.createRange()
    words.selectNodeContents(one)
    return [one.innerText, words.getBoundingClientRect()]
  })
  const rows = found('.log-time, .log-body p, .log-body summary, .said-last li')
  return found('.entry-marks .button').flatMap(([mark, a]) => rows
    .filter(([words, b]) => words && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
    .map(([words]) => `${mark} / ${words}`))
}"""


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_marks_of_entries_lie_over_no_words(table: Table, page_at: PageAt, width: int) -> None:
    act(table.gm, "table.note", {"words": "The mirror lies.", "audience": "gm"})
    campaign = Campaign.objects.get(pk=table.campaign.pk)
    write_comment(author=table.player, seq=campaign.head_seq - 1, words="Louder than last night.", key="said")
    page = page_at(f"/campaigns/{campaign.pk}/log/", who=table.player)

    look(page, width, "light")

    expect(page.get_by_text("Sealed.")).to_be_visible()
    expect(page.get_by_text("Louder than last night.")).to_be_visible()
    assert page.evaluate(MARKS_OVER_WORDS) == []
    shot(page, f"log-marks-{width}")
