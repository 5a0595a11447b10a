"""From the demo's first page to a roll: who looks around for the first time gets to the dice at once."""

import pytest
from playwright.sync_api import expect

from campaigns.models import Campaign, Entry, Membership, Tag
from campaigns.services import demo
from campaigns.services.hosting import first_run
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


@pytest.mark.parametrize("javascript", [True, False], ids=["with a script", "without"])
def test_three_clicks_lead_from_the_first_page_of_all_to_the_first_roll(
    page_at: PageAt, javascript: bool
) -> None:
    page = page_at("/first-run/", width=390, javascript=javascript)
    page.get_by_label("Setup code").fill(first_run.setup_code())
    page.get_by_label("Username").fill("gesa")
    page.get_by_label("New password").fill("a candle by the window")

    page.get_by_role("button", name="Create account").click()
    page.get_by_role("button", name="Look around as a player").click()
    page.get_by_role("button", name="Roll", exact=True).first.click()

    expect(page.locator(".die").first).to_be_visible()
    played = Campaign.objects.get(demo_of__username="gesa")
    iris = Membership.objects.get(campaign=played, user=played.demo_of)
    assert Tag.objects.filter(campaign=played, seq=played.head_seq, kind="actor", value=str(iris.pk)).exists()
