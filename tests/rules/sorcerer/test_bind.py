"""Binding."""

from typing import Any

import pytest

from tests.rules.sorcerer.asking import effects, odds, play, refusal
from tests.rules.sorcerer.callings import binding, check, parts, rite, rolled


def _rolled(**over: Any) -> dict[str, Any]:
    outcome: dict[str, Any] = rolled("bind", rite("bind", **over))["outcome"]
    return outcome


@pytest.mark.parametrize(
    ("draws", "favor", "strength"),
    [
        ([12, 11, 2, 1, 9, 9, 3], "sorcerer", 2),
        ([8, 2, 1, 1, 9, 9, 3], "demon", 2),
        ([9, 3, 2, 1, 9, 3, 2], "sorcerer", 1),
    ],
)
def test_the_binding_stands_whoever_wins(draws: list[int], favor: str, strength: int) -> None:
    outcome = play("bind", rite("bind"), draws)["outcome"]

    assert (outcome["favor"], outcome["strength"], outcome["due"]) == (favor, strength, [check()])


@pytest.mark.parametrize(
    ("scores", "strains", "snapshot", "taken"),
    [
        (["stamina", "will", "lore"], {}, False, "will"),
        (["stamina", "will", "lore"], {"strain_will": 1}, False, "stamina"),
        (["lore", "stamina"], {}, False, "lore"),
        (["stamina", "lore"], {"strain_stamina": 1}, True, "lore"),
        (["stamina", "will"], {}, True, "will"),
        (["lore", "will"], {"strain_will": 1}, True, "lore"),
        (["lore", "will"], {"strain_will": 2}, True, "lore"),
    ],
)
def test_the_score_with_most_dice_is_taken(
    scores: list[str], strains: dict[str, int], snapshot: bool, taken: str
) -> None:
    outcome = _rolled(sorcerer=strains, scores=scores, snapshot=snapshot)

    assert outcome["score"] == taken


def test_a_snapshot_makes_the_score_that_was_taken_one_die() -> None:
    given = rite("bind", scores=["stamina", "will"], snapshot=True)

    answer = rolled("bind", given)

    assert parts(answer["outcome"]["contest"]["acting"])[0] == ("will", 1)
    assert ("b1", "score", "will") in effects(answer)
    assert odds("bind", given) == odds("bind", {**given, "scores": ["will"]})


def test_the_pool_has_its_parts_in_order() -> None:
    outcome = _rolled(
        sorcerer={"strain_will": 1, "penalties": 1},
        demon={"penalties": 1},
        need_met=False,
        desire_met=True,
        modifiers=[{"source": "drugs", "dice": 4}],
    )

    assert parts(outcome["contest"]["acting"]) == [
        ("will", 4),
        ("strain", -1),
        ("penalties", -1),
        ("need", -5),
        ("desire", 2),
        ("drugs", 4),
    ]
    assert parts(outcome["contest"]["opposing"]) == [("will", 3), ("penalties", -1)]


def test_lore_of_a_layman_counts_as_one() -> None:
    outcome = _rolled(sorcerer={"lore": 0}, scores=["lore"])

    assert parts(outcome["contest"]["acting"]) == [("lore", 1)]


@pytest.mark.parametrize(
    ("demon", "over", "clause", "field"),
    [
        ({"state": "contacted"}, {"willing": False}, "SOR-BIND-01", "demon.state"),
        ({"bindings": [binding("otto")]}, {"willing": False}, "SOR-BIND-10", "demon.bindings"),
        ({}, {"willing": False}, "SOR-BIND-15", "willing"),
        (
            {"bindings": [binding("otto"), binding()]},
            {"settings": {"shared_binding": True}},
            "SOR-BIND-10",
            "demon.bindings",
        ),
    ],
)
def test_bindings_that_are_refused(demon: Any, over: Any, clause: str, field: str) -> None:
    assert refusal("bind", rite("bind", demon=demon, **over)) == (clause, f"input.{field}")


@pytest.mark.parametrize(
    ("demon", "over"),
    [
        ({"bindings": [binding("otto")]}, {"settings": {"shared_binding": True}}),
        ({}, {"willing": False, "settings": {"unwilling_binding": True}}),
    ],
)
def test_settings_open_what_is_refused_otherwise(demon: Any, over: Any) -> None:
    assert _rolled(demon=demon, **over)["due"] == [check()]


@pytest.mark.parametrize(("scores", "field"), [([], "scores"), (["will", "will"], "scores")])
def test_scores_are_some_and_distinct(scores: list[str], field: str) -> None:
    assert refusal("bind", rite("bind", scores=scores)) == ("invalid_input", f"input.{field}")


def test_the_odds_tell_the_strength_in_favour_of_either() -> None:
    found = odds("bind", rite("bind"))

    assert sum(found["victories"].values()) == pytest.approx(found["success"])
    assert sum(found["opposing_victories"].values()) == pytest.approx(found["failure"])


@pytest.mark.parametrize("is_met", [True, False])
def test_an_unmet_need_is_cited_where_it_takes_dice(is_met: bool) -> None:
    answer = rolled("bind", rite("bind", need_met=is_met))

    assert ("SOR-BIND-05" in answer["clauses"]) == (not is_met)
