"""A Banishing in a group, on two phones and a laptop: a helper fails, one comes back, all of it is undone."""

from dataclasses import dataclass
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from campaigns.models import Demon, Record
from tests.factories import make_character, make_demon
from tests.journeys.conftest import PageAt
from tests.journeys.taken_back import Beginning
from tests.people import Table
from tests.served import Served

pytestmark = pytest.mark.timeout(180)

LOST, WON = "1 1 1 1 1 1 12 9 9 9 9", "12 1 1 1 1 1 2 2 2 2 2"


@dataclass
class Hand:
    """Somebody at their own device, and how often they tapped."""

    page: Page
    taps: int = 0

    def taps_on(self, name: str, role: Literal["button", "link"] = "button") -> None:
        self.page.locator("main").get_by_role(role, name=name, exact=True).last.click()
        self.taps += 1

    def ticks(self, label: str) -> None:
        self.page.locator("#now").get_by_text(label, exact=True).click()
        self.taps += 1

    def throws(self, faces: str) -> None:
        """Dice from the real table, which are no taps of the ritual's."""
        self.page.get_by_text("Roll dice by hand").first.click()
        self.page.locator('main [name="hand"]').first.fill(faces)

    def sees(self, text: str) -> None:
        expect(self.page.locator("#now").get_by_text(text).first).to_be_visible()


@pytest.fixture
def demon(table: Table) -> Record:
    scores = {"stamina": 3, "will": 3, "humanity": 3, "lore": 3}
    make_character(table.player, "Ilse", **scores)
    make_character(table.other_player, "Bruno", **scores)
    make_character(table.gm, "Eve", **scores)
    return make_demon(table.gm, "Wick", state="present", power=2, will=3)


# Odds that a page asks for as its roll is on the way come to a question that is answered: its console tells of it.
@pytest.mark.clause("SOR-GROUP-03", "SOR-GROUP-04", "SOR-GROUP-05")
def test_a_ritual_in_a_group_from_three_devices(
    table: Table, demon: Record, own_server: Served, page_at_own: PageAt
) -> None:
    beginning = Beginning.of(table.campaign)
    home = f"/campaigns/{table.campaign.pk}/"
    primary = Hand(page_at_own(f"{home}rituals/", who=table.player, width=390, may_complain=True))
    primary.taps_on("Banish Wick", "link")
    here = primary.page.url.partition("?")[0]
    primary.page.get_by_text("Let others help").click()
    primary.taps += 1
    for name in ("Bruno", "Eve"):
        primary.ticks(name)
    primary.taps_on("Ask them to help")
    primary.sees("still to roll")
    primary.page.goto(here)
    assert primary.page.get_by_role("button", name="Banish a demon").count() == 0, "the Primary rolls last"

    gm = Hand(page_at_own(here, who=table.gm, may_complain=True))
    gm.taps_on("Roll for Eve", "link")
    gm.throws(WON)
    own_server.kill()
    gm.taps_on("Roll for the helpers")
    expect(gm.page.get_by_text("That was not sent")).to_be_visible()
    own_server.start()
    gm.taps_on("Roll for the helpers")
    expect(gm.page.locator("#played")).to_be_visible()

    # Bruno was away: he finds it on the table when he is back, and reads it again before he rolls.
    helper = Hand(page_at_own(f"{home}table/", who=table.other_player, width=390, may_complain=True))
    helper.page.locator("a:visible", has_text="is asked to help with a ritual").first.click()
    helper.taps += 1
    helper.page.reload()
    expect(helper.page.get_by_role("heading", name="Help Ilse")).to_be_visible()
    helper.throws(LOST)
    helper.taps_on("Roll to help")
    helper.sees("No help")

    primary.page.goto(here)
    primary.sees("no help; it costs nobody anything")
    primary.taps_on("Ask the GM")
    gm.page.goto(here)
    gm.page.locator('#now input[name="resists"][value="yes"]').check()
    gm.taps += 1
    gm.page.locator("#need-form button.button-primary").click()
    gm.taps += 1
    primary.page.goto(here)
    primary.throws("12 11 1 1 1 1 1 2 2 2 2 2")
    primary.taps_on("Banish a demon")
    primary.sees("Gone")
    assert Demon.objects.get(pk=demon.pk).state == "banished"
    assert (primary.taps, helper.taps, gm.taps) == (7, 2, 5), "one of the GM's went to a server that was away"
    beginning.comes_back(table.gm, gm.page)
