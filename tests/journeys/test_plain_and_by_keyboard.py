"""What people ask, grant, answer, override and change: in a browser without JavaScript, by keyboard alone."""

import pytest
from playwright.sync_api import Locator, Page, expect

from campaigns.models import Bonus, Pending
from tests.campaigns.world import act
from tests.factories import make_character
from tests.journeys.conftest import PageAt
from tests.journeys.test_overriding import resolving
from tests.people import Table, make_table


@pytest.fixture
def table(transactional_db: None) -> Table:
    table = make_table()
    act(table.gm, "table.change_policy", {"values": {"player_rulings": "propose"}})
    return table


def press(control: Locator, key: str = "Enter") -> None:
    """A control that is reached by Tab and can be pressed."""
    assert control.evaluate("one => one.tabIndex") == 0
    control.focus()
    control.press(key)


def choose(page: Page, name: str, label: str) -> None:
    page.locator(f'select[name="{name}"]').select_option(label=label)


def test_asking_proposing_granting_and_answering(page_at: PageAt, table: Table) -> None:
    mara = make_character(table.player, "Mara")
    at = f"/campaigns/{table.campaign.pk}"
    gm = page_at(f"{at}/table/", who=table.gm, width=390, javascript=False)
    press(gm.get_by_role("link", name="Ask players"))
    press(gm.locator(f'input[name="who"][value="{mara.pk}"]'), "Space")
    press(gm.get_by_role("button", name="Roll two pools").first)
    choose(gm, "opposing.score", "Difficulty")
    gm.locator('[name="opposing.dice"]').fill("2")
    press(gm.locator(".form-actions").get_by_role("button", name="Ask 1 player"))
    expect(gm.get_by_text("has not answered")).to_be_visible()

    player = page_at(f"{at}/table/", who=table.player, width=390, javascript=False)
    press(player.locator("#waits").get_by_role("link", name="Mara: Roll two pools"))
    choose(player, "acting.score", "Will")
    press(player.get_by_role("button", name="Ask for +2"))
    expect(player.get_by_text("Asked for +2. You need not wait for it.")).to_be_visible()
    expect(player.locator('[name="acting.score"]')).to_have_value("will")

    gm.goto(f"{at}/table/")
    press(gm.locator("#waits form", has_text="Mara asks for +2").get_by_role("button", name="+1"))
    expect(gm.locator("#waits form", has_text="Mara asks for +2")).to_have_count(0)
    gm.goto(f"{at}/table/#cast")
    expect(gm.get_by_role("button", name="Take back +1")).to_be_visible()
    press(player.locator(".form-actions").get_by_role("button", name="Show the odds"))
    expect(player.get_by_label("+1 from the GM")).to_be_checked()
    press(player.locator(".form-actions").get_by_role("button", name="Roll two pools"))
    expect(player.get_by_text("rolls").first).to_be_visible()
    assert Pending.objects.get(question="sorcerer.roll").state == "answered"
    assert Bonus.objects.get().state == "spent"


def test_damage_from_a_card(page_at: PageAt, table: Table) -> None:
    make_character(table.player, "Mara")
    gm = page_at(f"/campaigns/{table.campaign.pk}/table/#cast", who=table.gm, width=390, javascript=False)
    before = table.campaign.entries.count()
    fold = gm.locator("#cast details", has_text="Change Mara")

    press(fold.locator("summary"))
    press(fold.get_by_role("link", name="Damage, healing, conditions, a note"))
    press(gm.locator(".change button.pick").first)

    expect(gm.locator("#cast")).to_be_visible()
    gm.goto(f"/campaigns/{table.campaign.pk}/table/")
    expect(gm.get_by_text(f"Your last action is no. {before + 1}.")).to_be_visible()
    assert table.campaign.entries.count() == before + 1


def test_an_override(page_at: PageAt, table: Table) -> None:
    gm = page_at(resolving(table), who=table.gm, width=390, javascript=False, may_complain=True)
    fold = gm.locator("#override")

    press(fold.locator("summary"))
    fold.get_by_label("Net successes").fill("5")
    press(gm.locator(".form-actions").get_by_role("button", name="Resolve a hit"))
    expect(gm.locator("#form-errors, .field-error").first).to_be_visible()
    expect(gm.locator("#override").get_by_label("Net successes")).to_have_value("5")
    gm.locator('#override [name="form.override.reason"][value="house_rule"]').focus()
    gm.keyboard.press("Space")
    press(gm.locator(".form-actions").get_by_role("button", name="Resolve a hit"))

    expect(gm.get_by_text("Override").first).to_be_visible()
    assert Pending.objects.get(question="fallen.hit").state == "answered"


@pytest.mark.parametrize("who", ["gm", "player"])
def test_the_roll_is_at_most_eight_tabs_away(who: str, page_at: PageAt, table: Table) -> None:
    for number in range(6):
        make_character(table.player if number else table.gm, f"Somebody {number}")
    page = page_at(f"/campaigns/{table.campaign.pk}/table/", who=getattr(table, who), width=1280)
    expect(page.locator("#roll-now")).to_be_visible()

    for _ in range(8):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.hash") == "#roll-now":
            page.keyboard.press("Enter")
            break

    expect(page.locator("#roll-now")).to_be_focused()


def test_keys_are_listed_go_to_pages_and_can_be_turned_off(page_at: PageAt, table: Table) -> None:
    at = f"/campaigns/{table.campaign.pk}"
    page = page_at(f"{at}/table/", who=table.gm, width=1280)
    listed = page.get_by_role("dialog", name="Keyboard shortcuts")

    page.keyboard.press("?")
    expect(listed).to_be_visible()
    page.keyboard.press("Escape")
    expect(listed).to_be_hidden()
    page.keyboard.press("g")
    page.keyboard.press("l")
    page.wait_for_url(f"**{at}/log/")
    page.keyboard.press("/")
    page.wait_for_url(f"**{at}/play/")
    page.keyboard.press("/")
    expect(page.get_by_label("Search")).to_be_focused()
    page.keyboard.press("?")
    expect(listed).to_be_hidden()
    expect(page.get_by_label("Search")).to_have_value("?")

    page.locator(".menu > summary").click()
    page.get_by_role("group", name="Keyboard shortcuts").get_by_role("button", name="Off").click()
    page.reload()
    page.keyboard.press("?")
    expect(listed).to_be_hidden()
