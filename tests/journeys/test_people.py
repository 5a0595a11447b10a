"""A table opens: the first account, a campaign, an invitation by link, a newcomer, a new password."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from campaigns.services.hosting import first_run
from tests.journeys.conftest import PageAt

PASSWORD = "a candle by the window"


def make_first_account(page: Page) -> None:
    page.get_by_label("Setup code").fill(first_run.setup_code())
    page.get_by_label("Username").fill("gesa")
    page.get_by_label("New password").fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()


def found_campaign(page: Page) -> None:
    page.get_by_label("Campaign name").fill("The Tallow House")
    page.get_by_label("Sorcerer").check()
    page.get_by_role("button", name="Create the campaign").click()


def invite(page: Page) -> str:
    """The path of a new link for players, in one press from a new home."""
    page.get_by_role("button", name="Invite").click()
    address = page.locator(".qr figcaption a").inner_text()
    return address[address.index("/join/") :]


def join(page: Page) -> None:
    expect(page.get_by_role("heading", name="The Tallow House")).to_be_visible()
    page.get_by_label("Your name in this campaign").fill("Ada")
    page.get_by_role("button", name="Join the campaign").click()


def set_password(page: Page) -> None:
    page.get_by_role("link", name="Set a password").click()
    page.get_by_label("Username").fill("ada")
    page.get_by_label("New password").fill(PASSWORD)
    page.get_by_role("button", name="Set the password").click()


@pytest.mark.parametrize("javascript", [True, False], ids=["script", "plain"])
def test_newcomer_joins_a_new_campaign(
    page_at: PageAt, faults_of: Callable[[Page], list[str]], javascript: bool
) -> None:
    gm = page_at("/first-run/", javascript=javascript)
    make_first_account(gm)
    found_campaign(gm)
    path = invite(gm)

    phone = page_at(path, width=390, theme="dark", javascript=javascript)
    if javascript:
        assert faults_of(phone) == []
    join(phone)

    expect(phone.get_by_text("You have joined The Tallow House.")).to_be_visible()
    if javascript:
        expect(gm.locator("#people-list")).to_contain_text("Ada")  # while the page with the link stays open
        assert faults_of(gm) == []
    phone.goto(gm.url.replace("/invitations/", "/"))
    set_password(phone)
    expect(phone.get_by_role("heading", name="Your account", exact=True)).to_be_visible()
    gm.goto(gm.url.replace("/invitations/", "/people/"))
    expect(gm.get_by_role("heading", name="Ada")).to_be_visible()
    if javascript:
        assert faults_of(gm) == []
