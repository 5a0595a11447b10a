"""The counted odds against every roll of small pools."""

import time
from typing import Any

import pytest

from rules.fallen.odds import chances, power
from rules.fallen.pool import base_difficulty, plan, trait
from rules.fallen.types import Settings
from tests.rules.fallen.asking import odds
from tests.rules.fallen.every_roll import ALL_FACES, Twin, faces

pytestmark = pytest.mark.slow

ANA = {"id": "ana", "strength": 2, "dexterity": 1, "brawl": 1, "melee": 1}
BO = {"id": "bo", "kind": "demon", "stamina": 1, "dexterity": 1}


def _is(key: str, value: Any) -> Any:
    return lambda outcome: outcome[key] == value


def _near(found: Any, expected: Any) -> None:
    assert found == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("difficulty", [2, 5, 6, 9, 10, 13])
@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"botch_rule": "net_negative"},
        {"ones_cancel": False},
        {"ones_cancel": False, "botch_rule": "net_negative"},
        {"over_cap": "threshold", "difficulty_cap": 9},
    ],
    ids=str,
)
def test_every_face_of_three_dice_is_counted(difficulty: int, settings: dict[str, Any]) -> None:
    given = {
        "settings": settings,
        "roller": {"id": "ana"},
        "traits": [{"name": "wits", "dice": 3}],
        "difficulty": difficulty,
    }
    twin = Twin("roll", given, ALL_FACES)

    found = odds("roll", given)

    _near(found["success"], twin.of(_is("result", "success")))
    _near(found["failure"], twin.of(_is("result", "failure")))
    _near(found["botch"], twin.of(_is("result", "botch")))
    _near(found["successes"], twin.law(lambda outcome: int(outcome["successes"])))
    _near(found["mean"], sum(n * chance for n, chance in enumerate(found["successes"])))


@pytest.mark.parametrize("botch_rule", ["no_success", "net_negative"])
@pytest.mark.parametrize("ones_cancel", [True, False])
@pytest.mark.parametrize(
    "tens", [{"specialty_tens": "double"}, {"specialty_tens": "reroll", "reroll_limit": 2}]
)
def test_tens_of_a_specialty_are_counted(tens: dict[str, Any], ones_cancel: bool, botch_rule: str) -> None:
    given = {
        "settings": {**tens, "ones_cancel": ones_cancel, "botch_rule": botch_rule},
        "roller": {"id": "ana"},
        "traits": [{"name": "wits", "dice": 3}],
        "specialty": True,
    }
    twin = Twin("roll", given, faces(6, 10))

    found = odds("roll", given)

    _near(found["botch"], twin.of(_is("result", "botch")))
    _near(found["successes"], twin.law(lambda outcome: int(outcome["successes"])))


def test_a_bought_success_is_in_the_odds() -> None:
    given = {
        "roller": {"id": "ana", "willpower": 1},
        "traits": [{"name": "wits", "dice": 2}],
        "willpower": True,
    }

    found = odds("roll", given)

    assert found["success"] == 1
    assert found["successes"] == [0, 0.35, 0.4, 0.25]


def test_both_sides_of_a_resisted_roll_are_counted() -> None:
    given = {
        "acting": {"subject": {"id": "ana"}, "traits": [{"name": "wits", "dice": 3}]},
        "resisting": {"subject": {"id": "bo"}, "traits": [{"name": "wits", "dice": 2}], "difficulty": 7},
    }
    twin = Twin("resisted_roll", given, faces(6, 7))

    found = odds("resisted_roll", given)

    _near(found["acting"], twin.of(_is("winner", "ana")))
    _near(found["resisting"], twin.of(_is("winner", "bo")))
    _near(found["tie"], twin.of(_is("tie", True)))
    _near(found["acting_botch"], twin.of(lambda outcome: outcome["acting"]["pool"]["botch"]))
    _near(found["resisting_botch"], twin.of(lambda outcome: outcome["resisting"]["pool"]["botch"]))
    _near(found["margin"], twin.law(lambda o: int(o["margin"]) if o["winner"] == "ana" else 0))


def test_level_fighters_share_the_chance_to_act_first() -> None:
    level = {"dexterity": 2, "wits": 2}
    given = {
        "fighters": [
            {"id": "ana", **level},
            {"id": "bo", **level},
            {"id": "cy", "dexterity": 3, "wits": 3, "turn_initiative": -2},
            {"id": "di", "dexterity": 1, "wits": 1, "lethal": 2},
        ]
    }

    found = odds("initiative", given)["first"]

    _near(found["ana"], found["bo"])
    _near(sum(found.values()), 1)
    _near(found, _first_by_every_face([(4, 0, "ana"), (4, 0, "bo"), (6, -2, "cy"), (1, 0, "di")]))


def _first_by_every_face(fighters: list[tuple[int, int, str]]) -> dict[str, float]:
    """By rating, passing penalty and id: every roll, those level at the top sharing it."""
    first = dict.fromkeys((who for *_, who in fighters), 0.0)
    for number in range(10 ** len(fighters)):
        faces = [number // 10**place % 10 + 1 for place in range(len(fighters))]
        scores = [
            (rating + slow + face, rating) for (rating, slow, _), face in zip(fighters, faces, strict=True)
        ]
        leaders = [who for (*_, who), score in zip(fighters, scores, strict=True) if score == max(scores)]
        for who in leaders:
            first[who] += 1 / len(leaders) / 10 ** len(fighters)
    return first


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"defence": {"maneuver": "dodge"}},
        {"defence": {"maneuver": "dodge"}, "settings": {"botch_rule": "net_negative"}},
        {"target": {**BO, "restraint": "helpless"}},
        {
            "ambush": {"result": "surprise", "extra": 2},
            "settings": {"ambush_bonus": "successes", "extra_successes": "all"},
        },
    ],
    ids=["plain", "dodged", "often botched", "helpless", "ambushed"],
)
def test_attack_and_defence_are_counted(changes: dict[str, Any]) -> None:
    target = {"id": "bo", "dexterity": 2}
    given: dict[str, Any] = {"attacker": ANA, "target": target, "maneuver": "strike", **changes}
    given["target"] = {key: one for key, one in given["target"].items() if key not in ("kind", "stamina")}
    twin = Twin("attack", given)

    found = odds("attack", given)

    for result in ("hit", "miss", "avoided", "botch"):
        _near(found[result], twin.of(_is("result", result)))
    _near(found["net"], twin.law(lambda outcome: int(outcome["net"])))


@pytest.mark.parametrize("defence", [None, {"maneuver": "dodge"}], ids=["undefended", "dodged"])
@pytest.mark.parametrize(
    "maneuver", [{"maneuver": "strike"}, {"maneuver": "disarm", "ability": "brawl"}], ids=str
)
def test_a_blow_that_cannot_land_is_counted(maneuver: dict[str, str], defence: dict[str, str] | None) -> None:
    given = {
        "attacker": {"id": "ana", "strength": 2, "dexterity": 1},
        "target": {**BO, "strength": 1},
        "modifiers": [{"source": "lighting", "difficulty": 8}],
        "settings": {"over_cap": "threshold"},
        "defence": defence,
        **maneuver,
    }

    found = odds("strike", given)

    assert (found["hit"], found["avoided"]) == (0, 0)
    _near((found["miss"], found["botch"]), (0.9, 0.1))
    assert found["net"] == found["levels"] == [1]
    assert found["mean"] == found["dazed"] == found["disarmed"] == found["dead"] == 0


def test_a_defence_is_counted() -> None:
    given = {"defender": {"id": "bo", "dexterity": 2, "brawl": 1}, "maneuver": "block", "against": 2}
    twin = Twin("defend", given)

    found = odds("defend", given)

    _near(found["avoided"], twin.of(_is("avoided", True)))
    _near(found["botch"], twin.of(lambda outcome: outcome["pool"]["botch"]))
    _near(found["net"], twin.law(lambda outcome: int(outcome["net"])))


@pytest.mark.parametrize("changes", [{}, {"damage": 0}, {"settings": {"armor_break_on": "rolled"}}], ids=str)
def test_a_soak_is_counted(changes: dict[str, Any]) -> None:
    vest = {"id": "vest", "rating": 1}
    given = {
        "target": {"id": "bo", "kind": "demon", "stamina": 2, "armor": vest},
        "damage": 3,
        "damage_kind": "lethal",
        **changes,
    }
    twin = Twin("soak", given)

    found = odds("soak", given)

    _near(found["successes"], twin.law(lambda outcome: int(outcome["successes"])))
    _near(found["levels"], twin.law(lambda outcome: int(outcome["levels"])))
    _near(found["mean"], sum(n * chance for n, chance in enumerate(found["levels"])))
    _near(found["armor_destroyed"], twin.of(_is("armor_destroyed", True)))


def _befalls(condition: str) -> Any:
    return lambda outcome: condition in outcome["conditions"]


def _check_harm(found: dict[str, Any], twin: Twin, *, already: bool = False) -> None:
    _near(found["levels"], twin.law(lambda outcome: int(outcome["levels"])))
    _near(found["mean"], sum(n * chance for n, chance in enumerate(found["levels"])))
    _near(found["armor_destroyed"], twin.of(_is("armor_destroyed", True)))
    _near(found.get("disarmed", 0.0), twin.of(_is("disarmed", True)))
    for name in ("dazed", "unconscious", "dead"):
        _near(found[name], twin.of(_befalls(name)))
    down = twin.of(lambda o: o["health"]["incapacitated"] if o["health"] else already)
    _near(found["incapacitated"], down)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"target": {**BO, "stamina": 0, "lethal": 6}},
        {"target": {**BO, "bashing": 7}, "settings": {"daze_on": "after_soak"}},
        {
            "target": {**BO, "stamina": 0, "armor": {"id": "vest", "rating": 1}},
            "settings": {"damage_ones_cancel": False},
        },
        {"maneuver": "hold", "target": {**BO, "lethal": 7}},
        {"maneuver": "disarm", "ability": "brawl", "target": {**BO, "strength": 1}},
    ],
    ids=["plain", "nearly dead", "incapacitated", "armored", "held", "disarmed"],
)
def test_a_whole_strike_is_counted(changes: dict[str, Any]) -> None:
    attacker = {"id": "ana", "strength": 1, "dexterity": 2}
    given = {"attacker": attacker, "target": BO, "maneuver": "strike", **changes}
    if given["maneuver"] == "hold":
        given["attacker"] = {**attacker, "strength": 2}
    twin = Twin("strike", given, faces(6, 7))

    found = odds("strike", given)

    _near(found["hit"], twin.of(_is("hit", True)))
    _near(found["net"], twin.law(lambda outcome: int(outcome["net"])))
    _check_harm(found, twin, already=sum(given["target"].get(kind, 0) for kind in ("lethal", "bashing")) == 7)


def test_a_strike_past_a_defence_is_counted() -> None:
    given = {
        "attacker": {"id": "ana", "strength": 0, "dexterity": 2},
        "target": {**BO, "stamina": 0},
        "maneuver": "strike",
        "defence": {"maneuver": "dodge"},
        "settings": {"overflow": "upgrade"},
    }
    twin = Twin("strike", given)

    found = odds("strike", given)

    _near(found["avoided"], twin.of(_is("result", "avoided")))
    _check_harm(found, twin)


@pytest.mark.parametrize("counts", ["beyond_first", "all"])
def test_what_follows_a_hit_is_counted(counts: str) -> None:
    given = {
        "attacker": {"id": "ana", "strength": 1},
        "target": {"id": "bo", "kind": "demon", "stamina": 1},
        "maneuver": "strike",
        "net": 2,
        "settings": {"extra_successes": counts},
    }

    _check_harm(odds("hit", given), Twin("hit", given))


@pytest.mark.parametrize("counts", ["beyond_first", "all"])
@pytest.mark.parametrize("grip", ["clinch", "hold"])
def test_a_grip_that_goes_on_has_the_odds_of_no_extra_dice(grip: str, counts: str) -> None:
    held = {**BO, "restraint": "held", "held_by": "ana", "grip": grip}
    given = {
        "holder": {"id": "ana", "strength": 3},
        "target": {key: held[key] for key in held if key != "dexterity"},
        "settings": {"extra_successes": counts},
    }
    found = odds("maintain", given)

    _check_harm(found, Twin("maintain", given))
    assert "disarmed" not in found


def test_a_damage_roll_is_counted() -> None:
    given = {"attacker": {"id": "ana", "strength": 2}, "maneuver": "strike", "net": 2}
    twin = Twin("damage", given)

    found = odds("damage", given)

    _near(found["successes"], twin.law(lambda outcome: int(outcome["successes"])))


def _share_hits(place: int) -> Any:
    return lambda outcome: outcome["shares"][place]["hit"]


def test_shares_of_strafing_are_counted() -> None:
    given: dict[str, Any] = {
        "attacker": {"id": "ana", "dexterity": 2, "firearms": 1, "blind": True},
        "weapon": {"id": "smg", "dice": 4, "kind": "lethal", "automatic": True},
        "targets": ["x", "y", "z"],
        "blind_difficulty": 0,
    }
    twin = Twin("strafe", given, faces(8))

    found = odds("strafe", given)

    for place, target in enumerate(given["targets"]):
        _near(found["hit"][target], twin.of(_share_hits(place)))


def test_an_ambush_is_counted() -> None:
    given = {
        "attacker": {"id": "ana", "dexterity": 2, "stealth": 1},
        "target": {"id": "bo", "perception": 1, "alertness": 1},
    }
    twin = Twin("ambush", given)

    found = odds("ambush", given)

    for result in ("surprise", "tie", "spotted"):
        _near(found[result], twin.of(_is("result", result)))
    _near(found["extra"], twin.law(lambda outcome: int(outcome["extra"])))


@pytest.mark.parametrize("botch_rule", ["no_success", "net_negative"])
def test_the_harm_of_a_fall_is_counted(botch_rule: str) -> None:
    given = {
        "fighter": {"id": "ana", "dexterity": 3, "prone": True},
        "settings": {"botch_rule": botch_rule, "ones_cancel": False},
    }
    twin = Twin("knockdown", given)

    found = odds("knockdown", given)

    for result in ("success", "failure", "botch"):
        _near(found[result], twin.of(_is("result", result)))
    _near(found["levels"], twin.law(lambda outcome: int(outcome["damage"])))


def test_a_bought_success_rules_out_the_bad_fall() -> None:
    fighter = {"id": "ana", "dexterity": 3, "prone": True, "willpower": 1}

    found = odds("knockdown", {"fighter": fighter, "willpower": True})

    assert (found["success"], found["botch"], found["levels"]) == (1, 0, [1])


def test_an_escape_is_counted() -> None:
    given = {
        "prisoner": {"id": "bo", "strength": 3, "restraint": "held", "held_by": "ana"},
        "holder": {"id": "ana", "strength": 1, "brawl": 1},
    }
    twin = Twin("escape", given)

    found = odds("escape", given)

    _near(found["freed"], twin.of(_is("freed", True)))
    _near(found["botch"], twin.of(lambda outcome: outcome["prisoner"]["pool"]["botch"]))
    _near(found["margin"], twin.law(lambda outcome: int(outcome["margin"])))


@pytest.mark.parametrize("weights", [[1, 4, 5], [10, 40, 49, 9, 1], [3], [2, 0, 1]])
@pytest.mark.parametrize("exponent", [0, 1, 2, 5])
def test_a_power_is_repeated_multiplication(weights: list[int], exponent: int) -> None:
    product = [1]
    for _ in range(exponent):
        longer = [0] * (len(product) + len(weights) - 1)
        for i, left in enumerate(product):
            for k, right in enumerate(weights):
                longer[i + k] += left * right
        product = longer

    assert power(weights, exponent) == product


def test_common_pools_take_under_twenty_milliseconds() -> None:
    strike = {
        "attacker": {"id": "ana", "strength": 5, "dexterity": 5, "brawl": 5},
        "target": {**BO, "stamina": 5, "dexterity": 5, "brawl": 3},
        "maneuver": "kick",
        "defence": {"maneuver": "dodge"},
    }
    pool = plan((trait("pool", 30),), (base_difficulty(),), Settings())

    def seconds() -> float:
        started = time.thread_time()
        odds("strike", strike)
        chances(pool)
        return time.thread_time() - started

    assert min(seconds() for _ in range(5)) < 0.02
