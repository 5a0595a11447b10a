"""Creation in steps: on a phone, by keyboard, without scripts, in both themes, and on with it on another device."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Request, expect

from campaigns.models import Draft, Record
from campaigns.queries.games import CHARACTERS
from tests.journeys.conftest import PageAt
from tests.journeys.pages import holds_in_each_look
from tests.people import Table

PARTS = ("name", "user", "target", "effect")
pytestmark = [pytest.mark.timeout(240), pytest.mark.slow]


def address(table: Table, system: str) -> str:
    return f"/campaigns/{table.campaign.pk}/characters/new/{system}/"


def on(page: Page) -> None:
    page.locator(".form-actions").get_by_role("button", name="Next").click()


def stands_at(page: Page, number: int) -> None:
    expect(page.locator(".step-bar [aria-current=step]")).to_have_text(re.compile(rf"^\s*{number}"))


@pytest.mark.parametrize("system", sorted(CHARACTERS))
def test_every_step_is_sound_in_each_look(
    page_at: PageAt, table: Table, faults_of: Callable[[Page], list[str]], system: str
) -> None:
    page = page_at(address(table, system), who=table.player, width=390)
    count = page.locator(".step-bar button").count()
    for number in range(1, count):
        stands_at(page, number)
        holds_in_each_look(page, f"create-{system}-{number}", faults_of)
        on(page)
    stands_at(page, count)
    holds_in_each_look(page, f"create-{system}-{count}", faults_of)
    page.locator(".step-bar button").first.click()
    stands_at(page, 1)
    expect(page.locator(".field-error").first).to_be_visible()
    holds_in_each_look(page, f"create-{system}-to-fix", faults_of)


def test_points_left_follow_the_steppers_and_stay_in_sight(page_at: PageAt, table: Table) -> None:
    phone = page_at(address(table, "sorcerer"), who=table.player, width=390)
    left = phone.locator(".totals [data-derived=left]")
    stamina = phone.locator("[name='character.stamina']")
    expect(left).to_have_text("0")  # they are spread at first
    for score in ("stamina", "will", "lore"):
        phone.locator(f"[name='character.{score}']").fill("")
    expect(left).to_have_text("10")
    expect(phone.get_by_role("button", name="One less: Stamina")).to_be_disabled()

    for _tap in range(3):
        phone.get_by_role("button", name="One more: Stamina").click()
    phone.get_by_role("button", name="One less: Stamina").click()

    expect(stamina).to_have_value("2")
    expect(left).to_have_text("8")
    for name in ("character.stamina", "character.lore"):
        phone.locator(f"[name='{name}']").scroll_into_view_if_needed()
        expect(left).to_be_in_viewport()
    phone.locator("[name='character.will']").focus()
    phone.keyboard.press("ArrowUp")
    expect(phone.locator("[name='character.will']")).not_to_have_value("")
    stamina.fill("30")
    expect(phone.get_by_role("button", name="One more: Stamina")).to_be_disabled()


def test_an_ability_that_is_chosen_begins_as_one_of_its_type_often_is(page_at: PageAt, table: Table) -> None:
    page = page_at(address(table, "sorcerer"), who=table.player, width=390)
    for _step in range(3):
        on(page)
    first, second = (
        {part: page.locator(f"[name='demon.abilities.{row}.{part}']") for part in PARTS} for row in (0, 1)
    )
    page.locator("[name='demon.type'][value=parasite]").check()
    names = first["name"].evaluate("(one) => [...one.list.options].map((option) => option.value)")
    assert names == sorted(names) and "Vitality" in names

    first["name"].fill("vitality")
    second["effect"].fill("a door that opens by itself")
    second["name"].fill("Hop")
    second["name"].blur()

    expect(first["user"]).to_have_value("host")
    expect(first["target"]).to_have_value("the host")
    expect(first["effect"]).not_to_have_value("")
    expect(second["effect"]).to_have_value("a door that opens by itself")
    expect(second["user"]).to_have_value("")


def test_the_sheet_grows_beside_the_form(page_at: PageAt, table: Table) -> None:
    page = page_at(address(table, "fallen"), who=table.player, width=1280)
    sheet = page.get_by_role("region", name="The sheet so far")
    expect(sheet).to_contain_text("No name yet")

    page.locator("[name=name]").fill("Ahrimal")
    page.locator("[name='character.dexterity']").fill("3")
    page.locator("[name='character.wits']").fill("2")

    expect(sheet).to_contain_text("Ahrimal")
    expect(sheet.locator("div", has=page.get_by_text("Dexterity")).last).to_contain_text("3")
    expect(sheet).to_contain_text("Initiative rating 5")
    on(page)
    on(page)
    page.locator("[name='carried.weapon.0.name']").fill("Sabre")
    page.locator("[name='carried.weapon.0.dice']").fill("4")
    expect(sheet).to_contain_text("Dice: 4")
    told = sheet.locator("[data-shows^='carried.weapon.0.name']")
    before = told.inner_text()
    on(page)
    # The server says the same of it as the script did.
    expect(page.locator("[data-shows^='carried.weapon.0.name']")).to_have_text(before, use_inner_text=True)


COVERED = """() => {
  const one = document.activeElement;
  const { top, bottom, left, width } = one.getBoundingClientRect();
  if (!one.closest("#step") || !width) return "";
  const there = [top + 3, bottom - 3].map((y) => document.elementFromPoint(left + width / 2, y));
  const ofLabel = (found) => [...(one.labels ?? [])].some((label) => label.contains(found));
  const isOwn = (found) => found && (found.contains(one) || ofLabel(found));
  return there.every(isOwn) ? "" : `${one.name}: ${there.map((found) => found?.outerHTML.slice(0, 80))}`;
}"""
"""What lies over the control that has the focus, if anything does."""


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_lies_over_the_field_that_is_filled_in(page_at: PageAt, table: Table, width: int) -> None:
    start = address(table, "sorcerer")
    page = page_at(f"{start}?concept=any&seed=5eed&step=demon", who=table.player, width=width)
    page.set_viewport_size({"width": width, "height": 700})
    page.locator("[name='demon.name']").focus()
    covered = []
    for key in [*["Tab"] * 24, *["Shift+Tab"] * 24]:
        page.keyboard.press(key)
        covered.append(page.evaluate(COVERED))
    assert set(covered) == {""}
    sheet, totals = page.get_by_role("region", name="The sheet so far"), page.locator(".totals")
    target = page.locator("[name='demon.abilities.1.target']")
    target.focus()
    expect(totals).to_be_in_viewport(ratio=1)
    over = "([one, other]) => [one, other].map((each) => each.getBoundingClientRect())"
    field, bar = page.evaluate(over, [target.element_handle(), totals.element_handle()])
    if width == 390:
        nav = page.locator(".bottom-bar").evaluate("(one) => one.getBoundingClientRect()")
        assert abs(bar["bottom"] - nav["top"]) <= 1  # nothing shows between the two
        return
    assert bar["left"] > field["right"]
    target.fill("whoever looks away")
    expect(sheet.get_by_text("whoever looks away")).to_be_in_viewport()
    page.mouse.wheel(0, 900)
    expect(sheet.get_by_text("Starting demon")).to_be_in_viewport()


def test_by_keyboard_enter_leads_on_and_makes_somebody_at_the_end(page_at: PageAt, table: Table) -> None:
    page = page_at(address(table, "demon_city"), who=table.player, width=390)
    page.locator("[name=name]").focus()
    page.keyboard.type("Odile")
    for name in ("agility", "toughness", "calm"):
        page.locator(f"[name='character.stats.{name}']").focus()
        page.keyboard.type("3")
    page.keyboard.press("Enter")
    stands_at(page, 2)
    page.locator("[name='listed.stats.0.name']").focus()
    page.keyboard.type("Firearms")
    page.keyboard.press("Tab")
    page.keyboard.type("4")
    page.keyboard.press("Enter")
    stands_at(page, 3)
    expect(page.get_by_text("Firearms", exact=True)).to_be_visible()
    page.locator("[name=name]").focus()
    page.keyboard.press("Enter")

    page.wait_for_url(re.compile("/(records|characters)/[0-9a-f-]{36}/"))
    assert Record.objects.filter(kind="demon_city.character", name="Odile").count() == 1
    assert not Draft.objects.exists()


@pytest.mark.parametrize("is_scripted", [True, False], ids=["scripts", "plain"])
def test_left_on_a_phone_and_gone_on_with_elsewhere(page_at: PageAt, table: Table, is_scripted: bool) -> None:
    options = {"javascript": is_scripted, "may_complain": True}
    phone = page_at(address(table, "fallen"), who=table.player, width=390, **options)
    phone.locator("[name=name]").fill("Ahrimal")
    phone.locator("[name='character.strength']").fill("3")
    on(phone)
    stands_at(phone, 2)
    expect(phone.get_by_text("Saved as your draft")).to_be_visible()

    other = page_at(address(table, "fallen"), who=table.player, width=1280, **options)
    stands_at(other, 2)
    expect(other.get_by_text("5 to fix")).to_be_visible()
    other.get_by_role("button", name="Check and create").click()
    other.locator(".error-summary").get_by_role("button", name="Wits").click()
    stands_at(other, 1)
    expect(other.locator("[name=name]")).to_have_value("Ahrimal")
    other.get_by_role("radio").or_(other.locator("[name='character.kind']")).first.wait_for()
    for name in ("dexterity", "stamina", "perception", "wits"):
        other.locator(f"[name='character.{name}']").fill("2")
    other.get_by_role("button", name="Check and create").click()
    other.locator(".form-actions").get_by_role("button", name="Create the character").click()

    # The kind was never chosen: that is said where it is asked.
    stands_at(other, 1)
    kind = other.locator("[name='character.kind']")
    if kind.first.get_attribute("type") == "radio":
        kind.first.check()
    else:
        kind.select_option("demon")
    on(other)
    other.get_by_role("button", name="Check and create").click()
    other.locator(".form-actions").get_by_role("button", name="Create the character").click()
    other.wait_for_url(re.compile("/(records|characters)/[0-9a-f-]{36}/"))
    assert Record.objects.filter(kind="fallen.character", name="Ahrimal").count() == 1


def test_what_is_typed_is_there_after_leaving_by_the_menu(page_at: PageAt, table: Table) -> None:
    phone = page_at(address(table, "fallen"), who=table.player, width=390)
    asked: list[str] = []
    phone.on("request", lambda one: asked.append(one.url) if one.method == "POST" else None)
    phone.locator("[name=name]").press_sequentially("Ahrimal")
    with phone.expect_response(lambda answer: answer.status == 204 and "characters/new" in answer.url):
        phone.get_by_text("Menu", exact=True).click()
    sent = [one for one in asked if "characters/new" in one]
    assert len(sent) == 1

    phone.goto(f"/campaigns/{table.campaign.pk}/")
    phone.get_by_role("link", name="Continue with Ahrimal").click()

    expect(phone.locator("[name=name]")).to_have_value("Ahrimal")
    stands_at(phone, 1)
    phone.locator("[name=name]").fill("Ahrimal the Grey")
    on(phone)  # at once, while it may be under way
    stands_at(phone, 2)
    expect(phone.get_by_text("Your draft was changed elsewhere")).to_have_count(0)
    assert Draft.objects.get().data["name"] == ["Ahrimal the Grey"]


def test_the_browsers_way_back_leads_to_the_step_before_with_all_that_was_typed(
    page_at: PageAt, table: Table
) -> None:
    phone = page_at(address(table, "demon_city"), who=table.player, width=390)
    phone.locator("[name=name]").fill("Odile")
    on(phone)
    stands_at(phone, 2)
    on(phone)
    stands_at(phone, 3)

    phone.go_back()
    stands_at(phone, 2)
    phone.go_back()
    stands_at(phone, 1)

    expect(phone.locator("[name=name]")).to_have_value("Odile")


def test_whoever_is_made_waits_for_no_save_that_never_ends(page_at: PageAt, table: Table) -> None:
    page = page_at(f"{address(table, 'demon_city')}?concept=any&seed=5eed", who=table.player, width=390)
    page.route("**/characters/new/**", lambda one: None if _is_kept(one.request) else one.continue_())
    with page.expect_request(_is_kept):
        page.locator("[name=name]").fill("Odile")

    page.locator(".form-actions").get_by_role("button", name="Create the character").click()

    page.wait_for_url(re.compile("/(records|characters)/[0-9a-f-]{36}/"))
    assert Record.objects.filter(kind="demon_city.character", name="Odile").count() == 1


def _is_kept(sent: Request) -> bool:
    """What a page saves by itself."""
    return "command=keep" in (sent.post_data or "")
