"""Casting and Shaping: what it costs and what is stored."""

from typing import Any

import pytest

from tests.rules.pandemonium.asking import effects, outcome, play, refusal, someone

MIRA = someone(id="mira", mana=5)
CAST: dict[str, Any] = {
    "spell": {"id": "s", "aspect": "covert", "kind": "control", "arcanum": "mind"},
    "caster": MIRA,
}
SHAPED = {**CAST, "shaping": {"successes": 3}, "paid": {"mana": 1}}
SHAPE: dict[str, Any] = {
    "spell": {"id": "s", "potency": 2, "tenacity": 3},
    "caster": MIRA,
    "raise": "potency",
    "timing": "instant",
    "shaping": {"successes": 2},
    "paid": {"willpower": 1},
}


def kind(name: str) -> dict[str, Any]:
    return {**CAST["spell"], "kind": name}


@pytest.mark.parametrize(
    ("aspect", "base", "minimum", "again", "hindrance"),
    [("sensory", 1, 1, 10, 0), ("covert", 2, 2, 9, 2), ("vulgar", 3, 3, 8, 3)],
)
def test_the_aspect_fixes_four_things(
    aspect: str, base: int, minimum: int, again: int, hindrance: int
) -> None:
    found = outcome("cast", {**CAST, "spell": {**CAST["spell"], "aspect": aspect}})

    assert (found["potency"], found["tenacity"]) == (base, base)
    assert found["boost"] == {"minimum": minimum, "again": again}
    assert found["hindrance"] == hindrance


def test_shaped_potency_is_not_stored() -> None:
    found = outcome("cast", SHAPED)

    assert (found["potency"], found["record"]["potency"], found["tenacity"]) == (5, 2, 2)


def test_a_ritual_puts_its_share_into_tenacity_first() -> None:
    found = outcome("cast", {**SHAPED, "timing": "ritual", "paid": None, "tenacity_share": 5, "runes": 2})

    assert found["added"] == {"potency": 0, "tenacity": 3}
    assert found["record"]["tenacity"] == 7


def test_costs_come_first_and_willpower_as_one_change() -> None:
    pool = {"traits": ["power"], "willpower": True}
    given = {**CAST, "shaping": {"pool": pool}, "paid": {"mana": 1, "willpower": 1}}

    assert effects("cast", given, [1] * 5)[:2] == [("mira", "mana", -1), ("mira", "willpower", -2)]


def test_a_distant_spell_is_stored_as_sympathetic() -> None:
    found = outcome("cast", {**CAST, "sympathy": {"factors": 3, "needed": [1, 3]}, "targets": ["a", "b"]})

    assert found["record"]["sympathetic"] is True
    assert found["record"]["targets"] == ["a", "b"]


@pytest.mark.parametrize(
    ("change", "clause"),
    [
        ({"spell": kind("healing"), "timing": "reflexive"}, "PAN-HEAL-02"),
        ({"spell": kind("transfer")}, "PAN-TRANSFER-01"),
        ({"delayed": True}, "PAN-DELAY-01"),
        ({"sympathy": {"factors": 1, "needed": [2]}}, "PAN-SYMP-01"),
        ({"tenacity_share": 1}, "PAN-TEN-10"),
        ({"timing": "reflexive", "shaping": {"successes": 1}, "paid": {"mana": 1}}, "PAN-POT-13"),
        ({"shaping": {"successes": 1}}, "PAN-POT-06"),
        ({"paid": {"mana": 6}}, "PAN-POT-06"),
        ({"paid": {"willpower": 4}}, "PAN-POT-06"),
        (
            {"shaping": {"pool": {"traits": ["wits"], "willpower": True}}, "paid": {"willpower": 3}},
            "PAN-POOL-07",
        ),
        (
            {
                "shaping": {"pool": {"traits": ["power"], "boosts": [{"id": "x", "aspect": "covert"}]}},
                "paid": {"mana": 1},
            },
            "PAN-APPLY-05",
        ),
    ],
)
def test_castings_that_are_refused(change: dict[str, Any], clause: str) -> None:
    assert refusal("cast", {**CAST, **change})[0] == clause


def test_who_pays_more_than_they_have_is_told_what_that_is() -> None:
    error = play("cast", {**CAST, "paid": {"mana": 6}})["error"]

    assert error["message"] == "the caster has 5 Mana and 3 Willpower, which is less than is paid"


def test_refusals_come_in_the_order_of_the_rules() -> None:
    given = {**CAST, "spell": kind("transfer"), "tenacity_share": 1, "shaping": {"successes": 1}}

    assert refusal("cast", given)[0] == "PAN-TRANSFER-01"
    assert refusal("cast", {**given, "spell": kind("control")})[0] == "PAN-TEN-10"


def test_what_is_paid_has_to_be_known() -> None:
    given = {**CAST, "caster": {"id": "mira"}, "paid": {"mana": 1}}

    assert refusal("cast", given) == ("invalid_input", "input.caster.mana")


def test_tenacity_shaped_in_a_ritual_stays() -> None:
    given = {**SHAPE, "raise": "tenacity", "timing": "ritual", "paid": {}}

    assert outcome("shape", given)["lasts"] == "ritual"
    assert effects("shape", given) == [("s", "tenacity", 2)]
    assert effects("shape", {**given, "shaping": {"successes": 0}}) == []


def test_potency_shaped_holds_for_one_action() -> None:
    found = outcome("shape", SHAPE)

    assert found == {"raise": "potency", "from": 2, "added": 2, "total": 4, "lasts": "action", "pool": None}
    assert effects("shape", SHAPE) == [("mira", "willpower", -1)]


@pytest.mark.parametrize(
    ("change", "clause"),
    [
        ({"timing": "reflexive"}, "PAN-POT-13"),
        ({"raise": "tenacity"}, "PAN-TEN-07"),
        ({"caster": {**MIRA, "conscious": False}}, "PAN-TEN-07"),
        ({"paid": {}}, "PAN-POT-06"),
        (
            {"shaping": {"pool": {"traits": ["wits"], "boosts": [{"id": "x", "aspect": "covert"}]}}},
            "PAN-APPLY-05",
        ),
    ],
)
def test_shapings_that_are_refused(change: dict[str, Any], clause: str) -> None:
    assert refusal("shape", {**SHAPE, **change})[0] == clause
