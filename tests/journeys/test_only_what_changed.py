"""What changes of a long part is put in alone: the rest of an open page stays as it stood."""

from playwright.sync_api import expect

from tests.campaigns.world import act
from tests.factories import make_record
from tests.journeys.conftest import PageAt
from tests.people import Table


def test_of_the_cast_only_those_who_changed_are_shown_anew(scene: Table, page_at_own: PageAt) -> None:
    people = tuple(
        make_record(scene.gm, "fallen.character", name, owner=scene.player, stamina=2)
        for name in ("Mara", "Theo", "Nan")
    )
    page = page_at_own(f"/campaigns/{scene.campaign.pk}/table/", who=scene.gm)
    expect(page.locator("body")).to_have_attribute("data-live", "open")
    cards = {one.name: page.locator(f"[data-piece='{one.pk}']") for one in people}
    for card in cards.values():
        card.locator("h3").evaluate("(title) => { title.stood = true; }")
    cards["Nan"].locator("details summary").first.click()
    mark = page.locator("#cast").get_attribute("data-part")

    hurt = {"target": {"id": str(people[0].pk)}, "levels": 1, "damage_kind": "bashing"}
    act(scene.gm, "fallen.apply_damage", hurt)

    expect(page.locator("#cast")).not_to_have_attribute("data-part", mark or "")
    stood = {name: cards[name].locator("h3").evaluate("(title) => title.stood") for name in ("Mara", "Theo")}
    assert stood == {"Mara": None, "Theo": True}
    expect(cards["Nan"].locator("details").first).to_have_attribute("open", "")
    now = [cards[name].inner_text() for name in ("Mara", "Theo")]
    page.reload()
    assert [cards[name].inner_text() for name in ("Mara", "Theo")] == now
