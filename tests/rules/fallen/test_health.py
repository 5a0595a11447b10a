"""Marking and healing levels."""

from typing import Any

import pytest

from tests.rules.fallen.asking import effects, play, refusal


def _marked(marks: dict[str, int], levels: int, kind: str, **settings: Any) -> dict[str, Any]:
    given = {"target": {"id": "bo", **marks}, "levels": levels, "damage_kind": kind, "settings": settings}
    return play("apply_damage", given)


def test_the_gravest_marks_stand_first() -> None:
    health = _marked({"bashing": 2, "lethal": 1}, 2, "aggravated")["outcome"]["health"]

    assert "".join(health["track"]) == "**LBB--"
    assert (health["level"], health["penalty"]) == ("mauled", 2)


@pytest.mark.parametrize(
    ("marks", "levels", "kind", "after", "upgraded", "overflow"),
    [
        ({"bashing": 7}, 2, "aggravated", (5, 0, 2), 2, 0),
        ({"bashing": 7}, 2, "lethal", (5, 2, 0), 2, 0),
        ({"bashing": 1, "lethal": 6}, 2, "bashing", (0, 7, 0), 1, 1),
        ({"lethal": 7}, 3, "bashing", (0, 7, 0), 0, 3),
    ],
)
def test_a_full_track_gets_worse_and_then_kills(
    marks: dict[str, int], levels: int, kind: str, after: tuple[int, int, int], upgraded: int, overflow: int
) -> None:
    health = _marked(marks, levels, kind)["outcome"]["health"]

    assert (health["bashing"], health["lethal"], health["aggravated"]) == after
    assert (health["upgraded"], health["overflow"], health["dead"]) == (upgraded, overflow, overflow > 0)
    assert health["incapacitated"] is (overflow == 0)


def test_a_campaign_may_let_lethal_marks_get_worse_first() -> None:
    answer = _marked({"lethal": 6, "aggravated": 1}, 8, "bashing", overflow="upgrade")

    health = answer["outcome"]["health"]
    assert (health["aggravated"], health["upgraded"], health["overflow"]) == (7, 6, 2)
    assert effects(answer) == [("bo", "lethal", "-6"), ("bo", "aggravated", "+6"), ("bo", "dead", True)]


def test_no_levels_mark_nothing() -> None:
    answer = _marked({}, 0, "lethal")

    assert (answer["outcome"]["health"]["level"], answer["effects"]) == ("unhurt", [])


def test_the_dead_are_neither_hurt_nor_healed() -> None:
    dead = {"id": "bo", "dead": True}

    assert (
        refusal("apply_damage", {"target": dead, "levels": 1, "damage_kind": "lethal"})[0] == "FAL-HEALTH-07"
    )
    assert refusal("heal", {"patient": {**dead, "kind": "mortal"}, "hours": 1})[0] == "FAL-HEALTH-07"


def test_more_than_seven_marks_are_no_track() -> None:
    target = {"id": "bo", "bashing": 4, "lethal": 4}

    assert refusal("apply_damage", {"target": target, "levels": 1, "damage_kind": "lethal"}) == (
        "invalid_input",
        "input.target.aggravated",
    )


def _healed(patient: dict[str, Any], hours: int, **settings: Any) -> dict[str, Any]:
    return play(
        "heal", {"patient": {"id": "bo", "kind": "mortal", **patient}, "hours": hours, "settings": settings}
    )


def test_hours_are_saved_until_a_level_is_paid() -> None:
    answer = _healed({"lethal": 2, "heal_hours": 10}, 20)

    assert answer["outcome"]["next"] == {"level": "hurt", "kind": "lethal", "hours": 72}
    assert effects(answer) == [("bo", "heal_hours", 30)]


def test_the_place_on_the_track_sets_the_price() -> None:
    answer = _healed({"bashing": 1, "lethal": 2}, 1 + 72 + 5)

    assert answer["outcome"]["healed"] == {"bashing": 1, "lethal": 1, "aggravated": 0}
    assert (answer["outcome"]["heal_hours"], answer["outcome"]["next"]["hours"]) == (5, 24)


def test_saved_hours_lapse_with_the_last_wound() -> None:
    answer = _healed({"bashing": 1, "heal_hours": 5}, 10)

    assert (answer["outcome"]["next"], answer["outcome"]["permanent"]) == (None, False)
    assert effects(answer) == [("bo", "bashing", "-1"), ("bo", "heal_hours", 0)]


def test_demons_heal_aggravated_wounds_as_lethal_ones() -> None:
    answer = _healed(
        {"kind": "demon", "aggravated": 2}, 75, heal_hours={"demon_lethal": [1, 2, 3, 4, 5, 6, 7]}
    )

    assert answer["outcome"]["healed"]["aggravated"] == 2
    assert {"FAL-HEALTH-10", "FAL-TYPE-05"} <= set(answer["clauses"])


def test_a_wound_that_can_still_heal_is_not_permanent_yet() -> None:
    outcome = _healed({"bashing": 5, "aggravated": 2}, 1)["outcome"]

    assert (outcome["permanent"], outcome["next"]["kind"], outcome["heal_hours"]) == (False, "bashing", 1)


def test_a_list_of_hours_has_seven() -> None:
    given = {
        "patient": {"id": "bo", "kind": "mortal"},
        "hours": 1,
        "settings": {"heal_hours": {"mortal_lethal": [1]}},
    }

    assert refusal("heal", given) == ("invalid_input", "input.settings.heal_hours.mortal_lethal")
