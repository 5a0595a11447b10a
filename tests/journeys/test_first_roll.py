"""From the demo's first page to a roll: who looks around for the first time gets to the dice at once."""

import pytest
from playwright.sync_api import expect

from campaigns.models import Entry
from campaigns.services import demo
from tests.journeys.conftest import PageAt

pytestmark = [pytest.mark.slow, pytest.mark.timeout(240), pytest.mark.django_db(transaction=True)]


def test_three_clicks_lead_to_the_first_roll_of_the_demo(page_at: PageAt) -> None:
    campaign = demo.load_demo()
    before = Entry.objects.filter(campaign=campaign).count()
    page = page_at("/", who=campaign.memberships.get(name="Iris"), width=390)

    page.get_by_role("link", name="Ash Street").last.click()
    page.get_by_role("link", name="Go to the table").first.click()
    page.get_by_role("button", name="Roll", exact=True).first.click()

    expect(page.locator(".die").first).to_be_visible()
    assert Entry.objects.filter(campaign=campaign).count() == before + 1
