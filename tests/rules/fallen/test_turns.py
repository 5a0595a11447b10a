"""Turns, several actions, blackouts."""

from typing import Any

import pytest

from tests.rules.fallen.asking import effects, play, refusal


def _turn(**traits: Any) -> dict[str, Any]:
    return play("take_turn", {"fighter": {"id": "ana", **traits}})


LOST = [("ana", "turn_lost", True), ("ana", "turn_done", True)]


def test_an_unhindered_fighter_may_act() -> None:
    answer = _turn()

    assert answer["outcome"] == {
        "may_act": True,
        "reason": None,
        "wakes": False,
        "stands_up": False,
        "needs": [],
    }
    assert answer["effects"] == []


def test_a_blackout_counts_down() -> None:
    answer = _turn(unconscious=True, unconscious_for=5, dazed=True)

    assert (answer["outcome"]["reason"], answer["outcome"]["wakes"]) == ("unconscious", False)
    assert effects(answer) == [("ana", "unconscious_for", "-1"), *LOST]


def test_the_last_turn_of_a_blackout_is_lost_too() -> None:
    answer = _turn(unconscious=True, unconscious_for=1)

    assert (answer["outcome"]["may_act"], answer["outcome"]["wakes"]) == (False, True)
    assert effects(answer) == [("ana", "unconscious", False), ("ana", "unconscious_for", None), *LOST]


def test_a_blackout_of_the_scene_stays() -> None:
    assert effects(_turn(unconscious=True, unconscious_for="scene")) == LOST


def test_an_open_blackout_asks_how_long() -> None:
    answer = _turn(unconscious=True)

    assert answer["outcome"]["needs"] == ["unconscious_for"]
    assert effects(answer) == LOST


def test_seven_marks_lose_the_turn() -> None:
    answer = _turn(lethal=7, dazed=True, turn_lost=True)

    assert answer["outcome"]["reason"] == "incapacitated"
    assert effects(answer) == [("ana", "turn_done", True)]


def test_standing_up_is_the_first_of_several_actions() -> None:
    answer = _turn(prone=True, rising=True, multiple=True)

    assert (answer["outcome"]["may_act"], answer["outcome"]["reason"]) == (True, None)
    assert effects(answer) == [
        ("ana", "prone", False),
        ("ana", "rising", False),
        ("ana", "actions_taken", "+1"),
    ]


@pytest.mark.parametrize(
    ("traits", "clause"),
    [
        ({"dead": True, "turn_done": True}, "FAL-HEALTH-07"),
        ({"turn_done": True, "prone": True}, "FAL-TIME-03"),
        ({"prone": True, "dazed": True}, "FAL-KNOCK-01"),
    ],
)
def test_some_turns_cannot_be_taken(traits: dict[str, Any], clause: str) -> None:
    assert refusal("take_turn", {"fighter": {"id": "ana", **traits}})[0] == clause


@pytest.mark.parametrize("traits", [{"unconscious": True}, {"bashing": 7}])
def test_the_senseless_owe_no_knockdown_roll_yet(traits: dict[str, Any]) -> None:
    assert _turn(prone=True, **traits)["outcome"]["may_act"] is False


def test_a_turn_ends_once() -> None:
    assert refusal("end_turn", {"fighter": {"id": "ana", "turn_done": True}})[0] == "FAL-TIME-03"


def test_a_new_turn_tells_only_what_changes() -> None:
    fighters = [{"id": "ana", "turn_lost": True, "turn_initiative": -2, "next_initiative": -2}, {"id": "bo"}]

    answer = play("new_turn", {"fighters": fighters})

    assert effects(answer) == [("ana", "turn_lost", False), ("ana", "next_initiative", 0)]


def test_a_plan_shows_what_wounds_and_penalties_leave() -> None:
    actions = [{"name": "shout", "pool": None}, {"name": "kick", "pool": 5}, {"name": "dodge", "pool": 3}]
    fighter = {"id": "ana", "lethal": 2, "multiple": True, "actions_taken": 1, "prone": True}

    answer = play("multiple_actions", {"fighter": fighter, "actions": actions})

    plan = answer["outcome"]["plan"]
    assert [(one["number"], one["wounds"], one["penalty"], one["dice"], one["allowed"]) for one in plan] == [
        (2, -1, -3, None, True),
        (3, -1, -4, 0, False),
        (4, -1, -5, 0, False),
    ]
    assert (answer["outcome"]["allowed"], answer["effects"]) == (1, [])


@pytest.mark.parametrize(
    ("traits", "clause"),
    [
        ({"actions_taken": 1}, "FAL-MULTI-05"),
        ({"turn_done": True}, "FAL-MULTI-07"),
        ({"dazed": True}, "FAL-DAZE-02"),
    ],
)
def test_several_actions_are_declared_in_time(traits: dict[str, Any], clause: str) -> None:
    actions = [{"name": "kick", "pool": 5}, {"name": "dodge", "pool": 5}]

    assert refusal("multiple_actions", {"fighter": {"id": "ana", **traits}, "actions": actions})[0] == clause


@pytest.mark.parametrize(
    ("traits", "duration", "clause"),
    [
        ({"unconscious": True, "dead": True}, 5, "FAL-HEALTH-07"),
        ({}, 5, "FAL-UNCON-02"),
        ({"unconscious": True}, 4, "FAL-UNCON-02"),
    ],
)
def test_some_blackouts_cannot_be_set(traits: dict[str, Any], duration: int, clause: str) -> None:
    assert refusal("blackout", {"fighter": {"id": "bo", **traits}, "duration": duration})[0] == clause


def test_a_blackout_set_to_what_it_was_changes_nothing() -> None:
    given = {"fighter": {"id": "bo", "unconscious": True, "unconscious_for": "scene"}, "duration": "scene"}

    assert play("blackout", given)["effects"] == []
