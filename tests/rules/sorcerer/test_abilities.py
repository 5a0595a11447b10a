"""Abilities, fatigue and rest."""

from typing import Any

import pytest

from tests.rules.sorcerer.asking import effects, odds, play, refusal, without_draws


def _demon(**over: Any) -> dict[str, Any]:
    return {
        "id": "d1",
        "stamina": 2,
        "power": 3,
        "will": 4,
        "state": "present",
        "abilities": ["Fast", "Big"],
        **over,
    }


def _given(**over: Any) -> dict[str, Any]:
    return {"demon": _demon(), "ability": "Fast", **over}


@pytest.mark.parametrize(("uses", "fatigue"), [(0, 0), (1, 0), (2, 1), (3, 2)])
def test_each_use_beyond_stamina_tires_more(uses: int, fatigue: int) -> None:
    outcome = play("use_ability", _given(demon=_demon(uses=uses)))["outcome"]

    assert (outcome["use"], outcome["fatigue"], outcome["dice"]) == (uses + 1, fatigue, 3 - fatigue)
    assert outcome["burned_out"] is (uses == 3)


def test_a_demon_without_power_uses_will() -> None:
    given = _given(demon=_demon(power=0), opposing={"score": "difficulty", "dice": 1})

    answer = play("use_ability", given, [9, 1, 1, 1, 2])

    assert answer["outcome"]["contest"]["acting"]["parts"] == [{"source": "will", "dice": 4}]


def test_a_use_counts_whether_it_works_or_not() -> None:
    given = _given(opposing={"id": "otto", "score": "stamina", "dice": 1})

    answer = play("use_ability", given, [1, 2, 3, 9])

    assert answer["outcome"]["success"] is False
    assert effects(answer) == [("d1", "uses", "+1")]


def test_without_opposition_its_modifiers_are_not_read() -> None:
    given = _given(opposing_modifiers=[{"source": "situation", "dice": 30}] * 10)

    assert play("use_ability", given)["outcome"]["contest"] is None


@pytest.mark.parametrize(
    ("over", "clause"),
    [
        ({"demon": _demon(state="beyond", uses=4), "ability": "Cloak"}, "SOR-ABIL-10"),
        ({"demon": _demon(uses=4), "ability": "Cloak"}, "SOR-ABIL-01"),
        ({"demon": _demon(uses=4), "opposing": {"score": "difficulty", "dice": 0}}, "SOR-ABIL-05"),
        ({"demon": _demon(stamina=0)}, "SOR-ABIL-05"),
        ({"opposing": {"score": "difficulty", "dice": 0}}, "SOR-ROLL-02"),
        ({"demon": _demon(abilities=["Fast", "Fast"])}, "invalid_input"),
    ],
)
def test_uses_that_are_refused(over: dict[str, Any], clause: str) -> None:
    assert refusal("use_ability", _given(**over))[0] == clause


def test_an_unopposed_use_is_sure() -> None:
    assert without_draws("use_ability", _given())["outcome"]["success"] is True
    assert odds("use_ability", _given())["success"] == 1


def test_an_opposed_use_has_odds() -> None:
    given = _given(demon=_demon(power=1), opposing={"score": "difficulty", "dice": 1})

    assert without_draws("use_ability", given)["odds"]["success"] == pytest.approx(66 / 144)


@pytest.mark.parametrize(
    ("uses", "event", "hours", "cleared"),
    [
        (2, "scene_end", 0, True),
        (3, "scene_end", 48, False),
        (3, "rest", 23, False),
        (3, "rest", 24, True),
        (0, "scene_end", 0, True),
    ],
)
def test_what_a_rest_clears(uses: int, event: str, hours: int, cleared: bool) -> None:
    demon = {"id": "d1", "stamina": 2, "uses": uses}
    answer = play("rest_demon", {"demon": demon, "event": event, "hours": hours})

    after = {"cleared": cleared, "uses": 0 if cleared else uses, "fatigue": 0 if cleared else 1}
    assert answer["outcome"] == after
    assert effects(answer) == ([("d1", "uses", 0)] if cleared and uses else [])


def test_a_rest_has_no_odds() -> None:
    given = {"demon": {"id": "d1", "stamina": 2, "uses": 1}, "event": "rest"}

    assert without_draws("rest_demon", given)["outcome"]["cleared"] is False
