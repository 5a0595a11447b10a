"""Rebellion and breaking a Binding."""

from typing import Any

import pytest

from tests.rules.sorcerer.asking import effects, odds, play, refusal


def _binding(**over: Any) -> dict[str, Any]:
    return {"id": "b1", "sorcerer": "mara", "score": "lore", "strength": 1, "favor": "demon", **over}


def _rebel(*bindings: dict[str, Any], **demon: Any) -> dict[str, Any]:
    return {
        "demon": {"id": "d1", "will": 1, "bindings": list(bindings), **demon},
        "sorcerer": {"id": "mara", "will": 1},
        "command": "wait",
    }


def _break(*bindings: dict[str, Any], **master: Any) -> dict[str, Any]:
    return {
        "demon": {"id": "d1", "power": 1, "bindings": list(bindings)},
        "sorcerer": {"id": "mara", "stamina": 3, "will": 2, "lore": 1, **master},
    }


@pytest.mark.parametrize(("favor", "raws"), [("demon", (2, 1)), ("sorcerer", (1, 2)), ("none", (1, 1))])
def test_a_binding_helps_the_side_that_it_favours(favor: str, raws: tuple[int, int]) -> None:
    contest = play("rebel", _rebel(_binding(favor=favor)), [9, 1, 1][: sum(raws)])["outcome"]["contest"]

    assert (contest["acting"]["raw"], contest["opposing"]["raw"]) == raws


def test_days_in_need_become_dice() -> None:
    given = _rebel(_binding(favor="none"), withdrawal_days=5)
    answer = play("rebel", {**given, "settings": {"need_bonus_days": 2}}, [9, 1, 1, 2])

    assert answer["outcome"]["contest"]["acting"]["parts"][1:] == [{"source": "need", "dice": 2}]
    assert answer["outcome"]["disobeys"] is True
    assert answer["effects"] == []


def test_a_rebel_is_bound_to_that_master() -> None:
    assert refusal("rebel", _rebel())[0] == "SOR-REBEL-01"
    assert refusal("rebel", _rebel(_binding(sorcerer="otto")))[0] == "SOR-REBEL-01"
    assert refusal("break_binding", _break())[0] == "SOR-BREAK-01"


def test_two_masters_need_the_setting() -> None:
    both = (_binding(), _binding(id="b2", sorcerer="otto"))
    shared = {**_break(*both), "settings": {"shared_binding": True}}

    assert refusal("break_binding", _break(*both))[0] == "SOR-BIND-10"
    outcome = play("break_binding", shared, [9, 1, 1])["outcome"]
    assert (outcome["broken"], outcome["free"], outcome["in_withdrawal"]) == (True, False, False)


def test_a_sorcerer_has_one_binding_with_a_demon() -> None:
    assert refusal("rebel", _rebel(_binding(), _binding(id="b2"))) == (
        "invalid_input",
        "input.demon.bindings",
    )


@pytest.mark.parametrize(("score", "raw"), [("stamina", 3), ("will", 2), ("lore", 1)])
def test_the_score_of_the_binding_holds(score: str, raw: int) -> None:
    found = play("break_binding", _break(_binding(score=score, strength=0)), [1] + [2] * raw)

    assert found["outcome"]["contest"]["opposing"]["parts"] == [{"source": score, "dice": raw}]
    assert found["effects"] == []


def test_a_dead_master_brings_only_the_strength() -> None:
    given = _break(_binding(), alive=False, strain_lore=4, penalties=6)
    answer = play("break_binding", given, [9, 1])

    assert answer["outcome"]["contest"]["opposing"]["parts"] == [
        {"source": "lore", "dice": 0},
        {"source": "binding", "dice": 1},
    ]
    assert effects(answer) == [("b1", "state", "broken")]


def test_strain_and_penalties_wear_the_master_down() -> None:
    answer = play("break_binding", _break(_binding(), strain_lore=1, penalties=1), [9, 9, 1])

    contest = answer["outcome"]["contest"]
    assert (contest["opposing"]["raw"], contest["shift"], contest["acting"]["size"]) == (0, 1, 2)


def test_the_odds_are_those_of_the_demon() -> None:
    given = _rebel(_binding(favor="none"))

    assert odds("rebel", given)["success"] == pytest.approx(66 / 144)
    assert odds("break_binding", _break(_binding(strength=0)))["success"] == pytest.approx(66 / 144)
