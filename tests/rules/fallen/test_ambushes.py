"""Ambushes."""

from typing import Any

import pytest

from tests.rules.fallen.asking import effects, parts, play, refusal


def _ambush(attacker: dict[str, Any] | None = None, target: dict[str, Any] | None = None, **more: Any) -> Any:
    return {
        "attacker": {"id": "ana", "dexterity": 2, **(attacker or {})},
        "target": {"id": "bo", "perception": 2, **(target or {})},
        **more,
    }


def test_a_botch_is_spotted_whatever_the_target_rolled() -> None:
    outcome = play("ambush", _ambush(), [1, 2, 2, 2])["outcome"]

    assert (outcome["result"], outcome["free_attack"], outcome["target_may_defend"]) == (
        "spotted",
        False,
        True,
    )


def test_no_successes_on_either_side_are_a_tie() -> None:
    answer = play("ambush", _ambush(), [2, 2, 1, 2])

    assert answer["outcome"]["result"] == "tie"
    assert "FAL-AMBUSH-08" in answer["clauses"]


@pytest.mark.parametrize("senseless", [{"unconscious": True}, {"lethal": 7}])
def test_the_senseless_notice_nothing(senseless: dict[str, Any]) -> None:
    notice = {"modifiers": [{"source": "power", "dice": 3}]}
    given = _ambush(target=senseless, notice=notice)
    del given["target"]["perception"]

    answer = play("ambush", given, [6, 7])

    assert parts(answer["outcome"]["target"]["pool"]) == {"perception": 0, "alertness": 0}
    assert (answer["outcome"]["result"], answer["outcome"]["extra"]) == ("surprise", 1)


def test_whoever_was_in_combat_stays_so_without_a_word() -> None:
    attacker = {"in_combat": True, "willpower": 1}

    answer = play("ambush", _ambush(attacker, stealth={"willpower": True}), [6, 2, 2, 2])

    assert effects(answer) == [("ana", "willpower", "-1"), ("bo", "in_combat", True)]


@pytest.mark.parametrize(
    ("given", "clause"),
    [
        (_ambush({"prone": True}, {"dead": True}), "FAL-KNOCK-07"),
        (_ambush({}, {"dead": True, "in_combat": True}), "FAL-HEALTH-07"),
        (_ambush({}, {"unconscious": True, "willpower": 1}, notice={"willpower": True}), "FAL-AMBUSH-08"),
        (_ambush({}, {}, notice={"willpower": True}), "FAL-POOL-10"),
        (_ambush({"dexterity": 0}), "FAL-POOL-05"),
    ],
)
def test_an_ambush_has_its_rules(given: dict[str, Any], clause: str) -> None:
    assert refusal("ambush", given)[0] == clause
