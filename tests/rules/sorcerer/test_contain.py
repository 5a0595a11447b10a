"""Contains, and demons that try to break out."""

from typing import Any

import pytest

from tests.rules.sorcerer.asking import effects, odds, play, refusal, without_draws
from tests.rules.sorcerer.callings import parts, rite

HELD = {"id": "d1", "type": "object", "power": 3}
SURE = {"success": 1, "failure": 0, "tie": 0, "total": 0, "victories": {}, "opposing_victories": {}}


def _escape(scope: dict[str, Any], **over: Any) -> dict[str, Any]:
    contain = {"id": "c1", "strength": 2, "scope": scope, "state": "standing"}
    return {"demon": HELD, "contain": contain, **over}


@pytest.mark.parametrize(
    ("sorcerer", "over", "base", "bonus", "strength"),
    [
        ({}, {}, 3, 0, 3),
        ({"strain_lore": 1, "penalties": 1}, {}, 1, 0, 1),
        ({"penalties": 9}, {"modifiers": [{"source": "group", "dice": 4}]}, 0, 4, 4),
        ({}, {"modifiers": [{"source": "situation", "dice": -5}]}, 3, -5, 0),
        ({}, {"snapshot": True}, 1, 0, 1),
        ({"lore": 0}, {}, 1, 0, 1),
    ],
)
def test_strength_is_lore_and_awards_without_concentration(
    sorcerer: dict[str, int], over: dict[str, Any], base: int, bonus: int, strength: int
) -> None:
    outcome = without_draws("contain", rite("contain", sorcerer=sorcerer, **over))["outcome"]

    assert outcome["contest"] is None
    assert (outcome["base"], outcome["bonus"], outcome["strength"]) == (base, bonus, strength)


def test_lost_concentration_takes_nothing_away() -> None:
    given = rite("contain", concentrate=True, modifiers=[{"source": "good_play", "dice": 1}])

    outcome = play("contain", given, [1, 1, 1, 2, 9, 5])["outcome"]

    assert (outcome["bonus"], outcome["strength"]) == (0, 3)
    assert parts(outcome["contest"]["acting"]) == [("lore", 3), ("good_play", 1)]


def test_concentration_faces_stamina_in_full() -> None:
    given = rite("contain", sorcerer={"penalties": 1}, concentrate=True, snapshot=True)

    contest = play("contain", given, [1, 9, 9, 9])["outcome"]["contest"]

    assert parts(contest["acting"]) == [("lore", 1), ("penalties", -1)]
    assert parts(contest["opposing"]) == [("stamina", 2)]


def test_a_scope_is_stored_without_empty_lists() -> None:
    given = rite("contain", scope={"kind": "demon", "types": [], "demons": ["d1", "d2"]})

    assert effects(play("contain", given)) == [
        ("c1", "sorcerer", "mara"),
        ("c1", "strength", 3),
        ("c1", "scope", {"kind": "demon", "demons": ["d1", "d2"]}),
        ("c1", "focus", "a jar"),
        ("c1", "boundary", "its rim"),
        ("c1", "state", "standing"),
    ]


@pytest.mark.parametrize(
    ("scope", "field"),
    [
        ({"kind": "type"}, "types"),
        ({"kind": "all", "types": ["object"]}, "types"),
        ({"kind": "type", "types": ["object", "object"]}, "types"),
        ({"kind": "demon"}, "demons"),
        ({"kind": "type", "types": ["object"], "demons": ["d1"]}, "demons"),
        ({"kind": "demon", "demons": ["d1", "d1"]}, "demons"),
    ],
)
def test_a_scope_names_what_its_kind_says(scope: dict[str, Any], field: str) -> None:
    assert refusal("contain", rite("contain", scope=scope)) == ("invalid_input", f"input.scope.{field}")


def test_odds_of_a_contain_without_concentration_are_sure() -> None:
    assert odds("contain", rite("contain")) == SURE
    assert 0 < odds("contain", rite("contain", concentrate=True))["success"] < 1


@pytest.mark.parametrize(
    "scope",
    [{"kind": "all"}, {"kind": "type", "types": ["object"]}, {"kind": "demon", "demons": ["d1"]}],
)
def test_a_demon_that_wins_breaks_the_contain(scope: dict[str, Any]) -> None:
    answer = play("test_contain", _escape(scope), [12, 3, 1, 5, 4])

    assert (answer["outcome"]["applies"], answer["outcome"]["broken"]) == (True, True)
    assert effects(answer) == [("c1", "state", "broken")]


@pytest.mark.parametrize("draws", [[1, 1, 1, 5, 4], [5, 4, 4, 6, 5]])
def test_a_demon_that_loses_is_held(draws: list[int]) -> None:
    answer = play("test_contain", _escape({"kind": "all"}), draws)

    assert (answer["outcome"]["success"], answer["outcome"]["broken"], answer["effects"]) == (
        False,
        False,
        [],
    )


@pytest.mark.parametrize(
    "scope", [{"kind": "type", "types": ["passing"]}, {"kind": "demon", "demons": ["d2"]}]
)
def test_a_demon_outside_the_scope_walks_out(scope: dict[str, Any]) -> None:
    answer = without_draws("test_contain", _escape(scope))

    assert answer["outcome"] == {
        "contest": None,
        "success": True,
        "victories": 0,
        "applies": False,
        "broken": False,
    }
    assert odds("test_contain", _escape(scope)) == SURE


@pytest.mark.parametrize("state", ["broken", "lifted"])
def test_what_stands_no_more_is_not_tested(state: str) -> None:
    contain = {"id": "c1", "strength": 2, "scope": {"kind": "demon", "demons": ["d2"]}, "state": state}

    assert refusal("test_contain", {"demon": HELD, "contain": contain}) == (
        "SOR-CONTAIN-07",
        "input.contain.state",
    )
