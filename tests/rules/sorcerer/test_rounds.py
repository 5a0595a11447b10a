"""Declared actions, their pools and their order."""

from typing import Any

import pytest

from tests.rules.sorcerer.asking import effects, play, refusal
from tests.rules.sorcerer.callings import parts

AIMED = {"drawn": True, "aimed_at": "eve", "proficient": True}


def _combatant(ident: str = "otto", **over: Any) -> dict[str, Any]:
    plain = {"id": ident, "score": "stamina", "dice": 3, "stamina": 3, "action": "act"}
    return {**plain, **over}


def _shot(**over: Any) -> dict[str, Any]:
    gun = {**AIMED, **over.pop("gun", {})}
    return _combatant(action="shoot", target="eve", gun=gun, **over)


def _round(*combatants: dict[str, Any]) -> dict[str, Any]:
    return {"combatants": list(combatants)}


def _roll(combatant: dict[str, Any], draws: list[int]) -> dict[str, Any]:
    found: dict[str, Any] = play("conflict_round", _round(combatant), draws)["outcome"]["rolls"][0]
    return found


def test_the_longer_of_equal_rolls_goes_first() -> None:
    combatants = [_combatant("a", dice=1), _combatant("b", dice=3), _combatant("c", dice=2)]

    outcome = play("conflict_round", _round(*combatants), [10, 3, 10, 10, 10, 10])["outcome"]

    assert outcome["order"] == ["b", "c", "a"]
    assert outcome["rolls"][1]["faces"] == [10, 10, 3]


def test_equal_rolls_act_as_listed_and_are_told() -> None:
    combatants = [_combatant(one, dice=1) for one in ("a", "b", "c", "d")]

    outcome = play("conflict_round", _round(*combatants), [4, 9, 4, 9])["outcome"]

    assert (outcome["order"], outcome["ties"]) == (["b", "d", "a", "c"], [["b", "d"], ["a", "c"]])


def test_missing_dice_are_owed_to_whoever_opposes() -> None:
    answer = play("conflict_round", _round(_combatant(dice=1, penalties=3)), [7])

    roll = answer["outcome"]["rolls"][0]
    assert (roll["raw"], roll["size"], roll["owed"]) == (-2, 1, 3)
    assert effects(answer) == [("otto", "faces", [7]), ("otto", "turn", "pending"), ("otto", "against", 3)]


def test_full_defense_is_worth_two_dice() -> None:
    award = [{"source": "fatigue", "dice": -1}]
    roll = _roll(_combatant(action="full_defense", penalties=1, modifiers=award), [1, 2, 3])

    assert parts(roll) == [("stamina", 3), ("penalties", -1), ("full_defense", 2), ("fatigue", -1)]


def test_an_override_takes_the_place_of_score_and_penalties() -> None:
    roll = _roll(_combatant(penalties=5, override=2), [1, 2])

    assert parts(roll) == [("override", 2)]


def test_humanity_is_rolled_in_full() -> None:
    assert parts(_roll(_combatant(score="humanity", penalties=2), [1, 2, 3])) == [("humanity", 3)]


def test_the_map_shows_who_acts_on_whom() -> None:
    combatants = [_combatant("a", action="attack", target="b", dice=0), _combatant("b", dice=1)]

    outcome = play("conflict_round", _round(*combatants), [1, 2])["outcome"]

    assert outcome["map"] == [{"from": "a", "to": "b", "action": "attack", "dice": 1}]


@pytest.mark.parametrize("penalties", [3, 6])
def test_an_override_serves_from_stamina_to_twice_stamina(penalties: int) -> None:
    assert _roll(_combatant(penalties=penalties, override=3), [1, 2, 3])["raw"] == 3


@pytest.mark.parametrize(
    ("combatant", "clause", "field"),
    [
        (_combatant(penalties=7, override=9), "SOR-WILL-02", "penalties"),
        (_combatant(penalties=4), "SOR-WILL-01", "penalties"),
        (_combatant(penalties=2, override=4), "SOR-WILL-03", "override"),
        (_combatant(penalties=2, override=1), "SOR-WILL-01", "override"),
        (_combatant(action="full_defense", target="eve"), "SOR-CONFLICT-12", "target"),
        (_shot(gun={"drawn": False, "aimed_at": None}), "SOR-GUN-01", "gun.drawn"),
        (_shot(gun={"aimed_at": "joe", "proficient": False}), "SOR-GUN-03", "modifiers"),
        (_shot(gun={"proficient": False}), "SOR-GUN-04", "modifiers"),
        (_combatant(action="shoot", target="eve"), "invalid_input", "gun"),
        (_combatant(gun=AIMED), "invalid_input", "gun"),
        (_combatant(action="attack"), "invalid_input", "target"),
        (_combatant(action="aim"), "invalid_input", "target"),
        (_combatant(score="will", override=1), "invalid_input", "override"),
    ],
)
def test_actions_that_are_refused(combatant: dict[str, Any], clause: str, field: str) -> None:
    found = refusal("conflict_round", _round(_combatant("eve"), combatant))

    assert found == (clause, f"input.combatants.1.{field}")


@pytest.mark.parametrize(
    ("gun", "source"),
    [
        ({"aimed_at": None, "close": True}, "situation"),
        ({"aimed_at": None}, "unaimed"),
        ({"proficient": False}, "unskilled"),
    ],
)
def test_shots_with_their_penalties_are_fired(gun: dict[str, Any], source: str) -> None:
    roll = _roll(_shot(gun=gun, modifiers=[{"source": source, "dice": -1}]), [1, 2])

    assert roll["raw"] == 2


def test_a_pool_above_a_hundred_dice_is_refused() -> None:
    huge = [{"source": "situation", "dice": 30}] * 4

    found = refusal("conflict_round", _round(_combatant(modifiers=huge)))

    assert found == ("invalid_input", "input.combatants.0")


def test_everybody_acts_once() -> None:
    assert refusal("conflict_round", _round(_combatant(), _combatant())) == (
        "invalid_input",
        "input.combatants",
    )
