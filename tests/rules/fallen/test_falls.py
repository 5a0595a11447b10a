"""Knockdown rolls."""

from typing import Any

import pytest

from tests.rules.fallen.asking import effects, parts, play, refusal


def _fall(**traits: Any) -> dict[str, Any]:
    return {"fighter": {"id": "ana", "dexterity": 2, "prone": True, **traits}}


def test_a_failure_costs_the_next_action() -> None:
    answer = play("knockdown", _fall(), [2, 3])

    outcome = answer["outcome"]
    assert (outcome["on_feet"], outcome["loses_action"], outcome["initiative"]) == (False, True, 0)
    assert (outcome["damage"], outcome["health"]) == (0, None)
    assert effects(answer) == [("ana", "rising", True)]


def test_the_penalty_does_not_pile_up() -> None:
    answer = play("knockdown", _fall(next_initiative=-2), [6, 2])

    assert effects(answer) == [("ana", "prone", False)]
    assert "FAL-KNOCK-08" in answer["clauses"]


def test_martial_arts_serve_as_well() -> None:
    pool = play("knockdown", {**_fall(martial_arts=1, lethal=2), "ability": "martial_arts"}, [2, 2])[
        "outcome"
    ]["pool"]

    assert parts(pool) == {"dexterity": 2, "martial_arts": 1, "wounds": -1}


def test_without_dice_only_a_bought_success_helps() -> None:
    answer = play("knockdown", {**_fall(dexterity=0, willpower=1), "willpower": True})

    assert (answer["outcome"]["pool"]["dice"], answer["outcome"]["on_feet"]) == (0, True)
    assert play("knockdown", _fall(dexterity=0))["outcome"]["result"] == "failure"


def test_a_bad_fall_can_kill() -> None:
    answer = play("knockdown", _fall(lethal=6, dexterity=8), [1, 1, 1])

    assert (answer["outcome"]["damage"], answer["outcome"]["health"]["overflow"]) == (3, 1)
    assert effects(answer) == [("ana", "rising", True), ("ana", "lethal", "+1"), ("ana", "dead", True)]


@pytest.mark.parametrize(
    ("traits", "clause"),
    [
        ({"unconscious": True, "prone": False}, "FAL-UNCON-03"),
        ({"prone": False, "rising": True}, "FAL-KNOCK-01"),
        ({"rising": True}, "FAL-KNOCK-03"),
        ({}, "FAL-POOL-10"),
    ],
)
def test_a_knockdown_roll_has_its_rules(traits: dict[str, Any], clause: str) -> None:
    assert refusal("knockdown", {**_fall(**traits), "willpower": True})[0] == clause
