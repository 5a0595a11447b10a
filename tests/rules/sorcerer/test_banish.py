"""Banishing."""

from typing import Any

import pytest

from tests.rules.sorcerer.asking import effects, odds, play, refusal
from tests.rules.sorcerer.callings import binding, check, parts, rite, rolled

WON = [12, 12, 12, 12, 12, 12, 12, 1, 1, 1, 1, 1]


def _contest(**over: Any) -> dict[str, Any]:
    contest: dict[str, Any] = rolled("banish", rite("banish", **over))["outcome"]["contest"]
    return contest


def test_the_pools_have_their_parts_in_order() -> None:
    contest = _contest(
        sorcerer={"strain_will": 1, "penalties": 2},
        demon={"penalties": 1, "bindings": [binding("otto", 2), binding("mara", 3)]},
        settings={"shared_binding": True},
        modifiers=[{"source": "time", "dice": 1}],
    )

    expected = [("will", 4), ("strain", -1), ("penalties", -2), ("humanity", 3), ("time", 1)]
    assert parts(contest["acting"]) == expected
    assert parts(contest["opposing"]) == [("power", 2), ("will", 3), ("penalties", -1), ("binding", 5)]


def test_a_demon_that_wants_to_go_leaves_out_its_will() -> None:
    assert parts(_contest(resists=False)["opposing"]) == [("power", 2)]


def test_a_snapshot_keeps_humanity_whole() -> None:
    assert parts(_contest(snapshot=True)["acting"]) == [("will", 1), ("humanity", 3)]


@pytest.mark.parametrize("bound", [True, False])
def test_a_banished_demon_stays_bound(bound: bool) -> None:
    given = rite("banish", demon={"bindings": [binding(strength=0)] if bound else []})

    answer = play("banish", given, WON)

    assert (answer["outcome"]["banished"], answer["outcome"]["still_bound"]) == (True, bound)
    assert effects(answer) == [("d1", "state", "banished")]


@pytest.mark.parametrize(
    ("power", "summoned_by", "gains"),
    [(3, None, False), (4, None, True), (4, "otto", True), (4, "mara", False)],
)
def test_only_a_stronger_demon_of_anothers_restores_humanity(
    power: int, summoned_by: str | None, gains: bool
) -> None:
    given = rite("banish", demon={"power": power, "summoned_by": summoned_by}, resists=False)

    outcome = play("banish", given, [12] * 7 + [1] * power)["outcome"]

    assert outcome["due"] == ([check(change="gain", basis="banishment")] if gains else [])


def test_a_failed_banishing_restores_nothing() -> None:
    given = rite("banish", demon={"power": 4}, resists=False)

    answer = play("banish", given, [1] * 7 + [12] * 4)

    assert (answer["outcome"]["due"], answer["effects"]) == ([], [])


@pytest.mark.parametrize(
    ("demon", "over", "clause", "field"),
    [
        (
            {"state": "contacted"},
            {"at_hand": False, "settings": {"banish_needs_presence": True}},
            "SOR-BANISH-01",
            "demon.state",
        ),
        ({}, {"at_hand": False, "settings": {"banish_needs_presence": True}}, "SOR-BANISH-06", "at_hand"),
    ],
)
def test_banishings_that_are_refused(demon: Any, over: Any, clause: str, field: str) -> None:
    assert refusal("banish", rite("banish", demon=demon, **over)) == (clause, f"input.{field}")


def test_a_demon_may_be_far_away_by_default() -> None:
    assert 0 < odds("banish", rite("banish", at_hand=False))["success"] < 1
