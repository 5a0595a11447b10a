"""Damage rolls, soak rolls, armor."""

from typing import Any

import pytest

from tests.rules.fallen.asking import effects, parts, play, refusal

ANA = {"id": "ana", "strength": 2}
KNIFE = {"id": "knife", "dice": 1, "kind": "lethal", "strength": True}
GUN = {"id": "gun", "dice": 4, "kind": "lethal"}
VEST = {"id": "vest", "rating": 2}


def _damage(maneuver: str, dice: int, **more: Any) -> dict[str, Any]:
    outcome: dict[str, Any] = play(
        "damage", {"attacker": ANA, "maneuver": maneuver, "net": 1, **more}, [6] * dice
    )["outcome"]
    return outcome


@pytest.mark.parametrize(
    ("maneuver", "more", "expected", "kind"),
    [
        ("strike", {}, {"strength": 2}, "bashing"),
        ("tackle", {}, {"strength": 2, "maneuver": 1}, "bashing"),
        ("weapon_strike", {"weapon": KNIFE}, {"strength": 2, "weapon": 1}, "lethal"),
        ("shot", {"weapon": GUN, "attacker": {"id": "ana"}}, {"weapon": 4}, "lethal"),
        ("disarm", {}, {"strength": 2}, "bashing"),
        ("disarm", {"weapon": KNIFE}, {"strength": 2, "weapon": 1}, "lethal"),
        ("kick", {"weapon": KNIFE}, {"strength": 2, "maneuver": 1}, "bashing"),
        ("strike", {"damage_kind": "aggravated"}, {"strength": 2}, "aggravated"),
        (
            "strike",
            {"net": 3, "settings": {"extra_successes": "all"}},
            {"strength": 2, "extra": 3},
            "bashing",
        ),
    ],
)
def test_a_maneuver_has_its_own_damage(
    maneuver: str, more: dict[str, Any], expected: dict[str, int], kind: str
) -> None:
    outcome = _damage(maneuver, sum(expected.values()), **more)

    assert (parts(outcome["pool"]), outcome["kind"]) == (expected, kind)


@pytest.mark.parametrize(
    ("custom", "more", "expected", "kind"),
    [
        ({"damage": "strength", "dice": 0}, {}, {"strength": 2}, "lethal"),
        ({"damage": "strength", "dice": 2}, {}, {"strength": 2, "maneuver": 2}, "lethal"),
        ({"damage": "dice", "dice": 3}, {}, {"maneuver": 3}, "lethal"),
        ({"damage": "dice"}, {"net": 2}, {"maneuver": 0, "extra": 1}, "lethal"),
        (
            {"damage": "weapon", "dice": 1},
            {"weapon": {**GUN, "kind": "bashing"}},
            {"weapon": 4, "maneuver": 1},
            "bashing",
        ),
    ],
)
def test_a_maneuver_of_ones_own_has_what_it_was_given(
    custom: dict[str, Any], more: dict[str, Any], expected: dict[str, int], kind: str
) -> None:
    described = {"name": "Claw", "attribute": "dexterity", "ability": "brawl", "kind": "lethal", **custom}

    outcome = _damage("custom", sum(expected.values()), custom=described, **more)

    assert (parts(outcome["pool"]), outcome["kind"]) == (expected, kind)


def test_a_harmless_maneuver_of_ones_own_rolls_no_damage() -> None:
    shove = {"name": "Shove", "attribute": "strength", "ability": "brawl", "damage": "none", "dice": 4}

    assert (
        refusal("damage", {"attacker": ANA, "maneuver": "custom", "custom": shove, "net": 1})[0]
        == "FAL-DAMAGE-09"
    )


def test_weapon_dice_of_nothing_are_listed_and_one_die_is_rolled() -> None:
    stick = {"id": "stick", "dice": 0, "kind": "bashing"}

    assert parts(_damage("weapon_strike", 1, weapon=stick)["pool"]) == {"weapon": 0, "minimum": 1}


@pytest.mark.parametrize(
    ("settings", "successes"), [({}, 0), ({"damage_ones_cancel": False}, 1), ({"ones_cancel": False}, 1)]
)
def test_ones_cancel_damage_only_while_both_settings_say_so(settings: dict[str, Any], successes: int) -> None:
    answer = play("damage", {"attacker": ANA, "maneuver": "strike", "net": 1, "settings": settings}, [6, 1])

    assert answer["outcome"]["successes"] == successes


def test_damage_never_botches_even_under_the_harsher_rule() -> None:
    settings = {"botch_rule": "net_negative"}

    answer = play("damage", {"attacker": ANA, "maneuver": "strike", "net": 1, "settings": settings}, [1, 1])

    assert (answer["outcome"]["pool"]["result"], answer["outcome"]["glances"]) == ("failure", True)
    assert "FAL-DAMAGE-08" in answer["clauses"]


def _soak(kind: str, target: dict[str, Any], dice: int, **more: Any) -> dict[str, int]:
    given = {
        "target": {"id": "bo", "kind": "demon", "stamina": 3, **target},
        "damage": 1,
        "damage_kind": kind,
        **more,
    }
    return parts(play("soak", given, [2] * dice)["outcome"]["pool"])


@pytest.mark.parametrize(
    ("kind", "target", "more", "expected"),
    [
        ("bashing", {"kind": "mortal"}, {}, {"stamina": 3}),
        ("lethal", {"kind": "mortal"}, {}, {"stamina": 0}),
        ("lethal", {"kind": "mortal"}, {"power": True}, {"stamina": 3}),
        ("lethal", {"kind": "mortal", "armor": VEST}, {}, {"stamina": 0, "armor": 2}),
        (
            "lethal",
            {"kind": "mortal", "armor": VEST},
            {"settings": {"mortal_lethal_soak": "stamina_in_armor"}},
            {"stamina": 3, "armor": 2},
        ),
        (
            "lethal",
            {"kind": "mortal", "armor": VEST},
            {"bypass_armor": True, "settings": {"mortal_lethal_soak": "stamina_in_armor"}},
            {"stamina": 0},
        ),
        ("lethal", {"armor": {**VEST, "destroyed": True}}, {}, {"stamina": 3}),
        ("aggravated", {"armor": VEST}, {}, {"stamina": 0, "armor": 2}),
        ("aggravated", {"armor": VEST}, {"settings": {"armor_soaks_aggravated": False}}, {"stamina": 0}),
        ("aggravated", {}, {"power": True}, {"stamina": 3}),
        ("aggravated", {"faith": 2}, {"with": "faith"}, {"faith": 0}),
        ("aggravated", {"faith": 2}, {"with": "faith", "settings": {"faith_soak": "any"}}, {"faith": 2}),
        ("aggravated", {}, {"settings": {"faith_soak": "any"}}, {"stamina": 0}),
        ("lethal", {"faith": 2}, {"with": "faith"}, {"faith": 2}),
        (
            "bashing",
            {},
            {"modifiers": [{"source": "power", "dice": -5}]},
            {"stamina": 3, "power": -5, "minimum": 2},
        ),
    ],
)
def test_what_counts_against_which_damage(
    kind: str, target: dict[str, Any], more: dict[str, Any], expected: dict[str, int]
) -> None:
    assert _soak(kind, target, sum(expected.values()), **more) == expected


@pytest.mark.parametrize(("kind", "settings"), [("mortal", {}), ("demon", {"faith_soak": "off"})])
def test_faith_soaks_for_demons_where_the_campaign_allows_it(kind: str, settings: dict[str, Any]) -> None:
    target = {"id": "bo", "kind": kind, "stamina": 3, "faith": 4}
    given = {"target": target, "damage": 0, "damage_kind": "bashing", "with": "faith", "settings": settings}

    assert refusal("soak", given) == ("FAL-SOAK-06", "input.with")


def test_nothing_is_rolled_against_nothing() -> None:
    given = {"target": {"id": "bo", "kind": "demon", "stamina": 3}, "damage": 0, "damage_kind": "lethal"}

    outcome = play("soak", given)["outcome"]

    assert (outcome["rolled"], outcome["pool"], outcome["levels"]) == (False, None, 0)


def test_armor_breaks_by_what_was_rolled_where_the_campaign_says_so() -> None:
    target = {"id": "bo", "kind": "demon", "stamina": 2, "armor": VEST}
    given = {"target": target, "damage": 4, "damage_kind": "bashing"}

    soaked = play("soak", given, [6, 2, 2, 2])
    rolled = play("soak", {**given, "settings": {"armor_break_on": "rolled"}}, [6, 2, 2, 2])

    assert (soaked["outcome"]["armor_destroyed"], soaked["effects"]) == (False, [])
    assert effects(rolled) == [("vest", "destroyed", True)]


def test_armor_that_gives_no_dice_against_a_kind_still_breaks() -> None:
    target = {"id": "bo", "kind": "demon", "stamina": 2, "armor": VEST}
    given = {
        "target": target,
        "damage": 4,
        "damage_kind": "aggravated",
        "settings": {"armor_soaks_aggravated": False},
    }

    assert effects(play("soak", given)) == [("vest", "destroyed", True)]
