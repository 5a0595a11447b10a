"""How inputs are read: strictly, with null for what is absent, and before any rule is asked."""

from typing import Any

import msgspec
import pytest

from rules import requests
from tests.rules.pandemonium.asking import ANN, outcome, play, refusal, someone, track

POOL = {"traits": ["wits"]}
ROLL: dict[str, Any] = {"actor": ANN, "pool": POOL}
TARGET = someone(health=track())


def test_null_counts_as_absent_at_any_depth() -> None:
    nulls = {
        "actor": {**ANN, "willpower": None},
        "pool": {**POOL, "modifiers": None, "boosts": [{"id": "x", "minimum": 1, "aspect": None}]},
        "purpose": None,
        "scenes": None,
        "contest": {"successes": 0, "by": None},
    }

    assert outcome("roll", nulls, [1, 1, 1])["net"] == 1


def test_a_trait_that_is_null_is_missing() -> None:
    actor = {**ANN, "traits": {"wits": None}}

    assert refusal("roll", {"actor": actor, "pool": POOL}) == ("invalid_input", "input.actor.traits.wits")


def test_a_required_field_that_is_null_is_missing() -> None:
    assert refusal("roll", {"actor": None, "pool": POOL}) == ("invalid_input", "input.actor")


def test_an_unknown_field_is_refused_even_when_null() -> None:
    assert refusal("roll", {**ROLL, "luck": None}) == ("invalid_input", "input.luck")
    assert refusal("roll", {**ROLL, "pool": {**POOL, "luck": None}}) == ("invalid_input", "input.pool.luck")


@pytest.mark.parametrize(
    ("pool", "field"),
    [
        ({}, "traits"),
        ({"traits": []}, "traits"),
        ({"traits": ["wits", "wits"]}, "traits"),
        ({"traits": ["Wits"]}, "traits.0"),
        ({"traits": ["a", "b", "c", "d", "e", "f"]}, "traits"),
        ({**POOL, "again": 7}, "again"),
        ({**POOL, "willpower": 1}, "willpower"),
        ({**POOL, "modifiers": [{"source": "edge", "dice": -1}]}, "modifiers.0.dice"),
        ({**POOL, "modifiers": [{"source": "difficulty", "dice": 1}]}, "modifiers.0.dice"),
        ({**POOL, "modifiers": [{"source": "wound", "dice": 1}]}, "modifiers.0.dice"),
        ({**POOL, "modifiers": [{"source": "situation", "dice": 0}]}, "modifiers.0.dice"),
        ({**POOL, "modifiers": [{"source": "situation", "dice": True}]}, "modifiers.0.dice"),
        ({**POOL, "boosts": [{"id": "x"}]}, "boosts.0.minimum"),
        ({**POOL, "boosts": [{"id": "x", "aspect": "covert", "minimum": 1}]}, "boosts.0.minimum"),
        ({**POOL, "boosts": [{"id": "x", "aspect": "covert", "again": 8}]}, "boosts.0.again"),
        ({**POOL, "boosts": [{"id": "", "minimum": 1}]}, "boosts.0.id"),
    ],
)
def test_a_pool_that_cannot_be(pool: dict[str, Any], field: str) -> None:
    assert refusal("roll", {"actor": ANN, "pool": pool}) == ("invalid_input", f"input.pool.{field}")


@pytest.mark.parametrize(
    ("verb", "given", "field"),
    [
        ("roll", {"actor": ANN}, "pool"),
        ("roll", {**ROLL, "scenes": {"total": 1, "aided": 2}}, "scenes.aided"),
        ("roll", {**ROLL, "contest": {"successes": 1, "by": ANN, "pool": POOL}}, "contest.by"),
        ("roll", {**ROLL, "contest": {"by": ANN}}, "contest.pool"),
        ("apply_damage", {"target": {"id": "a", "health": track(2, lethal=3)}}, "target.health.boxes"),
        (
            "apply_damage",
            {"target": {"id": "a", "health": track(lethal=1, resistant={"lethal": 2})}},
            "target.health.resistant.lethal",
        ),
        (
            "apply_damage",
            {
                "target": {"id": "a", "health": track()},
                "damage": {"kind": "lethal", "wounds": 1, "temporary": True},
            },
            "spell",
        ),
        (
            "sympathy",
            {"connection": {"id": "c", "rating": 3, "base": 2}, "event": "tap"},
            "connection.rating",
        ),
        ("sympathy", {"connection": {"id": "c", "rating": 1, "base": 2}, "event": "tap"}, "unwilling"),
        (
            "sympathy",
            {
                "connection": {"id": "c", "rating": 1, "base": 2},
                "event": "rest",
                "days": 1,
                "unwilling": True,
            },
            "unwilling",
        ),
        (
            "helpless_rest",
            {"target": {"id": "a", "willpower": 1, "max": 2}, "rested": True, "degenerate": True},
            "degenerate",
        ),
        (
            "helpless_rest",
            {
                "target": {"id": "a", "willpower": 1, "max": 2},
                "rested": True,
                "degenerate": True,
                "crisis": True,
            },
            "target.wisdom",
        ),
        ("lost_trait", {"target": {"id": "a"}, "trait": "fame", "dots": [{"cost": 1}], "lost": 2}, "lost"),
        ("decay_tick", {"target": ANN, "threat": {"trait": "wits", "label": "x"}}, "threat.label"),
        ("decay_tick", {"target": ANN, "threat": {"trait": "wits", "lost": 1}}, "threat.lost"),
        ("decay_tick", {"target": ANN, "threat": {"pool": ["wits"]}}, "threat.label"),
        (
            "reap",
            {
                "spell": {"id": "s"},
                "target": {"id": "a", "living": True, "sapient": True},
                "recipient": {"id": "b", "points": 1},
                "resource": "mana",
                "wounds": 1,
                "taken": 2,
                "resistant": True,
            },
            "taken",
        ),
    ],
)
def test_faults_are_named_by_their_path(verb: str, given: dict[str, Any], field: str) -> None:
    assert refusal(verb, given) == ("invalid_input", f"input.{field}")


CONTROL: dict[str, Any] = {"spell": {"id": "s", "aspect": "covert", "potency": 2}, "target": ANN}
OBJECT = {"id": "gate", "object": True}


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({**CONTROL, "resist": {"pool": {}}}, "compare"),
        ({**CONTROL, "compare": "wits"}, "resist"),
        ({**CONTROL, "compare": "wits", "resist": {}}, "resist.pool"),
        ({**CONTROL, "compare": "wits", "resist": {"pool": {}, "successes": 1}}, "resist.pool"),
        ({**CONTROL, "compare": "wits", "resist": {"successes": 1, "aid": 1}}, "resist.aid"),
        ({**CONTROL, "compare": "luck", "resist": {"successes": 1}}, "target.traits.luck"),
        ({**CONTROL, "target": OBJECT, "compare": "wits"}, "compare"),
        ({**CONTROL, "target": OBJECT, "instead": "wits"}, "instead"),
        ({**CONTROL, "target": {**OBJECT, "traits": {"wits": 1}}}, "target.traits"),
        ({**CONTROL, "target": {**OBJECT, "hold": "severe"}}, "target.hold"),
        ({**CONTROL, "target": {**ANN, "fame": 1}, "compare": "wits"}, "target.fame"),
    ],
)
def test_a_consequence_that_cannot_be_read(given: dict[str, Any], field: str) -> None:
    assert refusal("control", given) == ("invalid_input", f"input.{field}")


def test_an_object_that_resists_breaks_a_rule() -> None:
    given = {**CONTROL, "target": OBJECT, "resist": {"successes": 0}}

    assert refusal("control", given) == ("PAN-CONSEQ-08", "input.resist")


def test_input_is_read_before_any_rule_is_asked() -> None:
    given = {
        "spell": {"id": "s", "potency": 1, "applied": "sustained"},
        "target": {"id": "bob", "traits": {}, "hold": "resisted"},
        "aim": "learn",
        "compare": "resolve",
        "resist": {"successes": 0},
    }

    assert refusal("investigate", given) == ("invalid_input", "input.target.traits.resolve")


def test_power_alone_may_be_left_out() -> None:
    given = {"actor": {"id": "bob", "traits": {"resolve": 2}}, "pool": {"traits": ["resolve", "power"]}}

    assert outcome("roll", given, [1, 1])["pool"]["size"] == 2


def test_only_named_settings_are_read() -> None:
    attack = {
        "spell": {"id": "s", "potency": 1},
        "target": TARGET,
        "damage": {"kind": "lethal"},
        "resist": {"pool": {}},
    }

    alone = {**attack, "settings": {"defense_pool": ["defense"]}}

    assert outcome("attack", alone, [1, 1])["pool"]["size"] == 2
    assert play("attack", {**attack, "settings": {"luck": 1}})["error"]["code"] == "invalid_input"
    assert refusal("direct", {**attack, "compare": "stamina", "settings": {}})[0] == "invalid_input"


def test_an_action_without_odds_says_so() -> None:
    request = msgspec.json.encode({"action": "pandemonium.applicable", "input": {"affects": "merit"}})

    chances: Any = requests.odds(request)
    answer: Any = requests.resolve(request)
    assert chances["error"]["code"] == "no_odds"
    assert answer["outcome"]["allowed"] is True
