"""One action against whatever opposes it."""

from collections import Counter
from itertools import product
from typing import Any

import pytest

from tests.rules.sorcerer.asking import effects, odds, play, refusal, without_draws
from tests.rules.sorcerer.callings import parts, rolled

UP, DOWN = (
    {"source": "good_play", "dice": 2, "note": "bravo"},
    {"source": "situation", "dice": -1, "note": "mud"},
)


def _attack(
    response: str,
    target: dict[str, Any] | None = None,
    *,
    attacker: dict[str, Any] | None = None,
    **over: Any,
) -> dict[str, Any]:
    turn = {"abort": "pending", "maintain": "pending"}.get(response, "resolved")
    defender = {"id": "eve", "stamina": 3, "turn": turn, **(target or {})}
    first = {"id": "otto", "faces": [9, 6], "turn": "pending", **(attacker or {})}
    return {"attacker": first, "target": defender, "response": response, **over}


def _sides(given: dict[str, Any]) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
    contest = rolled("resolve_attack", given)["outcome"]["contest"]
    return parts(contest["acting"]), parts(contest["opposing"])


STANDING = ("standing", 2)
FULL = {"full_defense": True, "faces": [8, 2, 1]}


@pytest.mark.parametrize(
    ("given", "opposing"),
    [
        (_attack("defend", {"penalties": 1}), [("stamina", 3), ("penalties", -1)]),
        (_attack("defend", {"turn": "none", "override": 2}), [("stamina", 3)]),
        (_attack("abort", {"penalties": 4, "override": 2}), [("override", 2)]),
        (_attack("abort", {"penalties": 1}), [("stamina", 3), ("penalties", -1)]),
        (_attack("maintain"), [("difficulty", 1)]),
        (_attack("full_defense", FULL), [("standing", 3)]),
        (_attack("none", difficulty=3), [("difficulty", 3)]),
        (_attack("maintain", attacker={"against": 2}), [("difficulty", 1), ("against", 2)]),
    ],
)
def test_each_response_opposes_in_its_own_way(given: dict[str, Any], opposing: list[tuple[str, int]]) -> None:
    assert _sides(given) == ([STANDING], opposing)


def test_late_penalties_become_dice_of_the_other_side() -> None:
    given = _attack("defend", modifiers=[UP, DOWN], opposing_modifiers=[DOWN])

    contest = rolled("resolve_attack", given)["outcome"]["contest"]

    assert parts(contest["acting"]) == [STANDING, ("good_play", 2)]
    assert parts(contest["opposing"]) == [("stamina", 3), ("situation", 1), ("situation", -1)]
    assert contest["opposing"]["parts"][1]["note"] == "mud"


def test_faces_of_a_full_defense_are_not_taken_back() -> None:
    given = _attack("full_defense", FULL, modifiers=[UP], opposing_modifiers=[DOWN, UP])

    assert _sides(given) == (
        [STANDING, ("good_play", 2), ("situation", 1)],
        [("standing", 3), ("good_play", 2)],
    )


def test_a_full_defense_is_not_rolled_again() -> None:
    answer = without_draws("resolve_attack", _attack("full_defense", FULL))
    rolled_before = play("resolve_attack", _attack("full_defense", FULL))

    assert answer == rolled_before
    assert (rolled_before["draws_used"], rolled_before["outcome"]["victories"]) == (0, 1)


def test_a_defender_without_dice_gives_them_to_the_attacker() -> None:
    answer = play("resolve_attack", _attack("defend", {"stamina": 1, "penalties": 2}), [7, 4, 12])

    contest = answer["outcome"]["contest"]
    assert (contest["shift"], contest["acting"]["faces"], contest["opposing"]["faces"]) == (
        2,
        [9, 7, 6, 4],
        [12],
    )


@pytest.mark.parametrize(
    ("target", "over"), [(None, {}), ({"id": "door"}, {}), ({"id": "door"}, {"opposing_modifiers": [DOWN]})]
)
def test_what_nothing_opposes_succeeds_by_itself(target: Any, over: dict[str, Any]) -> None:
    given = {**_attack("none", difficulty=0, **over), "target": target}

    answer = without_draws("resolve_attack", given)

    outcome = answer["outcome"]
    assert (outcome["contest"], outcome["automatic"], outcome["success"], outcome["victories"]) == (
        None,
        True,
        True,
        0,
    )
    assert effects(answer) == [("otto", "turn", "resolved")]
    assert odds("resolve_attack", given)["success"] == 1


def test_dice_owed_oppose_even_a_simple_action() -> None:
    given = _attack("none", attacker={"against": 1}, difficulty=0)

    assert _sides(given) == ([STANDING], [("difficulty", 0), ("against", 1)])


def test_victories_over_one_who_goes_on_are_passed_on() -> None:
    answer = play("resolve_attack", _attack("maintain"), [4])

    assert (answer["outcome"]["passed_on"], answer["outcome"]["target_turn"]) == (2, "pending")
    assert effects(answer) == [("eve", "against", "+2"), ("otto", "turn", "resolved")]


def test_an_aborted_target_loses_its_turn_whatever_comes() -> None:
    answer = play("resolve_attack", _attack("abort"), [1, 1, 1])

    assert (answer["outcome"]["success"], answer["outcome"]["passed_on"]) == (True, 0)
    assert effects(answer) == [("eve", "turn", "aborted"), ("otto", "turn", "resolved")]


def test_a_stray_action_has_been_resolved_before() -> None:
    given = _attack("defend", attacker={"turn": "resolved"}, stray=True)

    assert play("resolve_attack", given, [1, 1, 1])["effects"] == []


@pytest.mark.parametrize(
    ("given", "clause", "field"),
    [
        (_attack("defend", FULL, stray=True), "SOR-CONFLICT-24", "stray"),
        (_attack("defend", FULL, attacker={"turn": "resolved"}), "SOR-CONFLICT-16", "attacker.turn"),
        (_attack("defend", {**FULL, "turn": "pending"}), "SOR-CONFLICT-12", "response"),
        (_attack("none", FULL), "SOR-CONFLICT-12", "response"),
        (_attack("full_defense", {"faces": [4]}), "SOR-CONFLICT-12", "response"),
        (_attack("defend", {"turn": "pending"}), "SOR-CONFLICT-18", "response"),
        (_attack("abort", {"turn": "resolved"}), "SOR-CONFLICT-17", "response"),
        (_attack("maintain", {"turn": "none"}), "SOR-CONFLICT-17", "response"),
        (_attack("defend", attacker={"faces": []}), "invalid_input", "attacker.faces"),
        (_attack("defend", attacker={"faces": [3, 13]}), "invalid_input", "attacker.faces.1"),
        (_attack("full_defense", {**FULL, "faces": [13]}), "invalid_input", "target.faces.0"),
        (_attack("defend", settings={"die": 6}), "invalid_input", "attacker.faces.0"),
        ({**_attack("defend"), "target": None}, "invalid_input", "target"),
        (_attack("maintain", {"turn": None}), "invalid_input", "target.turn"),
        (_attack("defend", {"stamina": None}), "invalid_input", "target.stamina"),
        (_attack("full_defense", {"full_defense": True}), "invalid_input", "target.faces"),
    ],
)
def test_attacks_that_are_refused(given: dict[str, Any], clause: str, field: str) -> None:
    assert refusal("resolve_attack", given) == (clause, f"input.{field}")


@pytest.mark.parametrize(
    "given",
    [
        _attack("defend", {"stamina": 2}, attacker={"faces": [4, 2]}, modifiers=[DOWN]),
        _attack("defend", {"stamina": 0}, attacker={"faces": [3]}, modifiers=[UP]),
        _attack("full_defense", {**FULL, "faces": [4, 1]}, attacker={"faces": [4, 4], "against": 1}),
    ],
)
def test_the_odds_are_those_of_every_roll(given: dict[str, Any]) -> None:
    given = {**given, "settings": {"die": 4}}
    dice = next(count for count in range(20) if "error" not in play("resolve_attack", given, [1] * count))

    winners: Counter[str] = Counter()
    for draws in product((1, 2, 3, 4), repeat=dice):
        winners[play("resolve_attack", given, list(draws))["outcome"]["contest"]["winner"]] += 1

    found = odds("resolve_attack", given)
    assert [found[name] for name in ("success", "failure", "tie")] == pytest.approx(
        [winners[side] / 4**dice for side in ("acting", "opposing", "none")]
    )
