"""The stats that meet in an attack, and advantages along a chain."""

from typing import Any

import pytest

from tests.rules.demon_city.asking import outcome, refusal


def _attack(approach: str, mine: dict[str, int], theirs: dict[str, int], **rest: Any) -> dict[str, Any]:
    return {
        "approach": approach,
        "attacker": {"id": "ann", "stats": mine},
        "target": {"id": "bill", "stats": theirs},
        **rest,
    }


@pytest.mark.parametrize(
    ("given", "stat", "resist", "high"),
    [
        (_attack("close", {"toughness": 3}, {"agility": 2}), "toughness", "agility", "ann"),
        (
            _attack("close", {"toughness": 5, "hand_to_hand": 1}, {"agility": 1, "hand_to_hand": 4}),
            "hand_to_hand",
            "hand_to_hand",
            None,
        ),
        (
            _attack("close", {"toughness": 1}, {"agility": 4}, facing="defend"),
            "toughness",
            "agility",
            "bill",
        ),
        (_attack("shoot", {"agility": 2, "firearms": 4}, {"agility": 2}), "agility", "agility", None),
        (
            _attack(
                "shoot", {"agility": 2, "firearms": 4}, {"agility": 2, "hand_to_hand": 9}, skill="firearms"
            ),
            "firearms",
            "agility",
            "ann",
        ),
        (
            _attack("shoot", {"agility": 2}, {"agility": 1}, skill="exotic_weapons"),
            "agility",
            "agility",
            "ann",
        ),
        (
            _attack("power", {"will": 3}, {"calm": 3}, stat="will", resist="calm", facing="defend"),
            "will",
            "calm",
            None,
        ),
        (
            _attack("close", {"toughness": 3}, {"toughness": 2}, resist="toughness"),
            "toughness",
            "toughness",
            "ann",
        ),
    ],
)
def test_the_stats_of_an_attack(given: dict[str, Any], stat: str, resist: str, high: str | None) -> None:
    found = outcome("combat_stats", given)

    assert (found["stat_name"], found["resist_name"], found["high_stat"]) == (stat, resist, high)
    assert found["beat"] == found["resist"] == found["versus"]


def test_one_who_attacks_back_is_compared_by_that_attack() -> None:
    given = _attack(
        "shoot", {"agility": 3}, {"agility": 5, "will": 4}, facing="back", target_approach="power"
    )

    found = outcome("combat_stats", {**given, "target_stat": "will"} | {"target_approach": "power"})

    assert (found["versus"], found["versus_name"], found["beat"], found["high_stat"]) == (
        4,
        "will",
        5,
        "bill",
    )


@pytest.mark.parametrize(
    ("given", "field"),
    [
        (_attack("close", {}, {"agility": 2}), "input.attacker.stats"),
        (_attack("close", {"toughness": 2}, {}), "input.target.stats"),
        (_attack("close", {"toughness": 2}, {"agility": 2}, skill="firearms"), "input.skill"),
        (_attack("close", {"toughness": 2}, {"agility": 2}, stat="will"), "input.stat"),
        (_attack("power", {"will": 2}, {"agility": 2}, resist="agility"), "input.stat"),
        (_attack("power", {"will": 2}, {"agility": 2}, stat="will"), "input.resist"),
        (_attack("close", {"toughness": 2}, {"agility": 2}, facing="back"), "input.target_approach"),
        (
            _attack("close", {"toughness": 2}, {"agility": 2}, target_approach="close"),
            "input.target_approach",
        ),
        (_attack("close", {"toughness": 2}, {"agility": 2}, target_skill="firearms"), "input.target_skill"),
        (_attack("close", {"toughness": 100}, {"agility": 2}), "input.attacker.stats"),
        (
            _attack("close", {"toughness": 2}, {"agility": 2}, facing="back", target_approach="power"),
            "input.target_stat",
        ),
    ],
)
def test_an_attack_is_not_understood(given: dict[str, Any], field: str) -> None:
    assert refusal("combat_stats", given) == ("invalid_input", field)


def _chain(*pairs: tuple[str, str]) -> dict[str, Any]:
    return {"cause": "hill", "holders": [{"id": one, "over": other} for one, other in pairs]}


def test_a_chain_counts_from_its_foot() -> None:
    found = outcome("relative_advantage", _chain(("c", "b"), ("b", "a"), ("x", "y"), ("d", "c")))

    assert [(one["id"], one["dice"], one["foe_dice"]) for one in found["extra"]] == [
        ("c", 2, 1),
        ("b", 1, 0),
        ("x", 1, 0),
        ("d", 3, 2),
    ]


def test_a_very_long_chain_is_followed_link_by_link() -> None:
    length = 20_000
    found = outcome("relative_advantage", _chain(*((str(n), str(n + 1)) for n in range(length))))

    assert [one["dice"] for one in found["extra"]] == list(range(length, 0, -1))


@pytest.mark.parametrize(
    "pairs", [[("a", "a")], [("a", "b"), ("b", "a")], [("x", "a"), ("a", "b"), ("b", "a")]]
)
def test_a_circle_is_refused(pairs: list[tuple[str, str]]) -> None:
    assert refusal("relative_advantage", _chain(*pairs))[0] == "DEC-CTHROW-06"


def test_nobody_has_one_advantage_twice() -> None:
    assert refusal("relative_advantage", _chain(("a", "b"), ("a", "c"))) == ("invalid_input", "input.holders")


def test_nobody_may_have_it() -> None:
    assert outcome("relative_advantage", _chain())["extra"] == []
