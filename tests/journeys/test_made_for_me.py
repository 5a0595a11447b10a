"""A character in four acts, and six foes in three: by a concept on a phone, with and without scripts."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from campaigns.models import Record
from tests.journeys.conftest import PageAt
from tests.journeys.pages import holds_in_each_look
from tests.people import Table

pytestmark = [pytest.mark.timeout(240), pytest.mark.slow]


@pytest.mark.parametrize("is_scripted", [True, False], ids=["scripts", "plain"])
def test_a_player_has_a_sorcerer_made_and_changes_the_name(
    page_at: PageAt, table: Table, faults_of: Callable[[Page], list[str]], is_scripted: bool
) -> None:
    address = f"/campaigns/{table.campaign.pk}/characters/new/sorcerer/"
    phone = page_at(address, who=table.player, width=390, theme="dark", javascript=is_scripted)

    phone.get_by_label("Who", exact=True).select_option("boxer")
    phone.get_by_role("button", name="Make one").click()
    expect(phone.get_by_label("The sorcerer's name")).not_to_have_value("")
    if is_scripted:
        holds_in_each_look(phone, "made-for-me", faults_of)
    phone.get_by_label("The sorcerer's name").fill("Ruth Amberley")
    phone.locator(".form-actions").get_by_role("button", name="Create the sorcerer").click()

    expect(phone.get_by_text("The sorcerer has been created.")).to_be_visible()
    assert Record.objects.filter(campaign=table.campaign, kind="character", name="Ruth Amberley").count() == 1


def test_the_gm_brings_six_into_play_from_home_by_keyboard(
    page_at: PageAt, table: Table, faults_of: Callable[[Page], list[str]]
) -> None:
    gm = page_at(f"/campaigns/{table.campaign.pk}/", who=table.gm)

    gm.get_by_text("Add NPCs").click()
    gm.get_by_label("Game").select_option("demon_city")
    gm.get_by_label("Who to add").fill("six ghouls")
    holds_in_each_look(gm, "npcs-in-a-line", faults_of)
    gm.get_by_label("Who to add").press("Enter")

    expect(
        gm.get_by_text("Ghoul 1, Ghoul 2, Ghoul 3, Ghoul 4, Ghoul 5, Ghoul 6 are in play.")
    ).to_be_visible()
    expect(gm.locator("#cast .member", has_text="Ghoul")).to_have_count(6)
