"""Whom the GM taps is asked: nothing on the page moves under the finger."""

import pytest
from playwright.sync_api import expect

from tests.factories import make_record
from tests.journeys.conftest import PageAt
from tests.people import Table

NAMES = ("Agathe Moreau", "Ruben Okafor", "Lise Vautrin de la Rochefoucauld-Montbazon", "Odile Renner", "Pim")


@pytest.mark.parametrize("width", [1280, 390])
def test_everybody_who_is_tapped_is_ticked(page_at: PageAt, scene: Table, width: int) -> None:
    """Pressed for as long as a finger rests, which is longer than a click of a test."""
    for number, name in enumerate(NAMES):
        owner = scene.player if number % 2 else scene.other_player
        make_record(scene.gm, "pandemonium.character", name, owner=owner, state="active")
    page = page_at(f"/campaigns/{scene.campaign.pk}/ask/", who=scene.gm, width=width)

    for name in NAMES:
        page.locator("label.pick", has_text=name).click(delay=120)

    for name in NAMES:
        expect(page.locator("label.pick", has_text=name).locator("input")).to_be_checked()
