"""What stands under one another on the board of spells and where a mage is corrected begins at one line."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from campaigns.models import Record
from tests.campaigns.magic import DOTS
from tests.campaigns.spine import BY_OVERRIDE
from tests.campaigns.world import act
from tests.factories import make_record
from tests.journeys.conftest import PageAt
from tests.people import Table, make_table

LEFTS = "found => found.map(one => Math.round(one.getBoundingClientRect().left))"
WORDS_AT = """one => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return Math.round(range.getBoundingClientRect().left - one.closest("article").getBoundingClientRect().left);
}"""

CUT = """() => {
    const pen = document.createElement("canvas").getContext("2d");
    const shown = [...document.querySelectorAll("main select")].filter(one => one.offsetParent);
    return shown.filter(one => {
        const look = getComputedStyle(one);
        pen.font = look.font;
        const longest = Math.max(...[...one.options].map(option => pen.measureText(option.text).width));
        return longest > one.clientWidth - parseFloat(look.paddingLeft) - parseFloat(look.paddingRight) + 1;
    }).map(one => one.name);
}"""
"""The choices of which one is longer than its control shows."""
BOTH_AT = "found => found.map(one => document.querySelector(one).getBoundingClientRect().toJSON())"
"""At one moment: fonts and news that come in between move both."""
FROM_ITS_ROW = """one => {
    const [at, row] = [one, one.closest("article")].map(part => part.getBoundingClientRect());
    return [at.left - row.left, at.top - row.top].map(Math.round);
}"""


@pytest.fixture
def table(transactional_db: None) -> Table:
    made = make_table()
    act(made.gm, "table.begin_session", {})
    act(made.gm, "table.begin_scene", {})
    return made


@pytest.fixture
def mages(table: Table) -> dict[str, str]:
    fields: dict[str, Any] = {f"traits.{one}": dots for one, dots in DOTS.items()}
    fields |= {"state": "active", "willpower": 5, "most.willpower": 5, "mana": 9, "most.mana": 20}
    people = {"Mira": table.player, "Nan": table.other_player, "The long name of one": None}
    return {
        name: str(make_record(table.gm, "pandemonium.character", name, owner=owner, **fields).pk)
        for name, owner in people.items()
    }


def words_at(page: Page, what: str) -> set[int]:
    """Where the words of what matches begin, from the left of the card that they stand in."""
    return {one.evaluate(WORDS_AT) for one in page.locator(what).all() if one.is_visible()}


def test_the_board_of_spells_has_one_line_at_which_all_begins(
    table: Table, mages: dict[str, str], page_at: PageAt
) -> None:
    spell = {"aspect": "vulgar", "kind": "control", "arcanum": "mind"}
    for name in ("Iron leash", "Second tongue"):
        cast = {"spell": {**spell, "name": name}, "caster": {"id": mages["Mira"]}, "targets": [mages["Nan"]]}
        act(table.player, "pandemonium.cast", cast)
    held = str(Record.objects.get(campaign=table.campaign, name="Iron leash").pk)
    severe = {
        "spell": {"id": held},
        "target": {"id": mages["Nan"]},
        "compare": "resolve",
        "resist": {"successes": 0},
    }
    act(table.gm, "pandemonium.control", severe, override=BY_OVERRIDE)
    page = page_at(f"/campaigns/{table.campaign.pk}/spells/", who=table.gm, width=1280)
    page.locator("#board details").evaluate_all("found => found.forEach(one => { one.open = true; })")

    begin = page.get_by_role("button", name="Begin the turn")

    assert len(set(begin.evaluate_all(LEFTS))) == 1
    assert begin.count() == len(mages)
    assert words_at(page, ".spell-line .fold .row > .note") == {0}
    assert words_at(page, "#resist .row-quiet form .button") <= {0, 1}, "but for the line around a button"
    faces = page.locator("#resist .row-quiet :is(a, button)").evaluate_all(
        "found => found.map(one => getComputedStyle(one).fontFamily)"
    )
    assert len(faces) == 2
    assert len(set(faces)) == 1


def test_pairs_of_numbers_stand_where_the_pairs_around_them_do(
    table: Table, mages: dict[str, str], page_at: PageAt
) -> None:
    page = page_at(f"/campaigns/{table.campaign.pk}/records/{mages['Mira']}/edit/", who=table.gm, width=1280)

    lefts = {
        page.locator(f'[name="field.{name}"]').evaluate(
            "one => Math.round(one.closest('.field').getBoundingClientRect().left)"
        )
        for name in ("mana", "reaped")
    }
    other = page.get_by_text("Controlled by").first.evaluate(
        "one => Math.round(one.closest('.field').getBoundingClientRect().left)"
    )

    assert lefts == {other}


def test_a_laptop_shows_turns_beside_spells_and_books_beside_one_another(
    table: Table, mages: dict[str, str], page_at: PageAt
) -> None:
    """All of it stood in the left half, and the GM had to scroll for the rest."""
    page = page_at(f"/campaigns/{table.campaign.pk}/spells/", who=table.gm, width=1280)
    spells, turns = page.evaluate(BOTH_AT, [".board-spells", "#turns"])
    assert spells["x"] + spells["width"] <= turns["x"]
    assert abs(spells["y"] - turns["y"]) < 2, "nothing has to be resisted"

    page.goto(page.url.replace("/spells/", "/spells/book/"))
    first, second = (page.locator("#books > section").nth(one).bounding_box() for one in (0, 1))
    assert first is not None
    assert second is not None
    assert first["x"] + first["width"] <= second["x"]
    assert first["y"] == second["y"]


@pytest.mark.parametrize(("width", "most"), [(640, 90), (390, 120)])
def test_a_dozen_spells_at_work_stand_in_rows_with_all_else_folded(
    table: Table, mages: dict[str, str], page_at: PageAt, width: int, most: int
) -> None:
    """Each took a fifth of a screen, so that the GM scrolled through five for what matters now."""
    for number in range(11):
        spell = {"aspect": "vulgar", "kind": "control", "arcanum": "mind", "name": f"Leash {number}"}
        cast = {"spell": spell, "caster": {"id": mages["Mira"]}, "targets": [mages["Nan"]]}
        act(table.player, "pandemonium.cast", cast)
    page = page_at(f"/campaigns/{table.campaign.pk}/spells/", who=table.gm, width=width)
    rows = page.locator("article.is-running")

    heights = rows.evaluate_all("found => found.map(one => one.getBoundingClientRect().height)")

    assert len(heights) == 11
    assert max(heights) <= most
    more = rows.first.locator("summary")
    was = more.evaluate(FROM_ITS_ROW)
    more.click()
    assert more.evaluate(FROM_ITS_ROW) == was, "it is folded again where it was unfolded"
    expect(rows.first.get_by_text("Sustained by")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_no_choice_is_cut_off_on_a_phone(table: Table, mages: dict[str, str], page_at: PageAt) -> None:
    for name in ("Whispering veil", "Second tongue"):
        spell = {"aspect": "vulgar", "kind": "attack", "arcanum": "mind", "name": name}
        act(
            table.player, "pandemonium.cast", {"spell": spell, "caster": {"id": mages["Mira"]}, "targets": []}
        )
    held = str(Record.objects.get(campaign=table.campaign, name="Second tongue").pk)
    changes = [{"field": f"hold.{held}", "set": "normal"}]
    act(table.gm, "table.edit", {"record": {"id": mages["Nan"]}, "reason": "as agreed", "changes": changes})
    at = f"/campaigns/{table.campaign.pk}"
    page = page_at(f"{at}/play/pandemonium.multi_source_damage/", who=table.gm, width=390)

    for path in ("play/pandemonium.multi_source_damage/", f"records/{mages['Nan']}/edit/"):
        page.goto(f"{at}/{path}")
        page.locator("details").evaluate_all("found => found.forEach(one => { one.open = true; })")
        assert page.evaluate(CUT) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
