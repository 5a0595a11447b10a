"""A spell that only the GM sees, worked on a player's character: neither log nor sheet tells of it (PAN-RESIST-11)."""

from typing import Any

import pytest

from tests.campaigns.spine import browser, new_game

pytestmark = pytest.mark.django_db


def test_nobody_reads_that_a_hidden_spell_searched_them() -> None:
    game = new_game()
    traits: dict[str, Any] = {"traits.resolve": 3, "traits.composure": 2, "traits.power": 1}
    bob = game.make("pandemonium.character", "Bob", owner=game.player, state="active", willpower=3, **traits)
    about = {"kind": "pandemonium.spell", "name": "Evil eye", "visibility": "gm"}
    fields = {"potency": 9, "state": "active", "aspect": "covert", "kind": "investigation", "arcanum": "mind"}
    given = [{"field": name, "set": one} for name, one in fields.items()]
    eye = str(game.act("table.create", {"about": about, "fields": given}).steps[0].input["id"])
    search = {
        "spell": {"id": eye},
        "target": {"id": bob},
        "aim": "learn",
        "compare": "resolve",
        "resist": {"pool": {"traits": ["resolve"]}},
    }

    played = game.act("pandemonium.investigate", search)

    assert game.sheet(bob)[f"hold.{eye}"] != "none"
    base = f"/campaigns/{game.campaign.pk}"
    pages = (
        f"{base}/log/",
        f"{base}/log/{played.entry.seq}/",
        f"{base}/records/{bob}/",
        f"{base}/records/{bob}/at/{played.entry.seq}/",
        f"{base}/spells/",
    )
    reader, gm = browser(game.player), browser(game.gm)
    told = "\n".join(reader.get(page).content.decode() for page in pages)
    for word in (
        "Evil eye",
        eye,
        "Severe,",
        "Severe hold",
        "unseen searches",
        "pieces of knowledge",
        "Resisted",
        "Holds",
        "Hold:",
    ):
        at = told.find(word)
        assert at < 0, told[max(0, at - 150) : at + 150]
    assert "Something unseen is at work" in told
    assert "Evil eye" in gm.get(pages[1]).content.decode()
    assert "Evil eye" in gm.get(pages[3]).content.decode()
    assert game.verified().faults == []
