"""Keeping and breaking a grip."""

from typing import Any

import pytest

from tests.rules.fallen.asking import effects, parts, play, refusal

HOLDER = {"id": "ana", "strength": 2}
HELD = {"id": "bo", "kind": "mortal", "stamina": 1, "restraint": "held", "held_by": "ana"}


def test_a_hold_only_holds() -> None:
    answer = play("maintain", {"holder": {"id": "ana"}, "target": {**HELD, "grip": "hold"}})

    outcome = answer["outcome"]
    assert (outcome["damage"], outcome["health"], outcome["conditions"]) == (None, None, [])
    assert effects(answer) == [("ana", "actions_taken", "+1")]


def test_a_clinch_hurts_and_can_daze() -> None:
    given = {
        "holder": HOLDER,
        "target": {**HELD, "grip": "clinch"},
        "damage_kind": "lethal",
        "damage_modifiers": [{"source": "equipment", "dice": 1}],
    }

    answer = play("maintain", given, [6, 7, 2])

    assert parts(answer["outcome"]["damage"]["pool"]) == {"strength": 2, "equipment": 1}
    assert answer["outcome"]["conditions"] == ["dazed"]
    assert effects(answer)[1:] == [("bo", "lethal", "+2"), ("bo", "dazed", True)]


@pytest.mark.parametrize(
    ("holder", "target", "clause"),
    [
        ({"turn_done": True}, {}, "FAL-MULTI-07"),
        ({"prone": True}, {"dead": True}, "FAL-KNOCK-07"),
        ({"actions_taken": 1}, {"dead": True}, "FAL-HEALTH-07"),
        ({"actions_taken": 1}, {"restraint": "free"}, "FAL-MANEUV-21"),
        ({"actions_taken": 1}, {"held_by": "cy"}, "FAL-MANEUV-21"),
        ({"actions_taken": 1}, {"grip": None}, "FAL-MANEUV-21"),
        ({"actions_taken": 1}, {}, "FAL-MULTI-06"),
        ({}, {}, "FAL-UNCON-02"),
    ],
)
def test_a_grip_is_kept_by_who_has_it(holder: dict[str, Any], target: dict[str, Any], clause: str) -> None:
    given = {
        "holder": {**HOLDER, **holder},
        "target": {**HELD, "grip": "clinch", **target},
        "unconscious_for": 2,
        "soak": {"with": "faith"},
    }

    assert refusal("maintain", given)[0] == clause


def test_keeping_a_grip_loses_no_dice_to_other_actions() -> None:
    holder = {**HOLDER, "multiple": True, "actions_taken": 3, "lethal": 4}

    answer = play("maintain", {"holder": holder, "target": {**HELD, "grip": "clinch"}}, [2, 3])

    assert parts(answer["outcome"]["damage"]["pool"]) == {"strength": 2}


def _escape(prisoner: dict[str, Any], holder: dict[str, Any], **more: Any) -> dict[str, Any]:
    bound = {"id": "bo", "strength": 2, "restraint": "held", "held_by": "ana", "grip": "hold"}
    return {"prisoner": {**bound, **prisoner}, "holder": {"id": "ana", **holder}, **more}


def test_equal_successes_keep_her_held() -> None:
    answer = play("escape", _escape({}, {"strength": 1}), [6, 2, 6])

    assert (answer["outcome"]["freed"], answer["outcome"]["margin"]) == (False, 0)
    assert effects(answer) == [("bo", "actions_taken", "+1")]


@pytest.mark.parametrize("senseless", [{"dead": True}, {"unconscious": True}, {"bashing": 7}])
def test_a_senseless_holder_rolls_nothing(senseless: dict[str, Any]) -> None:
    holder_modifiers = [{"source": "power", "dice": 3}]

    answer = play("escape", _escape({}, senseless, holder_modifiers=holder_modifiers), [6, 2])

    assert parts(answer["outcome"]["holder"]["pool"]) == {"strength": 0, "brawl": 0}
    assert answer["outcome"]["freed"]


@pytest.mark.parametrize(
    ("prisoner", "clause"),
    [
        ({"turn_done": True}, "FAL-TIME-03"),
        ({"restraint": "helpless"}, "FAL-IMMOB-03"),
        ({"restraint": "free"}, "FAL-MANEUV-22"),
        ({"held_by": "cy"}, "FAL-MANEUV-22"),
        ({"actions_taken": 1}, "FAL-POOL-10"),
        ({"actions_taken": 1, "willpower": 1}, "FAL-MULTI-06"),
        ({"willpower": 1, "strength": 0}, "FAL-POOL-05"),
    ],
)
def test_an_escape_has_its_rules(prisoner: dict[str, Any], clause: str) -> None:
    assert refusal("escape", _escape(prisoner, {"strength": 1}, willpower=True))[0] == clause
