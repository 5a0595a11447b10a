"""The GM overrides what a request knows: a fold in its form, a refusal that opens it, and the line in the log."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from campaigns.models import Pending
from tests.campaigns.fighting import begun, two_fighters
from tests.campaigns.spine import BY_OVERRIDE
from tests.campaigns.world import act
from tests.journeys.conftest import PageAt
from tests.journeys.pages import holds_in_each_look
from tests.people import Table, make_table


@pytest.fixture
def table(transactional_db: None) -> Table:
    return make_table()


def resolving(table: Table) -> str:
    """Where the GM resolves a hit that nobody defended against."""
    fighters = two_fighters(table)
    begun(table.gm, fighters)
    sides = {"attacker": {"id": fighters["bo"]}, "target": {"id": fighters["ana"]}, "maneuver": "strike"}
    act(table.gm, "fallen.attack", sides, hand=(9, 9, 4), override=BY_OVERRIDE)
    asked = {"id": str(Pending.objects.get(question="fallen.defend", state="open").pk)}
    act(table.gm, "table.settle", {"pending": asked, "how": "waived", "reason": "Away."})
    return reverse("pending_answer", args=[table.campaign.pk, Pending.objects.get(question="fallen.hit").pk])


def test_gm_gives_something_else_than_a_request_knows(
    page_at: PageAt, table: Table, faults_of: Callable[[Page], list[str]]
) -> None:
    page = page_at(resolving(table), who=table.gm, width=390, may_complain=True)
    fold = page.locator("#override")
    expect(fold).not_to_have_attribute("open", "")
    fold.locator("summary").click()
    holds_in_each_look(page, "known", faults_of)

    fold.get_by_label("Net successes").fill("5")
    page.get_by_role("button", name="Resolve a hit").click()
    expect(page.get_by_text("Choose why this is not as it is known").first).to_be_visible()
    holds_in_each_look(page, "without-a-reason", faults_of)
    expect(page.get_by_label("Net successes")).to_have_value("5")
    page.get_by_text("house rule", exact=True).click()
    page.get_by_label("In words").fill("The bell falls on him.")
    page.get_by_role("button", name="Resolve a hit").click()

    told = page.locator(".log-sentence", has_text="Override: Net successes 5 instead of 2 (house rule).")
    expect(told).to_be_visible()
    holds_in_each_look(page, "played", faults_of)


def test_refusal_leads_to_the_way_round_it(
    page_at: PageAt, table: Table, faults_of: Callable[[Page], list[str]]
) -> None:
    fighters = two_fighters(table)
    page = page_at(
        reverse("play_action", args=[table.campaign.pk, "fallen.hit"]),
        who=table.gm,
        width=390,
        may_complain=True,
    )
    expect(page.locator("#override")).to_have_count(0)
    page.locator("[name='attacker.id']").select_option(fighters["ana"])
    page.locator("[name='target.id']").select_option(fighters["bo"])
    page.locator("[name='maneuver']").select_option("strike")
    page.locator("[name='net']").fill("60")
    page.get_by_role("button", name="Resolve a hit").click()

    expect(page.get_by_role("link", name="Override to do it all the same")).to_be_visible()
    holds_in_each_look(page, "refused", faults_of)
    page.get_by_text("house rule", exact=True).click()
    page.get_by_role("button", name="Resolve a hit").click()

    expect(
        page.locator(".log-sentence", has_text="Override: a rule is set aside (house rule).")
    ).to_be_visible()
