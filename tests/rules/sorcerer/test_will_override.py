"""Sheer will, first sights and guns made ready."""

from typing import Any

import pytest

from tests.rules.sorcerer.asking import effects, odds, play, refusal
from tests.rules.sorcerer.callings import parts

IDA = {"id": "ida", "lore": 1, "stamina": 3, "will": 2, "penalties": 4}


def _override(dice: int = 2, **over: Any) -> dict[str, Any]:
    return {"character": {**IDA, **over}, "dice": dice}


@pytest.mark.parametrize(
    ("draws", "won"), [([9, 3, 8, 2], True), ([3, 1, 8, 2], False), ([8, 2, 8, 2], False)]
)
def test_only_a_success_gives_the_dice(draws: list[int], won: bool) -> None:
    answer = play("will_override", _override(), draws)

    assert answer["outcome"]["override"] == (2 if won else 0)
    assert effects(answer) == [("ida", "tried", True), *([("ida", "override", 2)] if won else [])]


@pytest.mark.parametrize("penalties", [3, 6])
def test_an_override_is_open_from_stamina_to_twice_stamina(penalties: int) -> None:
    assert 0 < odds("will_override", _override(penalties=penalties))["success"] < 1


@pytest.mark.parametrize(
    ("given", "clause", "field"),
    [
        (_override(kind="demon", penalties=0), "SOR-WILL-01", "character.kind"),
        (_override(lore=0, penalties=9), "SOR-WILL-01", "character.lore"),
        (_override(9, penalties=2), "SOR-WILL-01", "character.penalties"),
        (_override(9, penalties=7), "SOR-WILL-02", "character.penalties"),
        (_override(4, tried=True), "SOR-WILL-03", "dice"),
        (_override(3, tried=True), "SOR-WILL-06", "character.tried"),
    ],
)
def test_overrides_that_are_refused(given: dict[str, Any], clause: str, field: str) -> None:
    assert refusal("will_override", given) == (clause, f"input.{field}")


def _sight(**over: Any) -> dict[str, Any]:
    demon = {"id": "d1", "power": 3, "penalties": 1}
    joe = {"id": "joe", "will": 3, "strain_will": 1, "penalties": 1}
    return {"demon": demon, "character": joe, "occasion": "new_type", **over}


@pytest.mark.parametrize(("reduce", "shock"), [(0, 2), (1, 1), (2, 0), (9, 0)])
def test_a_first_sight_shocks_by_its_victories(reduce: int, shock: int) -> None:
    answer = play("first_sight", _sight(reduce=reduce, settings={"shock": "fade"}), [9, 8, 1])

    assert parts(answer["outcome"]["contest"]["acting"]) == [("power", 3), ("penalties", -1)]
    assert parts(answer["outcome"]["contest"]["opposing"]) == [("will", 3), ("strain", -1), ("penalties", -1)]
    assert (answer["outcome"]["shock"], answer["outcome"]["lasts"]) == (shock, "fade")
    assert effects(answer) == ([("joe", "shock", shock)] if shock else [])


def test_who_stands_the_sight_is_not_shocked() -> None:
    answer = play("first_sight", _sight(), [3, 1, 9])

    assert (answer["outcome"]["success"], answer["outcome"]["shock"], answer["effects"]) == (False, 0, [])


def _gun(step: str, drawn: bool, aimed_at: str | None = None, target: str | None = None) -> dict[str, Any]:
    gun = {"id": "g1", "drawn": drawn, "aimed_at": aimed_at}
    return {"character": "ida", "gun": gun, "step": step, "target": target}


@pytest.mark.parametrize(
    ("given", "rounds", "aimed_at", "effect"),
    [
        (_gun("draw", False), 1, None, ("g1", "drawn", True)),
        (_gun("aim", True, "otto", "eve"), 1, "eve", ("g1", "aimed_at", "eve")),
        (_gun("lose_aim", True, "eve"), 0, None, ("g1", "aimed_at", None)),
    ],
)
def test_a_gun_is_made_ready_step_by_step(
    given: dict[str, Any], rounds: int, aimed_at: str | None, effect: tuple[str, str, Any]
) -> None:
    answer = play("ready_gun", given)

    assert answer["outcome"] == {"rounds": rounds, "drawn": True, "aimed_at": aimed_at}
    assert effects(answer) == [effect]


@pytest.mark.parametrize(
    ("given", "clause", "field"),
    [
        (_gun("draw", True), "SOR-GUN-01", "gun.drawn"),
        (_gun("aim", False, None, "eve"), "SOR-GUN-02", "gun.drawn"),
        (_gun("aim", True, "eve", "eve"), "SOR-GUN-02", "target"),
        (_gun("lose_aim", True), "SOR-GUN-02", "gun.aimed_at"),
        (_gun("aim", True), "invalid_input", "target"),
        (_gun("draw", False, None, "eve"), "invalid_input", "target"),
    ],
)
def test_steps_that_are_refused(given: dict[str, Any], clause: str, field: str) -> None:
    assert refusal("ready_gun", given) == (clause, f"input.{field}")
