"""Summoning."""

from typing import Any

import pytest

from tests.rules.sorcerer.asking import effects, odds, play, refusal
from tests.rules.sorcerer.callings import binding, check, parts, rite

WON = [12, 8, 1, 7, 5]


def test_a_success_brings_the_demon_and_closes_the_contact() -> None:
    answer = play("summon", rite("summon"), WON)

    assert answer["outcome"]["due"] == [check()]
    assert effects(answer) == [
        ("d1", "state", "present"),
        ("d1", "summoned_by", "mara"),
        ("k1", "state", "closed"),
    ]


@pytest.mark.parametrize("draws", [[1, 1, 1, 7, 5], [7, 5, 5, 7, 8]])
def test_a_failure_leaves_all_as_it_was(draws: list[int]) -> None:
    answer = play("summon", rite("summon"), draws)

    assert (answer["outcome"]["free"], answer["outcome"]["due"], answer["effects"]) == (False, [], [])


def test_the_pool_has_its_parts_in_order() -> None:
    given = rite(
        "summon",
        sorcerer={"strain_will": 1, "penalties": 1},
        demon={"bindings": [binding(strength=3)]},
        immediate=True,
        modifiers=[{"source": "sacrifice", "dice": 1}],
    )

    found = odds("summon", given)
    contest = play("summon", given, [12, 8, 1, 7, 5, 3, 2, 1, 1])["outcome"]["contest"]

    assert 0 < found["success"] < 1
    assert parts(contest["acting"]) == [
        ("will", 4),
        ("humanity", -1),
        ("strain", -1),
        ("penalties", -1),
        ("binding", 3),
        ("rollover", 2),
        ("sacrifice", 1),
    ]


def test_a_retry_does_not_weaken_the_roll_itself() -> None:
    contest = play("summon", rite("summon", retry=True), WON)["outcome"]["contest"]

    assert parts(contest["acting"]) == [("will", 4), ("humanity", -1)]


@pytest.mark.parametrize(
    ("bindings", "contained", "bound", "free"),
    [([], False, False, True), ([], True, False, False), ([binding("otto")], False, True, False)],
)
def test_a_demon_is_free_unless_bound_or_contained(
    bindings: list[Any], contained: bool, bound: bool, free: bool
) -> None:
    given = rite("summon", demon={"bindings": bindings}, contained=contained)

    outcome = play("summon", given, WON)["outcome"]

    assert (outcome["bound"], outcome["free"]) == (bound, free)


@pytest.mark.parametrize(
    ("demon", "over", "clause", "field"),
    [
        ({"state": "present"}, {}, "SOR-SUMMON-01", "demon.state"),
        ({}, {"contact": {"id": "k1", "victories": 2, "state": "closed"}}, "SOR-SUMMON-01", "contact.state"),
        ({}, {"immediate": True, "retry": True}, "SOR-SUMMON-06", "immediate"),
    ],
)
def test_summonings_that_are_refused(demon: Any, over: Any, clause: str, field: str) -> None:
    assert refusal("summon", rite("summon", demon=demon, **over)) == (clause, f"input.{field}")
