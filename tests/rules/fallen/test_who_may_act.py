"""Who may act, and which condition is named first."""

from typing import Any

import pytest

from tests.rules.fallen.asking import play, refusal

CONDITIONS: list[tuple[dict[str, Any], str]] = [
    ({"dead": True}, "FAL-HEALTH-07"),
    ({"lethal": 7}, "FAL-HEALTH-06"),
    ({"unconscious": True}, "FAL-UNCON-03"),
    ({"dazed": True}, "FAL-DAZE-02"),
    ({"turn_lost": True}, "FAL-TIME-04"),
    ({"prone": True}, "FAL-KNOCK-07"),
    ({"restraint": "helpless"}, "FAL-IMMOB-03"),
]
each_condition = pytest.mark.parametrize(("condition", "clause"), CONDITIONS, ids=[c for _, c in CONDITIONS])


def _attack(attacker: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "attacker": {"id": "ana", "dexterity": 3, **attacker},
        "target": {"id": "bo", "dexterity": 2},
        "maneuver": "strike",
        **more,
    }


@each_condition
def test_an_attacker_is_fit(condition: dict[str, Any], clause: str) -> None:
    assert refusal("attack", _attack(condition))[0] == clause


@each_condition
def test_a_defender_is_fit(condition: dict[str, Any], clause: str) -> None:
    defender = {"id": "bo", "dexterity": 3, **condition}

    assert refusal("defend", {"defender": defender, "maneuver": "dodge", "against": 1})[0] == clause


@pytest.mark.parametrize("worse", range(len(CONDITIONS) - 1))
def test_the_first_condition_of_the_list_is_named(worse: int) -> None:
    both = {**CONDITIONS[-1][0], **CONDITIONS[worse][0]}

    assert refusal("attack", _attack(both))[0] == CONDITIONS[worse][1]


def test_a_turn_that_is_over_is_named_last() -> None:
    assert refusal("attack", _attack({"turn_done": True}))[0] == "FAL-MULTI-07"
    assert refusal("attack", _attack({"turn_done": True, "prone": True}))[0] == "FAL-KNOCK-07"


@pytest.mark.parametrize("condition", [{"dazed": True}, {"turn_lost": True}])
def test_a_campaign_may_let_the_dazed_defend(condition: dict[str, Any]) -> None:
    given = {
        "defender": {"id": "bo", "dexterity": 1, **condition},
        "maneuver": "dodge",
        "against": 1,
        "settings": {"dazed_may_defend": True},
    }

    assert play("defend", given, [6])["outcome"]["avoided"]
    assert refusal("attack", _attack(condition, settings={"dazed_may_defend": True}))[0] is not None


def test_a_held_fighter_may_act_and_defend() -> None:
    assert "outcome" in play("attack", _attack({"restraint": "held"}), [2, 3, 4])


def test_wounds_and_other_actions_come_off_the_pool() -> None:
    given = _attack({"brawl": 4, "lethal": 3, "multiple": True, "actions_taken": 1})

    pool = play("attack", given, [2, 3, 4])["outcome"]["attack"]["pool"]

    assert [part["name"] for part in pool["parts"]] == ["dexterity", "brawl", "wounds", "multiple_actions"]
    assert pool["dice"] == 3
