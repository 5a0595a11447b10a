"""What is stored of spells and of those they touch, how long it stays, and what it leaves to the GM."""

from typing import Any

import pytest
from django.urls import reverse

from campaigns.policy import NotAllowed
from campaigns.state.errors import StateRefusal
from rules.kernel.errors import InvalidInput
from tests.campaigns.magic import Magic, new_magic, refused
from tests.campaigns.spine import browser, folded

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

NO_WOUNDS = dict.fromkeys(("bashing", "lethal", "aggravated"), 0)
SLOW = {"kind": "bashing", "resistant": False, "dealt": 0, "limit": None, "interval": "scene", "left": 3}


@pytest.fixture
def magic() -> Magic:
    return new_magic()


def plunder(magic: Magic, spell: str, *, severe: bool = True) -> Any:
    """Mira gets at the Merit with which Bob has a retainer."""
    merit: dict[str, Any] = {"of": "merit", "merit": {"name": "retainer", "dots": 2}}
    chosen = {} if severe else {"normal_choice": "merit"}
    return magic.apply("plunder", spell, magic.bob, successes=0 if severe else 1, **merit, **chosen)


@pytest.mark.clause("PAN-AFTER-01", "PAN-AFTER-14")
def test_what_a_spell_did_at_once_stays_when_it_is_over(magic: Magic) -> None:
    magic.game.edit(magic.bob, **{"merits.retainer": 2})
    burn, theft, leech = (
        magic.cast(kind, timing="ritual", on=(magic.bob,)) for kind in ("attack", "plunder", "drain")
    )
    magic.apply("attack", burn, magic.bob)
    plunder(magic, theft)
    magic.apply("drain", leech, magic.bob, resource="mana", recipient={"id": magic.mira})
    kept = ("health", "merits.retainer", "mana")
    at_once = [magic.sheet(magic.bob)[name] for name in kept], magic.sheet(magic.mira)["mana"]

    for spell in (burn, theft, leech):
        magic.play("let_go", {"spell": {"id": spell}})

    assert at_once == ([{"boxes": 7, **NO_WOUNDS, "lethal": 3, "resistant": NO_WOUNDS}, 0, 6], 12)
    assert ([magic.sheet(magic.bob)[name] for name in kept], magic.sheet(magic.mira)["mana"]) == at_once


@pytest.mark.clause("PAN-AFTER-04", "PAN-AFTER-13")
def test_a_lost_trait_is_bought_back_by_nobody_but_the_gm(magic: Magic) -> None:
    curse = magic.cast(on=(magic.nan,))
    linger = {"spell": {"id": curse}, "target": {"id": magic.nan}, "net": 9, "compare": "resolve"}
    magic.play("aftereffect_duration", linger)
    magic.game.edit(magic.nan, **{"traits.occult": 0})
    lost = {"target": {"id": magic.nan}, "trait": "occult", "dots": [{"cost": 2}], "lost": 1}
    magic.play("lost_trait", lost)
    back = {"record": {"id": magic.nan}, "changes": [{"field": "traits.occult", "set": 1}]}

    with pytest.raises(NotAllowed, match="Only the GM"):
        magic.game.act("table.edit", {**back, "reason": "I have the points."}, by=magic.game.other_player)
    with pytest.raises(InvalidInput, match="reason"):
        magic.game.act("table.edit", back)

    assert (magic.sheet(magic.nan)["xp.free"], magic.sheet(magic.nan)["traits.occult"]) == (2, 0)
    url = reverse("spells", args=[magic.game.campaign.pk])
    assert "lingers" in browser(magic.game.gm).get(url).content.decode()
    sheet = reverse("character", args=[magic.game.campaign.pk, magic.nan])
    assert "not bought back or regained" in browser(magic.game.other_player).get(sheet).content.decode()
    magic.game.act("table.edit", {**back, "reason": "The curse is lifted."})
    assert magic.sheet(magic.nan)["traits.occult"] == 1


@pytest.mark.clause("PAN-TRACK-01")
def test_a_spells_record_says_whose_it_is_and_all_that_it_has_come_to(magic: Magic) -> None:
    far: dict[str, Any] = {"sympathy": {"factors": 1, "needed": [1]}}
    spell = {"aspect": "covert", "arcanum": "mind"}
    trap = magic.cast(
        "direct",
        spell=spell,
        on=(magic.bob,),
        delayed=True,
        duration="lasting",
        timing="ritual",
        runes=1,
        **far,
    )
    sheet = magic.sheet(trap)
    told = {"aspect": "covert", "kind": "direct", "arcanum": "mind", "potency": 2, "tenacity": 3}
    told |= {"caster": magic.mira, "state": "latent", "duration": "lasting"}
    told |= {"targets": [magic.bob], "sympathetic": True, "parts_lost": 0}
    assert {name: sheet[name] for name in told} == told

    magic.turn_of(magic.nan)
    magic.assail(magic.nan, trap, 8, 8, 8, 8, spread=True)
    assert magic.sheet(trap).under("opposed") == {magic.nan: 4}
    magic.game.act("table.end_round")
    magic.turn_of(magic.nan)
    assert magic.sheet(trap).under("opposed") == {}
    magic.assail(magic.nan, trap, 8, 8, 8, 10, 10, 8, spread=True)
    assert magic.sheet(trap)["parts_lost"] == 1
    assert magic.game.state() == folded(magic.game.campaign)


@pytest.mark.clause("PAN-TRACK-02")
def test_a_hold_is_one_of_five_words_for_each_spell_and_target(magic: Magic) -> None:
    one, other = magic.cast(), magic.cast()
    for word in ("none", "resisted", "normal", "severe", "escaped"):
        magic.game.edit(magic.bob, **{f"hold.{one}": word})
        assert magic.hold(one, magic.bob) == word
    with pytest.raises(StateRefusal, match="gripped"):
        magic.game.edit(magic.bob, **{f"hold.{one}": "gripped"})

    assert (magic.hold(other, magic.bob), magic.hold(one, magic.nan)) == ("none", "none")
    with refused("PAN-STRUGGLE-01"):
        magic.struggle(magic.bob, one)


@pytest.mark.clause("PAN-TRACK-04")
def test_what_lasts_a_scene_is_over_with_it(magic: Magic) -> None:
    magic.game.edit(magic.bob, **{"merits.retainer": 2, "scene.aftereffect": 1})
    lull, theft, burn = magic.cast(duration="scene"), magic.cast("plunder"), magic.cast("attack")
    magic.apply("control", lull, magic.bob)
    plunder(magic, theft, severe=False)
    magic.apply("attack", burn, magic.bob, damage={"kind": "bashing", "temporary": True})
    free = {"spell": {"id": lull, "cost": 0}, "target": {"id": magic.bob}}
    assert not magic.outcome("free_spell_allowed", free).allowed  # its one free try was made
    assert magic.sheet(magic.bob).under("scene") == {
        "aftereffect": 1,
        "merits.retainer": -1,
        f"tries.{lull}": 1,
        f"tries.{theft}": 1,
    }

    magic.game.act("table.end_scene")

    after = magic.sheet(magic.bob)
    assert (after.under("scene"), after["merits.retainer"], after["health"]["bashing"]) == ({}, 2, 0)
    assert [magic.sheet(one)["state"] for one in (lull, theft, burn)] == ["ended", "active", "active"]
    assert (after[f"hold.{lull}"], after[f"hold.{theft}"]) == ("none", "normal")


@pytest.mark.clause("PAN-TRACK-05")
def test_a_character_keeps_what_spells_and_the_game_did_to_them(magic: Magic) -> None:
    rot = magic.cast("attack")
    kept: dict[str, Any] = {
        "health": {"boxes": 8, **NO_WOUNDS, "lethal": 2, "resistant": {**NO_WOUNDS, "lethal": 1}},
        "willpower": 3,
        "mana": 4,
        "essence": 7,
        "merits.allies": 2,
        "traits.stealth": 3,
        "pools.dread": -1,
        f"ongoing.{rot}": SLOW,
        f"aftereffect.{rot}": {"indefinite": True, "duration": None},
        "reaped": 2,
        "xp.free": 3,
        "xp.skills": 4,
        "wisdom": 6,
        "ending": {"route": "kill", "fate": "Turned to salt"},
    }
    magic.game.edit(magic.bob, **kept)
    marked = {"type": "damage", "kind": "bashing", "marked": 1}
    magic.game.edit(magic.bob, **{f"temporary.{rot}": marked})

    sheet = magic.sheet(magic.bob)
    assert {name: sheet[name] for name in kept} == kept
    assert [one["marked"] for one in sheet[f"temporary.{rot}"]] == [1]
    assert magic.game.state() == folded(magic.game.campaign)


@pytest.mark.clause("PAN-TRACK-06")
def test_with_a_spell_go_its_holds_and_slow_wounds_but_for_whom_something_ordinary_binds(
    magic: Magic,
) -> None:
    vines = magic.cast(on=(magic.bob, magic.nan))
    for one in (magic.bob, magic.nan):
        magic.apply("control", vines, one)
    marked = {"type": "damage", "kind": "bashing", "marked": 1}
    magic.game.edit(magic.nan, **{f"ongoing.{vines}": SLOW, f"temporary.{vines}": marked})

    magic.play("let_go", {"spell": {"id": vines}, "remains": [magic.bob]})

    assert [magic.hold(vines, one) for one in (magic.bob, magic.nan)] == ["severe", "none"]
    after = magic.sheet(magic.nan)
    assert (after.fields.get(f"ongoing.{vines}"), len(after[f"temporary.{vines}"])) == (None, 1)
    with refused("PAN-TRACK-06"):
        magic.roll(magic.mira, vines)
    with refused("PAN-TRACK-06"):
        magic.hindered(magic.bob, vines)
    assert magic.struggle(magic.bob, vines, faces=(8, 1, 1, 1)).free


@pytest.mark.clause("PAN-TRACK-07")
def test_cast_again_a_spell_ends_its_old_casting_or_goes_on_beside_it_and_its_free_tries_are_counted(
    magic: Magic,
) -> None:
    rot = magic.cast(on=(magic.bob,))
    free = {"spell": {"id": rot, "cost": 0}, "target": {"id": magic.bob}}
    assert magic.outcome("free_spell_allowed", free).allowed
    magic.apply("control", rot, magic.bob)

    magic.play("cast", {"spell": {**AGAIN, "id": rot}, "caster": {"id": magic.mira}})
    assert (magic.hold(rot, magic.bob), magic.sheet(rot)["state"]) == ("none", "active")
    assert not magic.outcome("free_spell_allowed", free).allowed

    beside = magic.cast(beside=rot)
    assert (beside != rot, magic.sheet(rot)["state"]) == (True, "active")
    anew = {**free, "spell": {"id": beside, "cost": 0}}
    assert not magic.outcome("free_spell_allowed", anew).allowed
    assert magic.outcome("free_spell_allowed", {**anew, "target": {"id": magic.nan}}).allowed
    with refused("PAN-TRACK-07"):
        magic.cast(by="bob", beside=rot)


AGAIN = {"aspect": "vulgar", "kind": "control", "arcanum": "forces"}
