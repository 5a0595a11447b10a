"""The settings on a phone: short enough to find one's way, each found by its part of the rules or by its address."""

import pytest
from playwright.sync_api import expect

from campaigns.models import Entry
from tests.journeys.conftest import PageAt
from tests.people import Table

pytestmark = [pytest.mark.timeout(180), pytest.mark.slow]

LONGEST = 4000


@pytest.mark.parametrize("role", ["gm", "player"])
def test_no_section_is_long_and_all_is_found(page_at: PageAt, table: Table, role: str) -> None:
    page = page_at(f"/campaigns/{table.campaign.pk}/settings/", who=getattr(table, role), width=390)
    sections = page.locator(".settings > section")
    heights = {one.get_attribute("id"): one.bounding_box() for one in sections.all()}
    assert {name: box for name, box in heights.items() if not box or box["height"] > LONGEST} == {}
    folds = page.locator("#sorcerer details.of-area")
    assert folds.count() > 5
    need = page.locator("#setting-sorcerer-need-days")
    expect(need).to_be_hidden()
    page.locator("#sorcerer summary", has_text="Need").first.click()
    expect(need).to_be_visible()
    assert page.locator("[id^=setting-]").count() == page.locator("details.of-area [id^=setting-]").count()


def test_an_address_and_a_fault_open_what_they_mean(page_at: PageAt, table: Table) -> None:
    home = f"/campaigns/{table.campaign.pk}/settings/"
    page = page_at(f"{home}#setting-sorcerer-need-days", who=table.gm, width=390, may_complain=True)
    days = page.locator("[name=need_days]")
    expect(days).to_be_in_viewport()
    entries = Entry.objects.count()

    days.fill("-3")
    page.get_by_role("button", name="Save settings for Sorcerer").click()
    expect(page.locator("#setting-sorcerer-need-days .field-error")).to_be_visible()
    page.locator("[name=need_days]").fill("9")
    page.get_by_role("button", name="Save settings for Sorcerer").click()

    expect(page.locator("#sorcerer summary .waits")).to_have_count(1)
    assert Entry.objects.count() == entries + 1


def test_on_a_wide_screen_all_stand_on_the_page(page_at: PageAt, table: Table) -> None:
    page = page_at(f"/campaigns/{table.campaign.pk}/settings/", who=table.gm)
    expect(page.locator("details.of-area")).to_have_count(0)
    expect(page.locator("[name=need_days]")).to_be_visible()
