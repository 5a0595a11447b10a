"""What spells of each kind inflict: the one consequence that was chosen, on whom, against what, and for how long."""

from typing import Any

import pytest
from django.urls import reverse

from campaigns.policy import NotAllowed
from rules.kernel.errors import InvalidInput
from tests.campaigns.magic import MISSES, Magic, new_magic, refused
from tests.campaigns.spine import BY_OVERRIDE, browser, input_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def magic() -> Magic:
    return new_magic()


def shape(magic: Magic, spell: str, raised: str = "potency", **more: Any) -> Any:
    given = {"spell": {"id": spell}, "caster": {"id": magic.mira}, "raise": raised, "timing": "ritual"}
    return magic.outcome("shape", {"shaping": {"successes": 2}, "paid": {"mana": 1}, **given, **more})


MORE: dict[str, dict[str, Any]] = {
    "investigate": {"aim": "watch"},
    "plunder": {"of": "item"},
    "drain": {"resource": "mana"},
}
APPLIED = ("control", "attack", "direct", "investigate", "plunder", "drain")


@pytest.mark.clause("PAN-CONSEQ-13", "PAN-CTRL-01", "PAN-ATTACK-01")
@pytest.mark.clause("PAN-DIRECT-01", "PAN-INVEST-01", "PAN-DRAIN-01")
def test_a_spell_inflicts_the_one_consequence_that_was_chosen_when_it_was_cast(magic: Magic) -> None:
    def inflicts(verb: str, spell: str) -> bool:
        if verb == chosen or (verb == "drain" and kind in ("attack", "direct")):
            return bool(magic.apply(verb, spell, magic.bob, **MORE.get(verb, {})))
        with refused("PAN-CONSEQ-13"):
            magic.apply(verb, spell, magic.bob, **MORE.get(verb, {}))
        return False

    done = {}
    for chosen in APPLIED:
        kind = "investigation" if chosen == "investigate" else chosen
        # Each on a spell of its own: what was cast is used up by the first of them.
        done[chosen] = [verb for verb in APPLIED if inflicts(verb, magic.cast(kind))]

    riding = {"attack": ["attack", "drain"], "direct": ["direct", "drain"]}  # PAN-ATTACK-07
    assert done == {verb: riding.get(verb, [verb]) for verb in APPLIED}


@pytest.mark.clause("PAN-CONSEQ-13", "PAN-CONSEQ-14")
def test_a_shaping_presses_again_with_the_same_consequence_or_another(magic: Magic) -> None:
    spell = magic.cast("control", on=(magic.bob,))
    magic.apply("control", spell, magic.bob, successes=3)
    with refused("PAN-CTRL-06"):
        magic.apply("control", spell, magic.bob)
    with refused("TAB-OVERRIDE-01"):
        magic.apply("control", spell, magic.bob, how="cast")

    shape(magic, spell)
    assert magic.apply("control", spell, magic.bob).severity == "severe"
    shape(magic, spell, consequence="attack")
    assert magic.apply("attack", spell, magic.bob).damage.wounds == 5

    assert magic.sheet(spell)["kind"] == "attack"
    with refused("PAN-CONSEQ-13"):
        magic.apply("control", spell, magic.bob)
    with pytest.raises(InvalidInput, match="Tenacity inflicts nothing"):
        shape(magic, spell, "tenacity", consequence="drain")


@pytest.mark.clause("PAN-CONSEQ-13")
def test_a_spell_cast_for_no_kind_of_consequence_has_the_one_that_it_is_first_used_for(magic: Magic) -> None:
    """Until it is cast again, or Shaped to something else."""
    curse, hurt = magic.cast("other", on=(magic.bob,)), {"target": {"id": magic.mira}, "kind": "lethal"}
    magic.game.edit(magic.mira, health=WOUNDED)
    magic.apply("control", curse, magic.bob)
    for verb in ("attack", "direct", "drain"):
        with refused("PAN-CONSEQ-13"):
            magic.apply(verb, curse, magic.nan, **MORE.get(verb, {}))
    with refused("PAN-CONSEQ-13"):
        magic.play("heal", {"spell": {"id": curse}, **hurt}, by=magic.game.player)
    assert magic.apply("control", curse, magic.nan).severity == "severe"
    assert magic.sheet(curse)["kind"] == "other"  # what it holds them by is of no kind

    shape(magic, curse)
    magic.play("heal", {"spell": {"id": curse}, **hurt}, by=magic.game.player)
    assert magic.sheet(curse)["kind"] == "healing"
    with refused("PAN-CONSEQ-13"):
        magic.apply("control", curse, magic.bob)
    shape(magic, curse, consequence="attack")
    assert magic.apply("attack", curse, magic.bob).damage.wounds == 5


WOUNDED: dict[str, Any] = {
    **dict.fromkeys(("bashing", "aggravated"), 0),
    "boxes": 7,
    "lethal": 1,
    "resistant": dict.fromkeys(("bashing", "lethal", "aggravated"), 0),
}


@pytest.mark.clause("PAN-CONSEQ-17", "PAN-TRACK-08")
def test_a_spell_that_is_refreshed_is_tried_once_more_on_each_target(magic: Magic) -> None:
    leech = magic.cast("drain", on=(magic.bob,))
    drain: dict[str, Any] = {"successes": 2, "resource": "mana"}
    magic.apply("drain", leech, magic.bob, **drain)
    with refused("PAN-DRAIN-05"):
        magic.apply("drain", leech, magic.bob, **drain)

    kept_up = {"spell": {"id": leech}, "caster": {"id": magic.mira}, "paid": {"mana": 1}}
    with pytest.raises(NotAllowed):
        magic.play("refresh", kept_up, by=magic.game.other_player)
    magic.play("refresh", kept_up, by=magic.game.player)

    assert (magic.sheet(leech)["made"]["how"], magic.sheet(magic.mira)["mana"]) == ("refreshed", 8)
    assert magic.apply("drain", leech, magic.bob, **drain).potency == 3
    with refused("PAN-DRAIN-05"):
        magic.apply("drain", leech, magic.bob, **drain)


@pytest.mark.clause("PAN-TEN-04", "PAN-POT-06")
def test_ordinary_traits_raise_neither_measure(magic: Magic) -> None:
    wall = magic.cast("other")
    strong, magical = (
        {"pool": {"traits": traits}} for traits in (["strength", "brawl"], ["power", "forces"])
    )

    with refused("PAN-TEN-04"):
        shape(magic, wall, "tenacity", shaping=strong)
    with refused("PAN-TEN-04"):
        magic.cast("other", timing="ritual", shaping=strong, tenacity_share=1)

    with refused("PAN-POT-06"):
        shape(magic, wall, shaping=strong)
    with refused("PAN-POT-06"):
        magic.cast("other", shaping=strong, paid={"mana": 1})

    assert magic.sheet(wall)["tenacity"] == 3
    shape(magic, wall, "tenacity", shaping={"pool": {"traits": ["power", "resolve"]}})
    assert magic.cast("other", timing="ritual", shaping=magical, tenacity_share=1)


@pytest.mark.clause("PAN-POT-02")
def test_a_spell_that_is_cast_works_without_a_roll(magic: Magic) -> None:
    played = magic.play("cast", {"spell": PORTAL, "caster": {"id": magic.mira}}, by=magic.game.player)

    assert played.result.draws_used == 0
    assert magic.sheet(input_of(played)["spell"]["id"])["state"] == "active"


PORTAL = {"aspect": "vulgar", "kind": "other", "arcanum": "forces"}


@pytest.mark.clause("PAN-RESIST-03")
def test_every_target_resists_for_themselves(magic: Magic) -> None:
    strings = magic.cast(on=(magic.bob, magic.nan))
    fallen = [
        magic.resist(strings, who, *faces, by=whose)
        for who, faces, whose in (
            (magic.bob, (8, 8, 8, 1), magic.game.gm),
            (magic.nan, MISSES[:4], magic.game.other_player),
        )
    ]

    assert [(one.potency, one.resisted) for one in fallen] == [(3, 3), (3, 0)]
    assert (magic.hold(strings, magic.bob), magic.hold(strings, magic.nan)) == ("resisted", "severe")


@pytest.mark.clause("PAN-RESIST-10", "PAN-CONSEQ-07", "PAN-CONSEQ-05")
def test_what_touches_somebody_and_what_resists_it_is_the_gms_to_say(magic: Magic) -> None:
    blast, player = magic.cast("control", on=(magic.bob,)), magic.game.player
    by_hand = {"pool": {"traits": ["wits", "occult"]}}
    engine = {"spell": {"id": blast}, "target": {"id": magic.bob}, "effect": "damage", "pool": {}}
    with refused("PAN-RESIST-12"):
        magic.play("resist", {**engine, "immediate": False})
    assert magic.outcome("resist", {**engine, "immediate": True}, hand=MISSES[:4]).pool.size == 4
    with pytest.raises(InvalidInput, match="name the Attribute of the target"):
        magic.apply("control", blast, magic.bob, compare=None)
    magic.rule_alone()

    given = {
        "spell": {"id": blast},
        "target": {"id": magic.bob},
        "compare": "resolve",
        "resist": {"pool": {}},
    }
    for said in ({}, {"resist": by_hand}):
        with pytest.raises(NotAllowed, match="the player of Bob is asked to defend"):
            magic.play("control", given | said, by=player)
    begun = {"spell": {"id": blast}, "targets": [{"id": magic.bob}]}
    for ruled in ({"compare": "wits"}, {"resisted_by": ["wits"]}):
        with pytest.raises(NotAllowed, match="Only the GM can enter bonuses and rulings"):
            magic.play("bring", {**begun, **ruled}, by=player)
    held = magic.outcome("control", {**given, "resist": by_hand}, hand=MISSES[:3])

    assert [part.name for part in held.pool.parts] == ["wits", "occult"]
    assert (held.compare.name, held.compare.dots) == ("resolve", 3)


@pytest.mark.clause("PAN-CONSEQ-16")
def test_what_an_arcanum_can_inflict_is_for_those_who_know_it(magic: Magic) -> None:
    """The form asks for Arcanum and consequence, and the record keeps them until the GM corrects it."""
    page = browser(magic.game.player).get(
        reverse("play_action", args=[magic.game.campaign.pk, "pandemonium.cast"])
    )
    asked = page.content.decode()
    spell = magic.cast("drain", spell={"arcanum": "mind"})

    assert 'name="spell.kind"' in asked and 'name="spell.arcanum"' in asked
    assert (magic.sheet(spell)["kind"], magic.sheet(spell)["arcanum"]) == ("drain", "mind")
    edit = {
        "record": {"id": spell},
        "reason": "Not by Mind.",
        "changes": [{"field": "kind", "set": "control"}],
    }
    with pytest.raises(NotAllowed, match="Only the GM"):
        magic.game.act("table.edit", edit, by=magic.game.player)
    magic.game.act("table.edit", edit)
    with refused("PAN-CONSEQ-13"):
        magic.apply("drain", spell, magic.bob, resource="mana")


@pytest.mark.clause("PAN-CONSEQ-04", "PAN-CTRL-05", "PAN-INVEST-05")
@pytest.mark.parametrize(
    ("verb", "kind", "once"),
    [("control", "control", "PAN-CTRL-06"), ("investigate", "investigation", "PAN-INVEST-06")],
)
def test_what_a_spell_imposed_lasts_as_long_as_it_does(magic: Magic, verb: str, kind: str, once: str) -> None:
    spell, more = magic.cast(kind, on=(magic.bob, magic.nan)), MORE.get(verb, {})
    reached = [
        magic.apply(verb, spell, magic.bob, **more),
        magic.apply(verb, spell, magic.nan, successes=1, **more),
    ]
    for moment in ("end_round", "end_fight", "end_scene"):
        magic.turn_of(magic.bob) if moment == "end_round" else None
        magic.game.act(f"table.{moment}")
        assert [magic.hold(spell, one) for one in (magic.bob, magic.nan)] == ["severe", "normal"]
    with refused(once):
        magic.apply(verb, spell, magic.bob, how="sustained", **more)

    if verb == "investigate":
        assert [one.clarity for one in reached] == ["clear", "dim"]
    magic.play("let_go", {"spell": {"id": spell}}, by=magic.game.player)

    assert [magic.hold(spell, one) for one in (magic.bob, magic.nan)] == ["none", "none"]


@pytest.mark.clause("PAN-CTRL-07")
def test_whoever_comes_later_is_met_by_the_spell_as_it_stands(magic: Magic) -> None:
    vines = magic.cast(on=(magic.bob,), shaping={"successes": 2}, paid={"mana": 1})
    first = magic.apply("control", vines, magic.bob)

    later = magic.apply("control", vines, magic.nan, successes=1)

    assert (first.potency, later.potency, later.severity) == (5, 3, "normal")
    assert magic.sheet(vines)["targets"] == [magic.bob]


@pytest.mark.clause("PAN-ATTACK-07", "PAN-REAP-01")
def test_harm_feeds_its_caster_by_what_the_spell_did_and_nobody_makes_wounds_up(magic: Magic) -> None:
    bite, strings = magic.cast("attack", on=(magic.bob,)), magic.cast()
    magic.apply("attack", bite, magic.bob, damage={"kind": "lethal", "resistant": True})
    feeds = {"spell": {"id": bite}, "target": {"id": magic.bob}, "recipient": {"id": magic.mira}}
    said = {**feeds, "resource": "mana"}

    assert magic.sheet(magic.bob)[f"dealt.{bite}"] == 3
    with refused("TAB-OVERRIDE-01"):
        magic.play("reap", {**said, "wounds": 20})
    with refused("PAN-CONSEQ-13"):
        magic.play("reap", {**said, "spell": {"id": strings}})
    before = magic.sheet(magic.mira)["mana"]
    magic.play("reap", {**said, "wounds": 20}, by=magic.game.player)  # what a player says of it is not read
    assert magic.sheet(magic.bob)[f"taken.{bite}"] == 3
    assert magic.outcome("reap", said).gained == 0
    magic.game.edit(magic.bob, sapient=False)
    with refused("PAN-REAP-03"):
        magic.play("reap", said)
    magic.game.edit(magic.mira, health={**HURT})
    healed = {"spell": {"id": bite, "applied": "sustained"}, "target": {"id": magic.mira}, "kind": "bashing"}
    played = magic.play("heal", {**healed, "harmed": {"id": magic.bob}})
    assert (input_of(played)["by_damage"], input_of(played)["spell"]["potency"]) == (True, 3)

    assert (magic.sheet(magic.mira)["mana"], magic.sheet(magic.bob)["reaped"]) == (before + 3, 3)
    assert magic.sheet(magic.mira)["health"]["bashing"] == 0


HURT = {
    "boxes": 7,
    "bashing": 2,
    "lethal": 0,
    "aggravated": 0,
    "resistant": dict.fromkeys(("bashing", "lethal", "aggravated"), 0),
}


@pytest.mark.clause("PAN-DIRECT-02")
def test_an_order_not_to_defend_oneself_does_as_much_as_direct_damage_of_its_spell(magic: Magic) -> None:
    order = magic.cast("direct", spell={"aspect": "covert", "arcanum": "mind"}, on=(magic.bob,))

    obeyed = magic.apply("direct", order, magic.bob, successes=1)

    assert (obeyed.severity, obeyed.damage.kind, obeyed.damage.wounds) == ("normal", "bashing", 1)
    with refused("PAN-DIRECT-06"):
        magic.apply("direct", order, magic.bob, how="sustained")


@pytest.mark.clause("PAN-DRAIN-01")
@pytest.mark.parametrize(("resource", "left"), [("mana", 6), ("willpower", 2), ("destiny", 1)])
def test_any_resource_of_the_game_is_destroyed_or_stolen(magic: Magic, resource: str, left: int) -> None:
    magic.game.edit(magic.bob, destiny=4)
    magic.game.edit(magic.mira, destiny=0, mana=5, willpower=0)
    before = magic.sheet(magic.mira)[resource]

    stolen = magic.apply(
        "drain", magic.cast("drain"), magic.bob, resource=resource, recipient={"id": magic.mira}
    )

    assert (stolen.lost, magic.sheet(magic.bob)[resource]) == (3, left)
    assert magic.sheet(magic.mira)[resource] == before + 3


@pytest.mark.clause("PAN-TRANSFER-06")
def test_a_ritual_tries_again_with_the_potency_that_it_has_then(magic: Magic) -> None:
    ritual = magic.cast("transfer", timing="ritual", spell={"aspect": "covert"})
    magic.play("apply_damage", {"target": {"id": magic.bob}, "damage": {"kind": "lethal", "wounds": 4}})
    moves = {
        "donor": {"id": magic.bob},
        "kinds": ["lethal"],
        "allot": [{"to": magic.nan, "kind": "lethal", "wounds": 4}],
    }
    unwilling = {**moves, "recipients": [{"id": magic.nan, "resist": {"successes": 2}}]}

    turns = [
        magic.outcome(
            "transfer", {"spell": {"id": ritual, "ritual": True, **now}, **unwilling}, override=why
        ).moved
        for now, why in (({}, None), ({"potency": 5}, BY_OVERRIDE))
    ]

    assert [sum(one.wounds for one in moved) for moved in turns] == [0, 3]
    assert [magic.sheet(one)["health"]["lethal"] for one in (magic.bob, magic.nan)] == [1, 3]


@pytest.mark.clause("PAN-TEMP-01")
def test_temporary_wounds_are_kept_one_by_one_until_the_scene_undoes_them(magic: Magic) -> None:
    burns = [magic.cast("attack") for _number in range(2)]
    for burn, resisted in zip(burns, (1, 0), strict=True):
        magic.apply(
            "attack", burn, magic.bob, successes=resisted, damage={"kind": "bashing", "temporary": True}
        )
    kept = [[one["marked"] for one in magic.sheet(magic.bob)[f"temporary.{burn}"]] for burn in burns]
    assert (kept, magic.sheet(magic.bob)["temporary_order"]) == ([[2], [3]], burns)
    assert magic.sheet(magic.bob)["health"]["bashing"] == 5

    magic.game.act("table.end_scene")

    after = magic.sheet(magic.bob)
    assert (after["health"]["bashing"], after["temporary_order"], after.under("temporary")) == (0, [], {})


@pytest.mark.clause("PAN-SYMP-03")
def test_whom_a_standing_link_joins_deal_with_each_other_without_sympathy(magic: Magic) -> None:
    far: dict[str, Any] = {"sympathy": {"factors": 2, "needed": [2]}}
    by_sympathy, through_a_portal = magic.cast("control", **far), magic.cast("control")
    for spell in (by_sympathy, through_a_portal):
        magic.apply("control", spell, magic.bob, successes=3)
        shape(magic, spell)

    with refused("PAN-SYMP-02"):
        magic.apply("control", by_sympathy, magic.bob, how="shaped")
    assert magic.apply("control", through_a_portal, magic.bob, how="shaped").severity == "severe"
    magic.rule_alone()
    with pytest.raises(NotAllowed, match="Only the GM can enter bonuses and rulings"):
        magic.play("cast", {"spell": PORTAL, "caster": {"id": magic.mira}, **far}, by=magic.game.player)
    magic.play("cast", {"spell": PORTAL, "caster": {"id": magic.mira}}, by=magic.game.player)
