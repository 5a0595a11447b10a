"""The spell book in a browser: a spell is cast from its mage's page in two taps, and Shaped with odds that follow."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import expect

from campaigns.models import PandemoniumSpell, Record
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from tests.campaigns.casts import make_pandemonium
from tests.journeys.conftest import PageAt
from tests.people import Table, make_table

COLD = {
    "name": "Cold hand",
    "aspect": "vulgar",
    "kind": "direct",
    "arcanum": "mind",
    "wound": "lethal",
    "compared": "stamina",
}


@pytest.fixture
def table(transactional_db: None) -> Table:
    return make_table()


@pytest.fixture
def mage(table: Table) -> str:
    """Mira, the player's, in whose book stands one spell."""
    mira = make_pandemonium(table.gm, table.player)["character"]
    written = {"spell": COLD, "caster": {"id": mira}}
    play(table.player, ActRequest("written", (Request("pandemonium.write_spell", written),)))
    return mira


@pytest.mark.parametrize("javascript", [True, False])
def test_a_spell_is_cast_in_two_taps(table: Table, mage: str, page_at: PageAt, *, javascript: bool) -> None:
    sheet = reverse("record", args=[table.campaign.pk, mage])
    page = page_at(sheet, who=table.player, width=390, javascript=javascript)

    page.get_by_role("link", name="Cast Cold hand").click()
    if javascript:
        assert Axe().run(page).response["violations"] == []
    page.get_by_role("button", name="Bob Askew").click()

    expect(page.get_by_role("article", name="Cold hand", exact=True)).to_be_visible()
    made = PandemoniumSpell.objects.exclude(book=None).get()
    assert (made.kind, made.wound, len(made.targets)) == ("direct", "lethal", 1)


def test_the_odds_of_a_shaping_follow_what_is_picked(table: Table, mage: str, page_at: PageAt) -> None:
    entry = Record.objects.get(campaign=table.campaign, kind="pandemonium.known_spell", name="Cold hand")
    page = page_at(
        reverse("cast_from_book", args=[table.campaign.pk, entry.pk]),
        who=table.player,
        width=1280,
        theme="dark",
    )

    page.get_by_text("Shape it, or cast it another way").click()
    expect(page.locator("#odds")).to_contain_text("7 dice")
    page.get_by_role("checkbox", name="Wits 3").check()
    expect(page.locator("#odds")).to_contain_text("10 dice")
    page.get_by_role("checkbox", name="Spend Willpower for 3 more dice").check()
    expect(page.locator("#odds")).to_contain_text("13 dice")
    assert Axe().run(page).response["violations"] == []
    page.get_by_role("checkbox", name="Shape it").check()
    page.get_by_role("button", name="Bob Askew").click()

    expect(page.get_by_role("article", name="Cold hand", exact=True)).to_be_visible()
    made = PandemoniumSpell.objects.exclude(book=None).get()
    assert (made.made, made.paid) == ("cast", 1)
