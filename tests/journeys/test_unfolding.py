"""An entry explained where it stands: fetched when somebody unfolds it, on a page of its own without a script."""

import pytest
from playwright.sync_api import expect

from tests.campaigns.world import act
from tests.journeys.conftest import PageAt
from tests.people import Table, make_table


@pytest.fixture
def table(transactional_db: None) -> Table:
    table = make_table()
    act(table.player, "table.note", {"words": "The door was never locked."})
    return table


def test_unfolding_an_entry_brings_what_explains_it(page_at: PageAt, table: Table) -> None:
    page = page_at(f"/campaigns/{table.campaign.pk}/log/", who=table.player, width=360)
    entry = page.locator(".log-entry").last
    expect(entry.get_by_text("Rules applied")).to_have_count(0)

    entry.locator("summary").click()

    expect(entry.get_by_text("TAB-TALK-01")).to_be_visible()
    expect(entry.locator("code")).to_have_text(table.campaign.entries.latest("seq").hash)
    expect(entry.locator(".log-parts")).to_have_count(1)


def test_without_a_script_it_leads_to_the_page_of_the_entry(page_at: PageAt, table: Table) -> None:
    page = page_at(f"/campaigns/{table.campaign.pk}/log/", who=table.player, javascript=False)
    entry = page.locator(".log-entry").last
    entry.locator("summary").click()

    entry.get_by_role("link", name="Open the entry for parts").click()

    expect(page.get_by_text("TAB-TALK-01")).to_be_visible()
