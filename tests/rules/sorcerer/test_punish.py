"""Punishing, and throwing it off."""

from typing import Any

import pytest

from tests.rules.sorcerer.asking import effects, odds, play, refusal, without_draws
from tests.rules.sorcerer.callings import binding, parts, rite, rolled

OWN = {"bindings": [binding()]}
WEAK = {"id": "d1", "stamina": 3, "punishment": 2}


@pytest.mark.parametrize(("amount", "lost"), [(2, 2), (4, 3)])
def test_ones_own_demon_loses_what_is_asked(amount: int, lost: int) -> None:
    given = rite("punish", sorcerer={"penalties": 9, "strain_will": 2}, demon=OWN, amount=amount)

    answer = without_draws("punish", given)

    outcome = answer["outcome"]
    assert (outcome["contest"], outcome["success"], outcome["lost"]) == (None, True, lost)
    assert outcome["power"] == {"before": 3, "after": 3 - lost}
    assert effects(answer) == [("d1", "power", f"-{lost}"), ("d1", "punishment", f"+{lost}")]
    assert odds("punish", given)["success"] == 1


def test_a_demon_without_power_has_none_to_lose() -> None:
    answer = play("punish", rite("punish", demon={**OWN, "power": 0}, amount=4))

    assert (answer["outcome"]["lost"], answer["effects"]) == (0, [])


@pytest.mark.parametrize(
    ("demon", "clause"), [({}, "SOR-PUNISH-03"), ({"bindings": [binding("otto")]}, "SOR-PUNISH-04")]
)
def test_others_oppose_with_stamina_and_binding(demon: dict[str, Any], clause: str) -> None:
    given = rite(
        "punish",
        sorcerer={"strain_will": 1, "penalties": 1},
        demon={**demon, "penalties": 1},
        retry=True,
        modifiers=[{"source": "good_play", "dice": 2}],
    )

    answer = rolled("punish", given)

    contest = answer["outcome"]["contest"]
    tie = [("binding", 2)] if demon else []
    expected = [("will", 4), ("strain", -2), ("penalties", -1), ("good_play", 2)]
    assert parts(contest["acting"]) == expected
    assert parts(contest["opposing"]) == [("stamina", 2), ("penalties", -1), *tie]
    assert clause in answer["clauses"]


def test_no_more_is_lost_than_there_was() -> None:
    answer = play("punish", rite("punish", demon={"power": 1}), [9, 9, 9, 1, 8, 2])

    assert (answer["outcome"]["victories"], answer["outcome"]["lost"]) == (3, 1)


def test_a_failure_takes_nothing() -> None:
    answer = play("punish", rite("punish"), [1, 1, 1, 1, 8, 2])

    assert (answer["outcome"]["success"], answer["outcome"]["lost"], answer["effects"]) == (False, 0, [])


@pytest.mark.parametrize(
    ("over", "clause", "field"),
    [
        ({"demon": {**OWN, "state": "banished"}, "amount": 9}, "SOR-PUNISH-01", "demon.state"),
        ({"demon": OWN, "amount": 9, "retry": True}, "SOR-PUNISH-02", "retry"),
        (
            {"demon": OWN, "amount": 9, "modifiers": [{"source": "price", "dice": -1}]},
            "SOR-PUNISH-02",
            "modifiers",
        ),
        (
            {"demon": OWN, "amount": 1, "opposing_modifiers": [{"source": "price", "dice": -1}]},
            "SOR-PUNISH-02",
            "opposing_modifiers",
        ),
        ({"demon": OWN, "amount": 5}, "SOR-PUNISH-02", "amount"),
        ({"demon": OWN, "amount": 2, "snapshot": True}, "SOR-PUNISH-02", "amount"),
        ({"demon": OWN}, "invalid_input", "amount"),
        ({"amount": 1}, "invalid_input", "amount"),
        ({"demon": {"bindings": [binding("otto")]}, "amount": 1}, "invalid_input", "amount"),
    ],
)
def test_punishings_that_are_refused(over: dict[str, Any], clause: str, field: str) -> None:
    assert refusal("punish", rite("punish", **over)) == (clause, f"input.{field}")


def test_no_more_comes_back_than_is_missing() -> None:
    answer = play("recover_power", {"demon": WEAK, "days_since": 1}, [9, 9, 9, 2, 2])

    assert (answer["outcome"]["victories"], answer["outcome"]["restored"]) == (3, 2)
    assert effects(answer) == [("d1", "power", "+2"), ("d1", "punishment", "-2")]


def test_a_failed_recovery_gives_nothing_back() -> None:
    answer = play("recover_power", {"demon": WEAK, "days_since": 1}, [2, 2, 2, 9, 9])

    assert (answer["outcome"]["punishment"], answer["effects"]) == (2, [])


@pytest.mark.parametrize(
    ("given", "clause"),
    [
        ({"demon": {**WEAK, "punishment": 0}, "days_since": 0}, "SOR-PUNISH-08"),
        ({"demon": WEAK, "days_since": 0}, "SOR-PUNISH-09"),
        ({"demon": WEAK, "days_since": 6, "settings": {"power_recovery_days": 7}}, "SOR-PUNISH-09"),
    ],
)
def test_recoveries_that_are_refused(given: dict[str, Any], clause: str) -> None:
    assert refusal("recover_power", given)[0] == clause
