"""Movement and strafing."""

from typing import Any

import pytest

from tests.rules.fallen.asking import difficulty, effects, parts, play, refusal

ANA = {"id": "ana", "dexterity": 1}
SMG = {"id": "smg", "dice": 4, "kind": "lethal", "automatic": True, "ammo": 20}


def _move(gait: str, fighter: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    return {"fighter": {**ANA, **(fighter or {})}, "gait": gait, **more}


@pytest.mark.parametrize(("gait", "limit"), [("walk", 7), ("jog", 13), ("run", 23)])
def test_each_gait_has_its_speed(gait: str, limit: int) -> None:
    outcome = play("movement", _move(gait))["outcome"]

    assert (outcome["speed"], outcome["limit"], outcome["left"]) == (limit, limit, limit)


@pytest.mark.parametrize(
    ("gait", "act", "clause"),
    [
        ("walk", False, "FAL-MOVE-01"),
        ("walk", True, "FAL-MOVE-01"),
        ("jog", False, "FAL-MOVE-02"),
        ("jog", True, "FAL-MOVE-04"),
        ("run", False, "FAL-MOVE-03"),
        ("run", True, "FAL-MOVE-04"),
    ],
)
def test_too_far_names_what_limits(gait: str, act: bool, clause: str) -> None:
    limit = play("movement", _move(gait, act=act))["outcome"]["limit"]

    assert refusal("movement", _move(gait, {"moved": 3}, act=act, yards=limit - 2)) == (clause, "input.yards")
    assert effects(play("movement", _move(gait, {"moved": 3}, act=act, yards=limit - 3))) == [
        ("ana", "moved", f"{limit - 3:+}")
    ]


def test_asking_changes_nothing_even_beyond_the_limit() -> None:
    answer = play("movement", _move("walk", {"moved": 20}))

    assert (answer["outcome"]["left"], answer["effects"]) == (0, [])


def test_only_an_action_on_the_move_gets_harder() -> None:
    assert play("movement", _move("run", difficulty=2))["outcome"]["modifier"] is None
    assert play("movement", _move("run", difficulty=2, act=True))["outcome"]["modifier"] == {
        "source": "movement",
        "difficulty": 2,
    }


@pytest.mark.parametrize(
    ("traits", "clause"),
    [
        ({"restraint": "helpless"}, "FAL-IMMOB-03"),
        ({"restraint": "held", "turn_done": True}, "FAL-TIME-03"),
        ({"restraint": "held"}, "FAL-MOVE-07"),
        ({"prone": True}, "FAL-KNOCK-07"),
    ],
)
def test_some_do_not_move(traits: dict[str, Any], clause: str) -> None:
    assert refusal("movement", _move("walk", traits))[0] == clause


def _strafe(attacker: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    shooter = {**ANA, "firearms": 1, **(attacker or {})}
    return {"attacker": shooter, "weapon": SMG, "targets": ["x", "y", "z"], **more}


def test_what_is_left_over_goes_to_the_first_named() -> None:
    answer = play("strafe", _strafe({"willpower": 1}, willpower=True), [8] * 4 + [2] * 8)

    assert [share["successes"] for share in answer["outcome"]["shares"]] == [2, 2, 1]
    assert effects(answer) == [("ana", "willpower", "-1"), ("smg", "ammo", 0), ("ana", "actions_taken", "+1")]


def test_a_botched_sweep_hits_nobody() -> None:
    answer = play("strafe", _strafe(weapon={**SMG, "ammo": None}), [1] + [2] * 11)

    assert answer["outcome"]["needs"] == ["botch_consequence"]
    assert not any(share["hit"] for share in answer["outcome"]["shares"])
    assert effects(answer) == [("ana", "actions_taken", "+1")]


def test_blind_fire_has_no_accuracy() -> None:
    pool = play("strafe", _strafe({"blind": True}, blind_difficulty=1), [2, 2])["outcome"]["pool"]

    assert parts(pool) == {"dexterity": 1, "firearms": 1}
    assert difficulty(pool) == {"base": 6, "maneuver": 2, "blind": 1}


@pytest.mark.parametrize(
    ("given", "clause"),
    [
        (_strafe({"turn_done": True}, weapon={**SMG, "automatic": False}), "FAL-MULTI-07"),
        (_strafe(weapon={**SMG, "automatic": False, "ammo": 0}), "FAL-RANGED-07"),
        (_strafe({"blind": True}, weapon={**SMG, "ammo": 0}), "FAL-RANGED-08"),
        (_strafe({"blind": True}, settings={"blind_ranged": "forbidden"}, willpower=True), "FAL-BLIND-02"),
        (_strafe({"actions_taken": 1}, willpower=True), "FAL-POOL-10"),
        (_strafe({"actions_taken": 1}), "FAL-MULTI-06"),
        (_strafe(targets=["x", "x"]), "invalid_input"),
        (_strafe(targets=["x", "ana"]), "invalid_input"),
        (_strafe(targets=["x"]), "invalid_input"),
    ],
)
def test_strafing_has_its_rules(given: dict[str, Any], clause: str) -> None:
    assert refusal("strafe", given)[0] == clause
