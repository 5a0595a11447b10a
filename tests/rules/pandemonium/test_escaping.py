"""Attacking spells, struggling free, helplessness, connections, free tries and reaping."""

from typing import Any

import pytest

from tests.rules.pandemonium.asking import ANN, effects, outcome, refusal, someone

ASSAIL: dict[str, Any] = {
    "actor": ANN,
    "pool": {"traits": ["wits"]},
    "spell": {"id": "s", "potency": 2, "tenacity": 1},
    "possible": True,
    "concrete": True,
}


@pytest.mark.parametrize(
    ("change", "destroyed"),
    [
        ({}, "whole"),
        ({"concrete": False}, "none"),
        ({"spell": {"id": "s", "potency": 2, "tenacity": 1, "spread": True}}, "part"),
        ({"spell": {"id": "s", "potency": 2, "tenacity": 1, "shaped": 1}}, "none"),
    ],
)
def test_twice_the_tenacity_destroys(change: dict[str, Any], destroyed: str) -> None:
    assert outcome("assail", {**ASSAIL, **change}, [8, 8, 1])["destroyed"] == destroyed


def test_a_part_lost_is_counted() -> None:
    wide = {"id": "s", "potency": 2, "tenacity": 1, "spread": True}

    assert effects("assail", {**ASSAIL, "spell": wide}, [8, 8, 1]) == [
        ("s", "opposed.ann", 2),
        ("s", "parts_lost", 1),
    ]


def test_even_without_tenacity_a_success_is_needed() -> None:
    bare = {"id": "s", "potency": 2, "tenacity": 0}

    assert outcome("assail", {**ASSAIL, "spell": bare}, [1, 1, 1])["destroyed"] == "none"
    assert effects("assail", {**ASSAIL, "spell": bare}, [1, 1, 1]) == []


def test_means_without_a_chance_are_refused() -> None:
    assert refusal("assail", {**ASSAIL, "possible": False})[0] == "PAN-ASSAIL-01"


VINES = {"id": "vines", "tenacity": 1, "traits": ["strength"]}
STRUGGLE: dict[str, Any] = {"actor": ANN, "spells": [VINES], "bolster": "words"}


def test_words_of_power_cost_the_point_and_add_no_dice() -> None:
    assert outcome("struggle", STRUGGLE, [1, 1, 1])["pool"]["size"] == 3
    assert effects("struggle", STRUGGLE, [1, 1, 1]) == [("ann", "willpower", -1)]


def test_equal_sums_take_the_first_pool() -> None:
    other = {"id": "net", "tenacity": 1, "traits": ["wits"]}

    assert outcome("struggle", {**STRUGGLE, "spells": [other, VINES]}, [1, 1, 1])["pool_from"] == "net"


def test_shaped_tenacity_and_aid_are_counted_for_each_spell() -> None:
    spells = [{**VINES, "shaped": 1}, {"id": "net", "tenacity": 2, "traits": ["strength"], "aid": 3}]

    found = outcome("struggle", {**STRUGGLE, "spells": spells}, [8, 9, 1])

    assert found["spells"] == [
        {"id": "vines", "tenacity": 2, "successes": 2, "escaped": False},
        {"id": "net", "tenacity": 2, "successes": 3, "escaped": True},
    ]


def test_a_shaping_takes_the_place_of_the_roll() -> None:
    given = {
        "actor": ANN,
        "spells": [{"id": "s", "tenacity": 2}],
        "replace": {"casting": "rote", "potency": 3},
    }

    assert outcome("struggle", given)["pool"] is None
    assert effects("struggle", given) == [("ann", "hold.s", "escaped")]


@pytest.mark.parametrize(
    ("mind", "casting", "refused"),
    [
        ("aware", "rote", False),
        ("paralyzed", "improvised", False),
        ("paralyzed", "rote", True),
        ("comatose", "improvised", True),
    ],
)
def test_what_helplessness_leaves_of_magic(mind: str, casting: str, refused: bool) -> None:
    given = {
        "actor": someone(mind=mind),
        "spells": [{"id": "s", "tenacity": 2}],
        "replace": {"casting": casting, "potency": 3},
    }

    assert (refusal("struggle", given)[0] == "PAN-STRUGGLE-10") is refused


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"bolster": None}, ("PAN-STRUGGLE-03", "input.bolster")),
        ({"actor": someone(willpower=0)}, ("PAN-STRUGGLE-03", "input.actor.willpower")),
        ({"actor": someone(willpower=None)}, ("invalid_input", "input.actor.willpower")),
        ({"spells": [{"id": "s", "tenacity": 1}]}, ("invalid_input", "input.spells.0.traits")),
        ({"replace": {"casting": "rote", "potency": 1}}, ("invalid_input", "input.bolster")),
        ({"pool": {"traits": ["wits"]}}, ("invalid_input", "input.pool.traits")),
    ],
)
def test_struggles_that_are_refused(change: dict[str, Any], expected: tuple[str, str]) -> None:
    assert refusal("struggle", {**STRUGGLE, **change}) == expected


HELPLESS: dict[str, Any] = {"target": ANN, "spell": {"id": "s", "aspect": "vulgar"}}


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({}, ("armor", None, 3)),
        ({"armor": 0}, ("armor", None, 0)),
        ({"keeps_defense": True}, ("pool", 5, None)),
        ({"keeps_defense": True, "settings": {"defense_pool": ["defense"]}}, ("pool", 2, None)),
        ({"keeps_defense": True, "invulnerable": True}, ("invulnerable", None, None)),
    ],
)
def test_what_protects_the_helpless(
    change: dict[str, Any], expected: tuple[str, int | None, int | None]
) -> None:
    found = outcome("helpless", {**HELPLESS, **change})

    assert (found["defense"], found["defense_dice"], found["defense_successes"]) == expected


def test_nothing_is_asked_of_the_defense_of_the_invulnerable() -> None:
    traits = {"stamina": 2, "resolve": 4, "composure": 1}
    given = {**HELPLESS, "target": {"id": "ann", "traits": traits}, "keeps_defense": True}

    found = outcome("helpless", {**given, "invulnerable": True})

    assert (found["defense"], found["defense_dice"], found["defense_successes"]) == (
        "invulnerable",
        None,
        None,
    )
    assert found["resist"] == traits
    assert refusal("helpless", given) == ("invalid_input", "input.target.traits.defense")


@pytest.mark.parametrize(
    ("willpower", "change", "reason"),
    [
        (1, {"rested": False, "crisis": True}, "struggled"),
        (5, {"rested": True, "crisis": True}, "full"),
        (1, {"rested": True, "crisis": True}, "crisis"),
        (1, {"rested": True, "crisis": True, "degenerate": True}, "rested"),
    ],
)
def test_why_rest_gives_what_it_gives(willpower: int, change: dict[str, Any], reason: str) -> None:
    target = {"id": "ann", "willpower": willpower, "max": 5, "wisdom": 4}

    assert outcome("helpless_rest", {"target": target, **change})["reason"] == reason


def test_degenerating_costs_wisdom_after_the_point() -> None:
    target = {"id": "ann", "willpower": 1, "max": 5, "wisdom": 1}
    given = {"target": target, "rested": True, "crisis": True, "degenerate": True}

    assert effects("helpless_rest", given) == [("ann", "willpower", 1), ("ann", "wisdom", -1)]
    assert refusal("helpless_rest", {**given, "target": {**target, "wisdom": 0}})[0] == "PAN-HELPLESS-07"


@pytest.mark.parametrize(
    ("connection", "event", "after"),
    [
        ({}, {"event": "tap", "unwilling": False}, 2),
        ({}, {"event": "tap", "unwilling": True}, 1),
        ({}, {"event": "rest", "days": 9}, 4),
        ({"inanimate": True}, {"event": "rest", "days": 9}, 2),
        ({"inanimate": True, "wanted": True}, {"event": "rest", "days": 1}, 3),
    ],
)
def test_a_connection_wears_and_mends(connection: dict[str, Any], event: dict[str, Any], after: int) -> None:
    given = {"connection": {"id": "hair", "rating": 2, "base": 4, **connection}, **event}

    assert outcome("sympathy", given)["after"] == after
    assert effects("sympathy", given) == ([("hair", "rating", after - 2)] if after != 2 else [])


def test_a_worn_out_connection_cannot_be_tapped() -> None:
    given = {"connection": {"id": "hair", "rating": 0, "base": 4}, "event": "tap", "unwilling": False}

    assert refusal("sympathy", given)[0] == "PAN-SYMP-08"


@pytest.mark.parametrize(
    ("spell", "tries", "expected"),
    [
        ({"kind": "control", "cost": 0}, 0, (True, True, True, 1)),
        ({"kind": "attack", "cost": 0}, 3, (True, False, True, 0)),
        ({"kind": "drain", "cost": 2, "unlimited": 2}, 1, (True, True, False, 0)),
        ({"kind": "drain", "cost": 2, "paid": 1, "unlimited": 1}, 0, (False, True, True, 0)),
    ],
)
def test_free_tries_are_counted(
    spell: dict[str, Any], tries: int, expected: tuple[bool, bool, bool, int]
) -> None:
    given = {"spell": {"id": "s", **spell}, "target": {"id": "bob", "tries": tries}}

    found = outcome("free_spell_allowed", given)

    assert (found["free"], found["limited"], found["allowed"]) == expected[:3]
    assert effects("free_spell_allowed", given) == [("bob", "scene.tries.s", 1)] * expected[3]


def test_the_campaign_says_which_kinds_are_tried_once() -> None:
    given = {
        "spell": {"id": "s", "kind": "attack", "cost": 0},
        "target": {"id": "bob", "tries": 1},
        "settings": {"free_kinds": ["attack"]},
    }

    assert outcome("free_spell_allowed", given)["allowed"] is False


def test_a_spell_that_is_not_paid_for_is_refused() -> None:
    given = {"spell": {"id": "s", "kind": "control", "cost": 3, "paid": 1}, "target": {"id": "bob"}}

    assert refusal("free_spell_allowed", given)[0] == "PAN-FREE-02"


REAP: dict[str, Any] = {
    "spell": {"id": "s"},
    "target": {"id": "bob", "living": True, "sapient": True},
    "recipient": {"id": "mira", "points": 9, "max": 10},
    "resource": "mana",
    "wounds": 4,
    "resistant": True,
    "taken": 1,
}


def test_a_point_without_room_is_not_used_up() -> None:
    assert outcome("reap", REAP) == {"available": 3, "gained": 1, "left": 2}
    assert effects("reap", {**REAP, "recipient": {"id": "mira", "points": 10, "max": 10}}) == []


@pytest.mark.parametrize(
    ("change", "clause"),
    [
        ({"temporary": True, "resistant": False}, "PAN-TEMP-06"),
        ({"resistant": False}, "PAN-REAP-03"),
        ({"target": {"id": "bob", "living": True, "sapient": False}}, "PAN-REAP-03"),
    ],
)
def test_what_yields_nothing(change: dict[str, Any], clause: str) -> None:
    assert refusal("reap", {**REAP, **change})[0] == clause
