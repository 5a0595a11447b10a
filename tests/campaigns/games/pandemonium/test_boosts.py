"""Spells behind an action and in its way: who is helped, who is hampered, and what the Storyteller alone says of it."""

from typing import Any

import pytest
from django.urls import reverse

from campaigns.policy import NotAllowed
from tests.campaigns.magic import MISSES, Magic, new_magic, refused
from tests.campaigns.spine import BY_OVERRIDE, browser

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def magic() -> Magic:
    return new_magic()


@pytest.mark.clause("PAN-BOOST-07", "PAN-BOOST-08")
def test_a_spell_boosts_the_roll_that_names_it_and_leaves_its_pool_alone(magic: Magic) -> None:
    fire = magic.cast("attack")

    without, helped = magic.roll(magic.mira).pool, magic.roll(magic.mira, fire).pool

    assert (without.minimum, without.again, without.successes) == (0, 10, 0)
    assert (helped.minimum, helped.again, helped.successes) == (3, 8, 3)
    assert (helped.parts, helped.size) == (without.parts, without.size)


@pytest.mark.clause("PAN-BOOST-12", "PAN-BOOST-13")
def test_whoever_is_no_target_of_a_spell_is_helped_by_it_too(magic: Magic) -> None:
    curse = magic.cast(on=(magic.bob,))
    magic.apply("control", curse, magic.bob, successes=1)
    against = {"contest": {"by": {"id": magic.bob}, "pool": {"traits": ["wits"]}}}

    struck = magic.outcome(
        "roll",
        {"actor": {"id": magic.nan}, "pool": {"traits": ["brawl"], "boosts": [{"id": curse}]}, **against},
        by=magic.game.other_player,
        hand=(1, 1, 8, 1),
    )

    assert magic.sheet(curse)["targets"] == [magic.bob]
    assert (struck.pool.minimum_from, struck.contest.successes, struck.net) == (curse, 1, 2)


@pytest.mark.clause("PAN-BOOST-14")
def test_a_spell_boosts_actions_of_any_kind_in_anybodys_turn(magic: Magic) -> None:
    ward = magic.cast("other", by="nan")
    curse = magic.cast("control", by="bob", on=(magic.nan,), shaping={"successes": 2}, paid={"mana": 1})
    boosts = {"boosts": [{"id": ward}]}
    named = {"traits": ["strength", "brawl"], **boosts}
    magic.turn_of(magic.bob)

    cursed = {"spell": {"id": curse}, "target": {"id": magic.nan}, "compare": "resolve"}
    resisting = {**cursed, "resist": {"pool": named}}
    held = magic.outcome("control", resisting, hand=MISSES[:4], override=BY_OVERRIDE)
    magic.turn_of(magic.nan)
    free = magic.struggle(magic.nan, curse, pool=boosts, faces=MISSES[:4])
    magic.game.act("table.end_round")
    magic.turn_of(magic.nan)
    given = {"actor": {"id": magic.nan}, "spell": {"id": curse}, "possible": True, "concrete": False}
    opposed = magic.outcome("assail", {**given, "pool": named}, hand=MISSES[:4])
    given = {"actor": {"id": magic.nan}, "roll": "rolled", "timing": "minor", "spells": [{"id": curse}]}
    acted = magic.outcome("act_against_hindrance", {**given, "pool": named}, hand=MISSES[:4])

    assert {one.pool.minimum_from for one in (held, free, opposed, acted)} == {ward}


@pytest.mark.clause("PAN-BOOST-01", "PAN-BOOST-10", "PAN-AFTER-11")
def test_whether_a_spell_helps_and_what_else_does_is_the_gms_to_say(magic: Magic) -> None:
    fire = magic.cast("attack")
    player = magic.game.player
    assert magic.roll(magic.mira, fire, by=player).pool.minimum == 3  # what this table lets players enter
    magic.rule_alone()

    with pytest.raises(NotAllowed, match="Only the GM can enter bonuses and rulings"):
        magic.roll(magic.mira, fire, by=player)
    with refused("PAN-POOL-01"):
        magic.outcome("roll", edged(magic, 2), by=player)

    assert magic.roll(magic.mira, fire).pool.minimum == 3
    assert magic.outcome("roll", edged(magic, 2)).pool.size == 4


@pytest.mark.clause("PAN-BOOST-09")
def test_a_spell_that_only_shows_gives_an_edge_or_lifts_a_difficulty(magic: Magic) -> None:
    dark = magic.outcome("roll", edged(magic, -2, source="difficulty")).pool
    lit = magic.outcome("roll", edged(magic, 1)).pool

    assert (dark.size, lit.size) == (0, 3)
    assert [(part.source, part.name) for part in lit.parts][1:] == [("edge", "By the light of a spell")]
    assert (lit.minimum, lit.again) == (0, 10)


def edged(magic: Magic, dice: int, source: str = "edge") -> dict[str, Any]:
    """A roll of Wits with dice that the Storyteller gives or takes for what a spell or its aftereffect shows."""
    told = {"source": source, "dice": dice, "note": "By the light of a spell"}
    return {"actor": {"id": magic.mira}, "pool": {"traits": ["wits"], "modifiers": [told]}}


@pytest.mark.clause("PAN-HIND-07", "PAN-ATTACK-06", "PAN-DIRECT-09", "PAN-DRAIN-06")
@pytest.mark.parametrize("kind", ["attack", "direct", "drain"])
def test_one_spell_hinders_its_victim_and_boosts_them_and_others(magic: Magic, kind: str) -> None:
    spell = magic.cast(kind, on=(magic.bob,))
    resource: dict[str, Any] = {"resource": "mana"} if kind == "drain" else {}
    magic.apply(kind, spell, magic.bob, **resource)

    assert magic.hindered(magic.bob, spell, 8, 8, 8, 1).acts is False
    assert magic.roll(magic.bob, spell).pool.minimum == 3
    assert magic.roll(magic.nan, spell).pool.minimum == 3


@pytest.mark.clause("PAN-HIND-09")
def test_a_spell_hampers_several_each_in_their_own_turn_at_no_cost_to_its_caster(magic: Magic) -> None:
    vines = magic.cast(on=(magic.bob, magic.nan))
    for one in (magic.bob, magic.nan):
        magic.apply("control", vines, one, successes=1)
    before = magic.sheet(magic.mira).fields
    fared = []
    for one in (magic.bob, magic.nan):
        magic.turn_of(one)
        fared.append(magic.hindered(one, vines).wasted)

    assert fared == [True, True]
    assert magic.sheet(magic.mira).fields == before
    assert [magic.sheet(one)["turn.over"] for one in (magic.bob, magic.nan)] == [True, True]


@pytest.mark.clause("PAN-HIND-12")
def test_a_new_turn_brings_a_new_check(magic: Magic) -> None:
    vines = magic.cast()
    magic.turn_of(magic.bob)
    magic.hindered(magic.bob, vines)
    with refused("PAN-HIND-10"):
        magic.hindered(magic.bob, vines, timing="minor")

    magic.game.act("table.end_round")
    magic.turn_of(magic.bob)

    assert magic.hindered(magic.bob, vines, 8, 8, 8, 8).spells[0].checked
    assert magic.sheet(magic.bob)[f"turn.hindrance.{vines}"] == "overcome"


@pytest.mark.clause("PAN-APPLY-07")
def test_a_roll_says_what_it_is_for_and_a_barred_boost_costs_no_die(magic: Magic) -> None:
    magic.propose()
    ward, before, own = magic.cast("other"), magic.game.verified().entries, {"by": magic.game.player}

    for who in ({}, own):
        for purpose, clause in (("rest", "PAN-APPLY-02"), ("oblation", "PAN-APPLY-04")):
            with refused(clause):
                magic.roll(magic.mira, ward, purpose=purpose, **who)

    assert magic.game.verified().entries == before
    assert magic.roll(magic.mira, ward, purpose="ordinary", **own).pool.minimum == 3
    url = reverse("play_action", args=[magic.game.campaign.pk, "pandemonium.roll"])
    assert 'name="purpose"' in browser(magic.game.player).get(url).content.decode()
    magic.roll(magic.mira, purpose="oblation", **own)
    log = browser(magic.game.gm).get(reverse("log", args=[magic.game.campaign.pk])).content.decode()
    assert "For: oblation" in log


@pytest.mark.clause("PAN-POOL-08")
def test_a_pool_falls_with_its_again_dice_before_the_next_one(magic: Magic) -> None:
    contest = {"contest": {"by": {"id": magic.bob}, "pool": {"traits": ["wits"]}}}
    given = {"actor": {"id": magic.mira}, "pool": {"traits": ["brawl"]}, **contest}

    rolled = magic.outcome("roll", given, hand=(10, 10, 3, 4, 8, 9))

    assert (rolled.pool.faces, rolled.contest.pool.faces) == ((10, 10, 3, 4), (8, 9))


@pytest.mark.clause("PAN-INVEST-07", "PAN-PLUNDER-07", "PAN-AFTER-10")
@pytest.mark.parametrize(("verb", "kind"), [("investigate", "investigation"), ("plunder", "plunder")])
def test_a_spell_helps_and_hampers_until_it_is_let_go_of_and_its_aftereffect_never(
    magic: Magic, verb: str, kind: str
) -> None:
    spell = magic.cast(kind, on=(magic.bob,))
    more: dict[str, Any] = {"investigate": {"aim": "learn"}, "plunder": {"of": "item"}}[verb]
    magic.apply(verb, spell, magic.bob, successes=0, **more)
    linger = {"spell": {"id": spell}, "target": {"id": magic.bob}}
    magic.play("aftereffect_duration", linger)
    assert magic.roll(magic.mira, spell).pool.minimum == 3

    magic.play("let_go", {"spell": {"id": spell}}, by=magic.game.player)

    assert magic.hold(spell, magic.bob) == "none"
    assert magic.sheet(magic.bob)[f"aftereffect.{spell}"].keys() == {"indefinite", "duration"}
    with refused("PAN-TRACK-06"):
        magic.roll(magic.mira, spell)
    with refused("PAN-TRACK-06"):
        magic.roll(magic.mira, spells=[{"id": spell}])
    with refused("PAN-TRACK-06"):
        magic.hindered(magic.bob, spell)
    with refused("PAN-TRACK-06"):
        magic.apply(verb, spell, magic.bob, **more)
