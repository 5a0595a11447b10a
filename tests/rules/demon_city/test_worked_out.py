"""Numbers of throws that follow from what all announced: which stats meet, who is distracted, who only defends."""

from typing import Any

import pytest
from msgspec import structs

from rules.demon_city.throwers import Modifier
from rules.demon_city.types import Settings
from rules.demon_city.worked_out import (
    Combatant,
    Remembered,
    WorkedOut,
    number_to_beat,
    work_out,
    work_out_drivers,
)
from rules.kernel.errors import RuleViolation

ANN = Combatant(id="ann", kind="attack", targets=("ghoul",), stats={"agility": 2, "toughness": 3})
BO = Combatant(id="bo", kind="defend", stats={"agility": 5, "toughness": 2})
GHOUL = Combatant(id="ghoul", kind="attack", targets=("bo",), stats={"agility": 2, "toughness": 4})
EVIL_EYE: dict[str, Any] = {"approach": "power", "stat": "calm", "resist": "calm"}


def parts(worked: WorkedOut) -> dict[str, int]:
    return {part.part: part.dice for part in worked.counted.parts}


def counted(*people: Combatant) -> dict[str, dict[str, int]]:
    return {who: parts(one) for who, one in work_out(people, Settings()).items()}


def test_a_clash_of_three_is_counted_from_what_all_announced() -> None:
    assert counted(ANN, BO, GHOUL) == {
        "ann": {"base": 1, "high_stat": 1, "distraction": 1},
        "bo": {"base": 1, "high_stat": 1, "defense": 1},
        "ghoul": {"base": 1},
    }


def test_who_attacks_back_is_met_with_their_attack_and_is_not_distracted() -> None:
    back = structs.replace(GHOUL, targets=("ann",))

    assert counted(ANN, back) == {"ann": {"base": 1}, "ghoul": {"base": 1, "high_stat": 1}}


@pytest.mark.parametrize(
    ("how", "own", "met"),
    [
        ({}, "toughness", "agility"),
        ({"stats": {"toughness": 3, "hand_to_hand": 1}}, "hand_to_hand", "agility"),
        ({"approach": "shoot"}, "agility", "agility"),
        (
            {"approach": "shoot", "skill": "firearms", "stats": {"agility": 1, "firearms": 4}},
            "firearms",
            "agility",
        ),
        ({**EVIL_EYE, "stats": {"calm": 4}}, "calm", "calm"),
    ],
)
def test_the_stats_that_meet_follow_from_how_one_attacks(how: dict[str, Any], own: str, met: str) -> None:
    attacker = structs.replace(ANN, **how)
    target = structs.replace(GHOUL, stats={**GHOUL.stats, "calm": 1})

    worked = work_out([attacker, target], Settings())["ann"]

    assert (worked.stat_name, worked.versus_name, worked.against) == (own, met, "ghoul")
    assert number_to_beat(attacker, target) == target.stats[met]


@pytest.mark.parametrize(
    ("change", "again"),
    [({}, 3), ({"targets": ("bo",)}, None), ({"injured": True}, None), ({"stats": {"toughness": 1}}, None)],
)
def test_the_same_again_has_the_same_number_until_something_changes(
    change: dict[str, Any], again: int | None
) -> None:
    last = Remembered(
        deed="attack", targets=("ghoul",), stat=3, versus=2, sources=("distraction",), injured=False, again=3
    )
    ann = structs.replace(ANN, last=last, **change)

    worked = work_out([ann, BO, GHOUL], Settings())["ann"]

    assert worked.previous == again
    if again:
        assert parts(worked) == {"previous": 3}


def test_a_throw_that_is_lost_below_one_goes_to_the_opponent() -> None:
    weak = structs.replace(GHOUL, targets=("ann",), injured=True, stats={"agility": 2, "toughness": 1})

    found = counted(ANN, weak)

    assert found["ghoul"] == {"base": 1, "injury": -1, "minimum": 1}
    assert found["ann"] == {"base": 1, "high_stat": 1, "from_opponent": 1}


def test_what_is_awarded_counts_and_what_a_clause_forbids_is_refused() -> None:
    blade = Modifier(source="weapon", dice=1)
    armed = structs.replace(ANN, claims=(blade,))
    assert counted(armed, GHOUL)["ann"]["weapon"] == 1

    with pytest.raises(RuleViolation) as refused:
        work_out([structs.replace(ANN, claims=(blade, blade)), GHOUL], Settings())

    assert refused.value.clause == "DEC-CTHROW-19"


def test_drivers_compare_how_well_they_drive() -> None:
    ann = structs.replace(ANN, stats={"driving": 4, "agility": 1})
    worked = work_out_drivers([ann, GHOUL], {"ann": "us", "ghoul": "them"}, Settings())

    assert {who: parts(one) for who, one in worked.items()} == {
        "ann": {"base": 1, "high_stat": 1},
        "ghoul": {"base": 1},
    }
    assert (worked["ann"].stat_name, worked["ghoul"].stat_name) == ("driving", "agility")
