"""Humanity checks, and reading another's Humanity."""

from typing import Any

import pytest

from tests.rules.sorcerer.asking import effects, odds, play, refusal


def _check(**over: Any) -> dict[str, Any]:
    return {"character": {"id": "mara", "humanity": 1}, "change": "loss", "basis": "thematic", **over}


def _read(**over: Any) -> dict[str, Any]:
    return {"sorcerer": {"id": "mara", "lore": 1}, "target": {"id": "otto", "humanity": 1}, **over}


def test_losing_a_check_costs_one_point() -> None:
    answer = play("humanity_check", _check(character={"id": "mara", "humanity": 2}), [1, 2, 9, 8])

    assert answer["outcome"]["contest"]["victories"] == 2
    assert effects(answer) == [("mara", "humanity", "-1")]


def test_winning_a_loss_check_gains_nothing() -> None:
    answer = play("humanity_check", _check(), [9, 2])

    assert (answer["outcome"]["delta"], answer["outcome"]["after"]) == (0, 1)
    assert answer["effects"] == []


@pytest.mark.parametrize(
    ("setting", "control"), [("gm_permanent", ["gm"]), ("gm_temporary", ["gm_temporary"]), ("none", [])]
)
def test_at_zero_the_setting_says_who_plays_on(setting: str, control: list[str]) -> None:
    answer = play("humanity_check", _check(settings={"humanity_zero": setting}), [2, 3])

    assert answer["outcome"]["zeroed"] is True
    assert [what for _, field, what in effects(answer) if field == "control"] == control


@pytest.mark.parametrize(
    ("over", "clause"),
    [
        ({"character": {"id": "mara", "humanity": 0}, "chosen": False}, "SOR-HUMANITY-13"),
        (
            {"change": "gain", "basis": "ritual", "demon": {"id": "d", "power": 3}, "chosen": False},
            "SOR-HUMANITY-06",
        ),
        ({"basis": "banishment", "demon": {"id": "d", "power": 3}, "chosen": False}, "SOR-HUMANITY-10"),
        ({"chosen": False}, "SOR-HUMANITY-05"),
        ({"change": "gain", "chosen": False}, "SOR-HUMANITY-09"),
        (
            {
                "change": "gain",
                "basis": "banishment",
                "demon": {"id": "d", "power": 3, "summoned_by": "mara"},
            },
            "SOR-BANISH-10",
        ),
        ({"change": "gain", "basis": "banishment", "demon": {"id": "d", "power": 1}}, "SOR-BANISH-10"),
        ({"demon": {"id": "d", "power": 3}}, "invalid_input"),
        ({"basis": "ritual"}, "invalid_input"),
    ],
)
def test_checks_that_are_not_allowed(over: dict[str, Any], clause: str) -> None:
    assert refusal("humanity_check", _check(**over))[0] == clause


def test_a_missing_demon_is_named_by_its_path() -> None:
    assert refusal("humanity_check", _check(basis="ritual")) == ("invalid_input", "input.demon")


def test_the_odds_of_a_check_tell_the_change() -> None:
    loss, gain = odds("humanity_check", _check()), odds("humanity_check", _check(change="gain"))

    assert loss["delta"] == {"-1": pytest.approx(66 / 144), "0": pytest.approx(78 / 144)}
    assert gain["delta"] == {"0": pytest.approx(78 / 144), "1": pytest.approx(66 / 144)}


def test_a_reading_that_fails_tells_nothing() -> None:
    answer = play("perceive_humanity", _read(), [3, 3])

    assert (answer["outcome"]["success"], answer["outcome"]["humanity"]) == (False, None)


def test_strain_and_penalties_cloud_a_reading() -> None:
    worn = {"id": "mara", "lore": 4, "strain_lore": 1, "penalties": 2}
    answer = play("perceive_humanity", _read(sorcerer=worn), [9, 1])

    assert answer["outcome"]["contest"]["acting"]["parts"] == [
        {"source": "lore", "dice": 4},
        {"source": "strain", "dice": -1},
        {"source": "penalties", "dice": -2},
    ]


@pytest.mark.parametrize(
    ("over", "field"),
    [
        ({"sorcerer": {"id": "mara", "kind": "demon", "lore": 0}}, "input.sorcerer.kind"),
        ({"sorcerer": {"id": "otto", "lore": 0}}, "input.sorcerer.lore"),
        ({"sorcerer": {"id": "otto", "lore": 2}}, "input.target.id"),
    ],
)
def test_who_may_not_read_humanity(over: dict[str, Any], field: str) -> None:
    assert refusal("perceive_humanity", _read(**over)) == ("SOR-HUMANITY-03", field)
