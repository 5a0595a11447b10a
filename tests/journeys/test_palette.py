"""The palette and a form of it, in a browser: found by typing, rows that come and go, odds that follow."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from campaigns.log.record import read_document
from campaigns.models import Entry, Pending
from campaigns.services.asking import ask_player
from tests.campaigns.form_filling import parts_of, paths_of, rows_of
from tests.campaigns.palette_cases import as_typed, hand_over, make_world, worked_for
from tests.campaigns.spine import new_game
from tests.factories import make_character, make_demon
from tests.journeys.conftest import PageAt
from tests.journeys.pages import Theme, look, shot
from tests.people import Table, make_table

LOOKS: list[tuple[int, Theme]] = [(1280, "light"), (390, "dark")]


@pytest.fixture
def table(transactional_db: None) -> Table:
    return make_table()


def test_an_answered_question_leaves_the_page_with_its_answer(page_at: PageAt, table: Table) -> None:
    mara = str(make_character(table.player, "Mara").pk)
    settled: dict[str, Any] = {
        "acting": {"id": mara, "score": "will"},
        "opposing": {"score": "difficulty", "dice": 2},
    }
    ask_player(actor=table.gm, action="sorcerer.roll", who=mara, settled=settled, key="asked")
    asked = Pending.objects.get(question="sorcerer.roll")
    page = page_at(f"/campaigns/{table.campaign.pk}/play/waiting/{asked.pk}/", who=table.player, width=390)
    expect(page.locator("#asked")).to_contain_text("Mara: Roll two pools")
    expect(page.locator("summary", has_text="Pass")).to_be_visible()
    page.locator("#action-form .form-actions button").first.click()

    expect(page.locator("#played")).to_be_visible()
    expect(page.locator("#asked, #settling")).to_have_count(0)


def add_a_row(page: Page) -> None:
    """Of another source than the chips give."""
    row = page.locator('button[value="add modifiers"]')
    if not row.is_visible():
        page.locator("details", has=row).locator("summary").click()
    row.click()


def test_what_is_typed_while_a_row_is_on_its_way_stays(page_at: PageAt, table: Table) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page = page_at(f"/campaigns/{table.campaign.pk}/play/sorcerer.roll/", who=table.gm)
    page.route("**/play/sorcerer.roll/", hold)
    with page.expect_request("**/play/sorcerer.roll/"):
        add_a_row(page)
    page.locator('[name="opposing.dice"]').fill("7")
    page.locator('[name="opposing.score"]').select_option("difficulty")

    held[0].continue_()

    expect(page.locator('[name="modifiers.0.source"]')).to_be_visible()
    expect(page.locator('[name="opposing.dice"]')).to_have_value("7")
    expect(page.locator('[name="opposing.score"]')).to_have_value("difficulty")


PRESSES = 30
"""How often the form is sent just when it comes anew."""
AT_ONCE = """(form) => {
  form.querySelector('[data-rows] > li [data-row-remove]')?.click();
  form.querySelector('button[value="add modifiers"]').click();
  form.querySelector('.form-actions button').click();
}"""


def test_no_press_is_lost_while_the_form_comes_anew(page_at: PageAt, table: Table) -> None:
    page = page_at(f"/campaigns/{table.campaign.pk}/play/sorcerer.roll/", who=table.gm)
    sent: list[str] = []

    def answer(route: Route) -> None:
        said = route.request.post_data or ""
        if "form.command" in said:
            route.continue_()
        else:
            sent.append(said)
            route.fulfill(status=204)  # so that the form stays, to be sent again

    page.route("**/play/sorcerer.roll/", answer)

    for presses in range(1, PRESSES + 1):
        with page.expect_response(lambda response: response.status == 204):
            page.locator("#action-form").evaluate(AT_ONCE)
        expect(page.locator("#action-form.htmx-request")).to_have_count(0)
        assert len(sent) == presses


def test_action_is_found_filled_in_and_played(page_at: PageAt, table: Table) -> None:
    make_character(table.player, "Mara", lore=3)
    make_demon(table.gm, "Tallowmere", power=4, abilities=["Cover"])
    page = page_at(f"/campaigns/{table.campaign.pk}/play/", who=table.player, width=390)
    page.keyboard.press("/")
    page.keyboard.type("reach described")
    expect(page.locator("[data-palette-entry]:visible")).to_have_count(1)
    page.get_by_role("link", name="Contact a demon").click()
    page.locator('[name="sorcerer.id"]').select_option(label="Mara")
    page.locator('[name="demon.id"]').select_option(label="Tallowmere")
    expect(page.locator(".odds-bar")).to_be_visible()
    expect(page.get_by_text("3 dice")).to_be_visible()

    add_a_row(page)
    expect(page.locator('[name="modifiers.0.source"]')).to_be_focused()
    page.locator('[name="modifiers.0.source"]').select_option("good_play")
    page.locator('[name="modifiers.0.dice"]').fill("2")
    expect(page.get_by_text("5 dice")).to_be_visible()
    shot(page, "form-390-light")
    page.get_by_role("button", name="Contact a demon").last.click()

    expect(page.locator("#played")).to_be_focused()
    shot(page, "played-390-light")
    assert Entry.objects.filter(campaign=table.campaign).count() > 0


def test_palette_is_used_by_the_keyboard_alone(page_at: PageAt, table: Table) -> None:
    make_character(table.player, "Mara")
    make_demon(table.gm, "Tallowmere")
    page = page_at(f"/campaigns/{table.campaign.pk}/play/", who=table.player)
    page.keyboard.press("/")
    page.keyboard.type("roll")
    expect(page.locator("[data-palette-count]")).to_contain_text("Enter opens “Roll")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    second = page.locator("[data-palette-entry]:visible h3 a").nth(1)
    expect(second).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#palette-text")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#palette-text")).to_have_value("")
    page.keyboard.type("xyzzy")
    expect(page.get_by_text("No matching actions")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.type("reach described")
    page.keyboard.press("Enter")

    expect(page.locator("h1")).to_contain_text("Contact a demon")
    expect(page.locator("#action-form")).to_be_visible()


@pytest.mark.parametrize(
    "action", ["sorcerer.will_override", "pandemonium.roll", "demon_city.throw_count", "fallen.movement"]
)
def test_one_act_of_each_system_is_played_on_a_phone(
    action: str, page_at: PageAt, transactional_db: None
) -> None:
    game, worked = new_game(), worked_for(action, by_player=True)
    case = make_world(game, worked)
    hand_over(game, case, game.player)
    page = page_at(f"/campaigns/{game.campaign.pk}/play/{action}/", who=game.player, width=360, theme="dark")
    enter(page, as_typed(case))
    shot(page, f"{action}-360-dark")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.locator("#action-form .form-actions button").first.click()

    expect(page.locator("#played")).to_be_focused()
    assert page.evaluate("document.getElementById('played').getBoundingClientRect().top") >= 0
    told = read_document(Entry.objects.filter(campaign=game.campaign).latest("seq").parts.all())
    assert told["actor"] == str(game.player.pk)
    assert action in [step["action"] for step in told["steps"]]


def enter(page: Page, given: dict[str, Any]) -> None:
    """Open what is folded, add the rows and fill in each control, as a thumb would."""
    for path, count in rows_of(given):
        while page.locator(f'[name^="{path}.{count - 1}."]').count() == 0:
            unfold(page)
            before = page.locator("[data-rows] > li").count()
            page.locator(f'button[value="add {path}"]').click()
            expect(page.locator("[data-rows] > li")).to_have_count(before + 1)
    unfold(page)
    for path in parts_of(given):
        if page.locator(f'[type=checkbox][name="{path}"]').count():
            page.locator(f'[type=checkbox][name="{path}"]').check()
    for path, value in paths_of(given):
        choose(page, path, value)


def choose(page: Page, path: str, value: Any) -> None:
    control = page.locator(f'[name="{path}"]:not([type=hidden])')
    kind = control.first.evaluate("one => one.type")
    if kind == "radio":
        page.locator(f'[name="{path}"][value="{value}"]').check()
    elif kind == "checkbox" and isinstance(value, bool):
        control.set_checked(value)
    elif kind == "checkbox":
        for one in value:
            page.locator(f'[name="{path}"][value="{one}"]').check()
    elif kind.startswith("select"):
        for number, one in enumerate(value if isinstance(value, list) else [value]):
            control.nth(number).select_option(str(one))
    elif isinstance(value, list) and control.count() > 1:
        for number, one in enumerate(value):
            control.nth(number).fill(str(one))
    else:
        control.fill("\n".join(value) if isinstance(value, list) else str(value))


def unfold(page: Page) -> None:
    page.evaluate("document.querySelectorAll('#action-form details').forEach((one) => { one.open = true; })")


def test_without_script_a_form_keeps_its_words(page_at: PageAt, table: Table) -> None:
    make_character(table.player, "Mara")
    page = page_at(
        f"/campaigns/{table.campaign.pk}/play/sorcerer.roll/", who=table.player, width=360, javascript=False
    )
    page.locator('[name="acting.id"]').select_option(label="Mara")
    page.locator('[name="acting.score"]').select_option("will")
    page.locator('[name="opposing.dice"]').fill("2")
    add_a_row(page)
    page.locator('[name="modifiers.0.note"]').fill("It is dark")
    page.locator('button[value="remove modifiers.0"]').click()

    assert page.locator('[name="opposing.dice"]').input_value() == "2"
    page.locator('[name="opposing.dice"]').press("Enter")
    expect(page.get_by_role("heading", name="Entry no.")).to_be_visible()


@pytest.mark.parametrize("path", ["", "sorcerer.bind/", "sorcerer.create_character/", "table.edit/"])
def test_axe_finds_nothing(
    path: str, page_at: PageAt, table: Table, faults_of: Callable[[Page], list[str]]
) -> None:
    make_character(table.player, "Mara", state="draft")
    make_demon(table.gm, state="present")
    page = page_at(f"/campaigns/{table.campaign.pk}/play/{path}", who=table.gm)
    if path == "sorcerer.bind/":
        add_a_row(page)
        expect(page.locator('[name="modifiers.0.source"]')).to_be_visible()

    for width, theme in LOOKS:
        look(page, width, theme)
        shot(page, f"{path.strip('/') or 'palette'}-{width}-{theme}")
        assert faults_of(page) == [], (width, theme)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
