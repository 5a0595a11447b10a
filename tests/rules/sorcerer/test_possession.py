"""Possession."""

from typing import Any

import pytest

from tests.rules.sorcerer.asking import effects, odds, play, refusal


def _given(humanity: int = 1, **over: Any) -> dict[str, Any]:
    return {
        "demon": {"id": "d1", "type": "possessor", "power": 2, "state": "present"},
        "target": {"id": "otto", "stamina": 1, "will": 1, "humanity": humanity},
        **over,
    }


@pytest.mark.parametrize(("humanity", "personality"), [(2, "flickering"), (1, "lost")])
def test_more_victories_than_humanity_put_the_mind_out(humanity: int, personality: str) -> None:
    answer = play("possess", _given(humanity), [9, 8, 1])

    taken = [("d1", "host", "otto"), ("otto", "possessed_by", "d1")]
    assert answer["outcome"]["personality"] == personality
    assert effects(answer) == taken + ([("otto", "state", "lost")] if personality == "lost" else [])


def test_a_tie_leaves_the_target_untouched() -> None:
    answer = play("possess", _given(demon={**_given()["demon"], "power": 1}), [7, 7])

    assert (answer["outcome"]["personality"], answer["effects"]) == ("intact", [])


def test_humanity_resists_in_full() -> None:
    hurt = {**_given()["target"], "penalties": 3}
    answer = play("possess", _given(target=hurt, against="humanity"), [9, 8, 1])

    assert answer["outcome"]["contest"]["opposing"]["parts"] == [{"source": "humanity", "dice": 1}]


@pytest.mark.parametrize(
    ("demon", "clause"),
    [
        ({"type": "parasite", "state": "beyond"}, "SOR-DEMON-17"),
        ({"state": "beyond"}, "SOR-ABIL-10"),
        ({}, "SOR-DEMON-22"),
    ],
)
def test_possessions_that_are_refused(demon: dict[str, Any], clause: str) -> None:
    given = _given(demon={**_given()["demon"], **demon}, host_fits=False)

    assert refusal("possess", given)[0] == clause


def test_the_odds_tell_how_often_the_mind_is_lost() -> None:
    found = odds("possess", _given(humanity=1))

    assert found["lost"] == pytest.approx(found["victories"]["2"])
    assert odds("possess", _given(humanity=2))["lost"] == 0
