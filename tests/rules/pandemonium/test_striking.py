"""Attacks, direct damage, touches, several sources, added and slow damage."""

from typing import Any

import pytest

from tests.rules.pandemonium.asking import ANN, effects, odds, outcome, refusal, someone, track

HURT = someone(health=track())


def spell(**fields: Any) -> dict[str, Any]:
    return {"id": "s", "potency": 3, **fields}


ATTACK: dict[str, Any] = {
    "spell": spell(),
    "target": HURT,
    "damage": {"kind": "lethal"},
    "resist": {"successes": 1},
}
DIRECT: dict[str, Any] = {**ATTACK, "compare": "stamina"}


@pytest.mark.parametrize(
    ("verb", "given", "clause"), [("attack", ATTACK, "PAN-ATTACK-05"), ("direct", DIRECT, "PAN-DIRECT-06")]
)
def test_a_spell_strikes_once_a_round(verb: str, given: dict[str, Any], clause: str) -> None:
    struck = {**given, "target": {**HURT, "hit_this_round": True}}

    assert refusal(verb, struck)[0] == clause
    assert refusal(verb, {**struck, "spell": spell(state="latent")})[0] == "PAN-DELAY-03"


def test_an_attack_keeps_no_hold_of_its_own() -> None:
    fields = [field for _, field, _ in effects("attack", {**ATTACK, "resist": {"successes": 3}})]

    assert fields == ["round.hit.s"]


@pytest.mark.parametrize(("hold", "written"), [("none", True), ("severe", False)])
def test_a_distant_attack_that_was_dodged_is_shaken_off(hold: str, written: bool) -> None:
    given = {
        **ATTACK,
        "spell": spell(sympathetic=True),
        "target": {**HURT, "hold": hold},
        "resist": {"successes": 3},
    }

    fields = [(field, value) for _, field, value in effects("attack", given)]

    assert (("hold.s", "resisted") in fields) is written


def test_an_active_spell_is_not_triggered() -> None:
    assert refusal("direct", {**DIRECT, "triggered": True}) == ("invalid_input", "input.triggered")


@pytest.mark.parametrize(
    ("kind", "successes", "dealt", "wounds"),
    [
        ("aggravated", 0, "aggravated", 3),
        ("aggravated", 2, "lethal", 1),
        ("lethal", 2, "bashing", 1),
        ("bashing", 2, "bashing", 1),
        ("lethal", 3, "lethal", 0),
    ],
)
def test_direct_damage_is_milder_below_the_trait(kind: str, successes: int, dealt: str, wounds: int) -> None:
    found = outcome("direct", {**DIRECT, "damage": {"kind": kind}, "resist": {"successes": successes}})

    assert (found["damage"]["kind"], found["damage"]["wounds"]) == (dealt, wounds)


def test_a_bashing_spell_halves_its_net_upwards() -> None:
    given = {**DIRECT, "damage": {"kind": "bashing"}, "spell": spell(potency=4), "instead": "wits"}
    target = {**HURT, "traits": {**ANN["traits"], "wits": 5}}

    assert outcome("direct", {**given, "target": target})["damage"]["wounds"] == 2


@pytest.mark.parametrize("hold", ["escaped", "resisted"])
def test_who_escaped_direct_damage_is_reached_by_shaping_alone(hold: str) -> None:
    target = {**HURT, "hold": hold}

    assert (
        refusal("direct", {**DIRECT, "spell": spell(applied="refreshed"), "target": target})[0]
        == "PAN-DIRECT-07"
    )
    assert outcome("direct", {**DIRECT, "spell": spell(applied="shaped"), "target": target})["net"] == 2


def test_direct_damage_resisted_completely_ends_even_a_severe_hold() -> None:
    given = {
        **DIRECT,
        "spell": spell(applied="sustained"),
        "target": {**HURT, "hold": "severe"},
        "resist": {"successes": 3},
    }

    assert ("ann", "hold.s", "escaped") in effects("direct", given)


def test_temporary_damage_leaves_a_record() -> None:
    given = {**ATTACK, "damage": {"kind": "lethal", "temporary": True, "resistant": True}}

    found = effects("attack", {**given, "target": someone(health=track(2, bashing=2))})

    assert found[0] == ("ann", "health", track(2, lethal=2, resistant={"lethal": 2}))
    assert found[1] == (
        "ann",
        "temporary.s",
        {
            "type": "damage",
            "kind": "lethal",
            "resistant": True,
            "marked": 2,
            "pushed": {"bashing": 2, "lethal": 0},
            "upgraded": {"bashing": 0, "lethal": 0},
        },
    )
    dead = someone(health=track(2, aggravated=2))
    assert effects("attack", {**given, "target": dead}) == [("ann", "round.hit.s", True)]


TOUCH: dict[str, Any] = {
    "attacker": {"id": "mira", "traits": {"brawl": 2, "power": 3}},
    "spell": spell(aspect="vulgar"),
    "attack": {"successes": 4},
    "target": HURT,
    "damage": {"kind": "bashing"},
    "compare": "stamina",
    "resist": {"successes": 0},
}


@pytest.mark.parametrize(
    ("aspect", "potency", "defense", "across"),
    [
        ("vulgar", 5, 0, 3),
        ("vulgar", 2, 0, 2),
        ("vulgar", 5, 2, 1),
        ("covert", 5, 1, 1),
        ("sensory", 5, 1, 0),
    ],
)
def test_defence_cancels_the_carrying_successes_first(
    aspect: str, potency: int, defense: int, across: int
) -> None:
    given = {**TOUCH, "spell": spell(aspect=aspect, potency=potency), "defense": {"successes": defense}}

    assert outcome("boosted_attack", given)["transmitted"] == across


def test_the_spell_boosts_its_own_attack() -> None:
    attack = {"pool": {"traits": ["brawl"], "boosts": [{"id": "x", "minimum": 3}]}}

    found = outcome("boosted_attack", {**TOUCH, "attack": attack}, [1, 1])

    assert (found["pool"]["minimum_from"], found["pool"]["again"], found["attack"]) == ("s", 8, 3)
    assert (
        refusal("boosted_attack", {**TOUCH, "attack": {"pool": {"traits": ["power"]}}})[0] == "PAN-APPLY-03"
    )


def test_willpower_for_a_roll_that_is_not_made_stays() -> None:
    strong = {"pool": {"willpower": True}}
    given = {**TOUCH, "defense": strong, "resist": strong}
    dodged = [8] * 3 + [1] * 5

    assert effects("boosted_attack", given, dodged)[0] == ("ann", "willpower", -1)
    assert refusal("boosted_attack", {**given, "target": {**HURT, "willpower": 1}})[0] == "PAN-POOL-07"


def test_a_spell_that_did_not_get_across_is_resisted() -> None:
    given = {**TOUCH, "defense": {"successes": 9}}

    assert effects("boosted_attack", given) == [("ann", "hold.s", "resisted")]


@pytest.mark.parametrize(
    ("kind", "applied", "spent"),
    [
        ("control", "refreshed", True),
        ("drain", "refreshed", False),
        ("drain", "sustained", True),
        ("other", "shaped", False),
    ],
)
def test_when_a_touch_has_had_its_try(kind: str, applied: str, spent: bool) -> None:
    touching = spell(aspect="vulgar", kind=kind, applied=applied)
    given = {**TOUCH, "spell": touching, "target": {**HURT, "hold": "resisted"}}

    assert outcome("boosted_attack", given)["spent"] is spent
    assert odds("boosted_attack", given)["transmitted"] == ([1, 0, 0, 0] if spent else [0, 0, 0, 1])


def test_investigation_writes_its_own_hold_later() -> None:
    given = {**TOUCH, "spell": spell(aspect="vulgar", kind="investigation")}

    assert [field for _, field, _ in effects("boosted_attack", given)] == ["health"]


SHOT = {"id": "shot", "successes": 2, "kind": "lethal"}
ROT = {
    "id": "rot",
    "successes": 4,
    "kind": "aggravated",
    "effect": "direct",
    "compare": "resolve",
    "contest": "bear",
}
SOURCES: dict[str, Any] = {
    "target": HURT,
    "contests": [{"name": "bear", "successes": 2}],
    "sources": [SHOT, ROT],
}


def test_direct_damage_counts_after_its_severity() -> None:
    found = outcome("multi_source_damage", SOURCES)

    assert found["sources"][1] == {
        "id": "rot",
        "successes": 4,
        "resisted": 2,
        "net": 2,
        "severity": "normal",
        "kind": "lethal",
        "wounds": 2,
    }
    assert (found["best"], found["dealt"]["lethal"], found["total"]) == (2, 2, 2)


def test_each_spell_has_struck_for_the_round() -> None:
    sources = [{**SHOT, "spell": True}, {**ROT, "applied": "shaped", "hold": "severe"}]

    assert effects("multi_source_damage", {**SOURCES, "sources": sources})[1:] == [
        ("ann", "round.hit.shot", True),
        ("ann", "hold.rot", "severe"),
        ("ann", "round.hit.rot", True),
    ]


def test_the_first_of_equal_sources_says_whether_wounds_are_resistant() -> None:
    sources = [SHOT, {**SHOT, "id": "fang", "resistant": True}]

    for order, resistant in ((sources, 0), (sources[::-1], 2)):
        found = outcome("multi_source_damage", {"target": HURT, "sources": order})
        assert found["health"]["resistant"]["lethal"] == resistant


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ({**ROT, "hit_this_round": True}, "PAN-DIRECT-06"),
        ({**SHOT, "spell": True, "hit_this_round": True, "contest": "bear"}, "PAN-ATTACK-05"),
        ({**ROT, "applied": "sustained", "hold": "escaped"}, "PAN-DIRECT-07"),
        ({**ROT, "compare": None}, "invalid_input"),
        ({**ROT, "spell": False}, "invalid_input"),
        ({**SHOT, "contest": "bear", "hit_this_round": True}, "invalid_input"),
        ({**SHOT, "contest": "bear", "applied": "cast"}, "invalid_input"),
        ({**SHOT, "contest": "bear", "compare": "wits"}, "invalid_input"),
        ({**SHOT, "contest": "luck"}, "invalid_input"),
        (SHOT, "invalid_input"),
    ],
)
def test_sources_that_are_refused(source: dict[str, Any], expected: str) -> None:
    assert refusal("multi_source_damage", {**SOURCES, "sources": [source]})[0] == expected


def test_odds_reach_to_the_largest_total_that_is_possible() -> None:
    sure = {"target": HURT, "sources": [SHOT]}
    guarded = {"pool": {"boosts": [{"id": "vest", "minimum": 1}]}, "name": "bear"}

    assert odds("multi_source_damage", sure)["total"] == [0, 0, 1]
    assert (
        len(odds("multi_source_damage", {**SOURCES, "contests": [guarded], "sources": [ROT]})["total"]) == 4
    )


ADDED: dict[str, Any] = {
    "spell": {"id": "s", "aspect": "covert", "kind": "plunder"},
    "turns": 1,
    "target": {**HURT, "hold": "normal"},
    "damage": {"kind": "bashing"},
    "resist": {"successes": 1},
}


@pytest.mark.parametrize(
    ("change", "clause"),
    [
        ({"spell": {"id": "s", "aspect": "sensory", "kind": "control"}, "turns": 0}, "PAN-ADDED-03"),
        ({"turns": 0, "target": HURT}, "PAN-ADDED-02"),
        ({"target": {**HURT, "hold": "escaped", "hit_this_round": True}}, "PAN-ADDED-04"),
        ({"target": {**HURT, "hold": "severe", "hit_this_round": True}}, "PAN-ADDED-02"),
        ({"resist": {"pool": {}}}, "invalid_input"),
    ],
)
def test_added_damage_that_is_refused(change: dict[str, Any], clause: str) -> None:
    assert refusal("added_damage", {**ADDED, **change})[0] == clause


def test_added_damage_is_the_hindrance_less_what_is_rolled() -> None:
    assert outcome("added_damage", ADDED)["damage"]["wounds"] == 1


SLOW: dict[str, Any] = {
    "spell": spell(potency=8),
    "target": HURT,
    "damage": {"kind": "aggravated", "resistant": True},
    "interval": "week",
    "effect": "direct",
    "compare": "resolve",
    "resist": {"successes": 6},
}


def test_slow_direct_damage_is_stored_as_it_will_fall() -> None:
    found = outcome("ongoing_start", SLOW)

    assert (found["severity"], found["kind"], found["total"], found["limit"]) == ("normal", "lethal", 2, 10)
    assert effects("ongoing_start", SLOW)[0] == (
        "ann",
        "ongoing.s",
        {"kind": "lethal", "resistant": True, "interval": "week", "left": 2, "dealt": 0, "limit": 10},
    )


@pytest.mark.parametrize(("effect", "hold"), [("attack", "resisted"), ("direct", "escaped")])
def test_slow_damage_resisted_completely(effect: str, hold: str) -> None:
    compare = "resolve" if effect == "direct" else None
    given = {**SLOW, "effect": effect, "compare": compare, "resist": {"successes": 8}}

    assert effects("ongoing_start", given) == [("ann", "hold.s", hold)]


def test_compare_goes_with_slow_direct_damage() -> None:
    assert refusal("ongoing_start", {**SLOW, "effect": "attack"}) == ("invalid_input", "input.compare")
    assert refusal("ongoing_start", {**SLOW, "compare": None}) == ("invalid_input", "input.compare")


TICK: dict[str, Any] = {
    "spell": {"id": "s"},
    "target": {"id": "ann", "health": track(lethal=2)},
    "ongoing": {
        "kind": "lethal",
        "resistant": True,
        "interval": "turn",
        "left": 1,
        "dealt": 4,
        "limit": None,
    },
}


def test_the_last_wound_keeps_the_record() -> None:
    assert outcome("ongoing_tick", TICK)["finished"] is True
    assert effects("ongoing_tick", TICK) == [
        ("ann", "health", track(lethal=3, resistant={"lethal": 1})),
        ("ann", "ongoing.s", {**TICK["ongoing"], "left": 0, "dealt": 5}),
    ]


def test_no_wound_falls_after_the_last() -> None:
    spent = {**TICK["ongoing"], "left": 0}

    assert refusal("ongoing_tick", {**TICK, "ongoing": spent})[0] == "PAN-ONGOING-02"
    assert refusal("ongoing_tick", {**TICK, "ongoing": None}) == ("PAN-ONGOING-02", "input.spell")


@pytest.mark.parametrize(("interval", "limit"), [("turn", 10), ("day", None)])
def test_a_limit_belongs_to_long_intervals(interval: str, limit: int | None) -> None:
    kept = {**TICK["ongoing"], "interval": interval, "limit": limit}

    assert refusal("ongoing_tick", {**TICK, "ongoing": kept}) == ("invalid_input", "input.ongoing.limit")


@pytest.mark.parametrize(
    ("hurt", "kind", "net", "stands"),
    [
        ({"lethal": 3}, "lethal", 2, {"lethal": 3}),
        ({"lethal": 2}, "lethal", 3, {"lethal": 3}),
        ({"bashing": 4}, "lethal", 2, {"lethal": 2, "bashing": 2}),
        ({"lethal": 2}, "bashing", 4, {"lethal": 2, "bashing": 2}),
        ({"bashing": 2}, "aggravated", 3, {"aggravated": 3}),
        ({"lethal": 1, "bashing": 3}, "aggravated", 3, {"aggravated": 3, "lethal": 1}),
    ],
)
def test_two_harms_of_one_mage_in_one_turn_come_to_the_better_of_them(
    hurt: dict[str, int], kind: str, net: int, stands: dict[str, int]
) -> None:
    target = someone(health=track(**hurt), hurt=hurt)
    given = {"spell": spell(potency=net), "target": target, "damage": {"kind": kind}}

    found = outcome("attack", {**given, "resist": {"successes": 0}})

    assert (found["net"], found["health"]) == (net, track(**stands))
