"""Attacks and the defences against them."""

from typing import Any

import pytest

from tests.rules.fallen.asking import difficulty, effects, parts, play, refusal

ANA = {"id": "ana", "strength": 3, "dexterity": 2, "brawl": 1, "melee": 2, "firearms": 1}
BO = {"id": "bo", "dexterity": 2, "brawl": 1}
SMG = {"id": "smg", "dice": 4, "kind": "lethal", "automatic": True, "ammo": 20}


def _attack(maneuver: str = "strike", **more: Any) -> dict[str, Any]:
    return {"attacker": ANA, "target": BO, "maneuver": maneuver, **more}


def _pool(given: dict[str, Any], dice: int) -> dict[str, Any]:
    pool: dict[str, Any] = play("attack", given, [2] * dice)["outcome"]["attack"]["pool"]
    return pool


def test_the_ability_of_a_sweep_is_named() -> None:
    assert parts(_pool(_attack("sweep", ability="melee"), 4)) == {"dexterity": 2, "melee": 2}


def test_two_weapons_may_use_dexterity() -> None:
    shooter = {**ANA, "multiple": True, "firearms": 3}
    given = _attack(
        "two_weapons", attacker=shooter, weapon=SMG, settings={"two_weapons_attribute": "dexterity"}
    )

    assert parts(_pool(given, 3)) == {"dexterity": 2, "firearms": 3, "multiple_actions": -2}


def test_each_hindrance_raises_the_difficulty_in_order() -> None:
    attacker = {**ANA, "blind": True, "opponents": 9}
    modifiers = [{"source": "weather", "difficulty": 1}]

    pool = _pool(_attack("kick", attacker=attacker, location="medium", modifiers=modifiers), 3)

    assert list(difficulty(pool).items()) == [
        ("base", 6),
        ("maneuver", 1),
        ("location", 1),
        ("blind", 2),
        ("opponents", 4),
        ("weather", 1),
    ]
    assert pool["difficulty"] == 10


def test_the_storyteller_says_how_hard_blindness_is() -> None:
    assert "blind" not in difficulty(_pool(_attack(attacker={**ANA, "blind": True}, blind_difficulty=0), 3))


def test_a_blind_shot_loses_accuracy_and_aim() -> None:
    shooter = {**ANA, "blind": True}

    assert "accuracy" not in parts(_pool(_attack("burst", attacker=shooter, weapon=SMG), 3))
    assert refusal("attack", _attack("shot", attacker=shooter, weapon=SMG, location="small")) == (
        "FAL-BLIND-02",
        "input.location",
    )


def test_a_campaign_may_forbid_shooting_blind() -> None:
    settings = {"blind_ranged": "forbidden"}
    blind = {**ANA, "blind": True}

    assert (
        refusal("attack", _attack("shot", attacker=blind, weapon=SMG, settings=settings))[0] == "FAL-BLIND-02"
    )
    assert "accuracy" not in parts(_pool(_attack("strike", attacker=blind, settings=settings), 3))


def test_a_blind_fighter_keeps_the_accuracy_of_a_blow() -> None:
    charge = {"name": "Charge", "attribute": "dexterity", "ability": "brawl", "accuracy": 2, "damage": "none"}

    assert parts(_pool(_attack("custom", custom=charge, attacker={**ANA, "blind": True}), 5))["accuracy"] == 2


def test_cover_is_passed_by_with_an_aimed_attack() -> None:
    cover = [{"source": "cover", "dice": -1, "difficulty": 2}]

    pool = _pool(_attack(modifiers=cover, location="small", bypass=["cover"]), 3)

    assert (parts(pool), difficulty(pool)) == ({"dexterity": 2, "brawl": 1}, {"base": 6, "location": 2})
    assert refusal("attack", _attack(modifiers=cover, bypass=["cover"])) == ("FAL-LOCATE-05", "input.bypass")


def test_a_held_and_senseless_target_is_helpless_alone() -> None:
    answer = play("attack", _attack(target={**BO, "restraint": "held", "unconscious": True}), [1, 1, 1])

    assert parts(answer["outcome"]["attack"]["pool"]) == {"dexterity": 2, "brawl": 1}
    assert (answer["outcome"]["result"], answer["outcome"]["needs"]) == ("hit", [])
    assert {"FAL-IMMOB-04", "FAL-IMMOB-02"} <= set(answer["clauses"])


@pytest.mark.parametrize(("ammo", "clause"), [(2, "FAL-RANGED-08"), (3, None)])
def test_a_burst_needs_three_rounds(ammo: int, clause: str | None) -> None:
    error = refusal("attack", _attack("burst", weapon={**SMG, "ammo": ammo}))[0]

    assert error == (clause or "draws_exhausted")


def test_an_empty_magazine_fires_nothing() -> None:
    for maneuver in ("shot", "automatic_fire", "strafing"):
        given = _attack(maneuver, weapon={**SMG, "ammo": 0})
        assert refusal("attack", given) == ("FAL-RANGED-08", "input.weapon.ammo")


def test_a_blow_with_a_gun_spends_no_round() -> None:
    answer = play("attack", _attack("weapon_strike", weapon={**SMG, "ammo": 0}), [6, 2, 2, 2])

    assert effects(answer) == [("ana", "actions_taken", "+1")]


def test_fast_shooting_needs_several_actions_even_from_ambush() -> None:
    given = _attack("multiple_shots", weapon=SMG, ambush={"result": "surprise"})

    assert refusal("attack", given) == ("FAL-RANGED-10", "input.attacker.multiple")


def test_a_free_attack_is_no_action_of_the_turn() -> None:
    attacker = {**ANA, "turn_done": True, "multiple": True, "actions_taken": 3, "willpower": 1}
    settings = {"ambush_bonus": "successes"}
    given = _attack(
        attacker=attacker, ambush={"result": "surprise", "extra": 2}, willpower=True, settings=settings
    )

    answer = play("attack", given, [1, 1, 1])

    assert (answer["outcome"]["net"], answer["outcome"]["attack"]["pool"]["automatic"]) == (3, 3)
    assert effects(answer) == [("ana", "willpower", "-1")]


def test_a_surprised_target_does_not_defend() -> None:
    dodge = {"maneuver": "dodge"}

    surprise = refusal("attack", _attack(ambush={"result": "surprise"}, defence=dodge))
    tie = play("attack", _attack(ambush={"result": "tie"}, defence=dodge), [6, 2, 2, 7, 2, 2])

    assert surprise == ("FAL-AMBUSH-03", "input.defence")
    assert effects(tie) == [("bo", "actions_taken", "+1")]


def test_only_a_dodge_answers_a_shot() -> None:
    given = _attack("shot", weapon=SMG, defence={"maneuver": "block"})

    assert refusal("attack", given) == ("FAL-DEFEND-05", "input.defence.maneuver")
    assert refusal("attack", {**given, "settings": {"ranged_defence": "any"}})[0] == "draws_exhausted"


def test_a_custom_shot_is_ranged_too() -> None:
    bow = {"name": "Bow", "attribute": "dexterity", "ability": "athletics", "damage": "dice", "ranged": True}

    assert (
        refusal("attack", _attack("custom", custom=bow, defence={"maneuver": "parry"}))[0] == "FAL-DEFEND-05"
    )


def test_a_defence_that_was_not_rolled_costs_nothing() -> None:
    target = {**BO, "willpower": 1}
    given = _attack(target=target, defence={"maneuver": "dodge", "willpower": True})

    missed = play("attack", given, [2, 2, 2])
    answered = play("attack", given, [6, 7, 2, 1, 2, 3])

    assert effects(missed) == [("ana", "actions_taken", "+1")]
    assert effects(answered)[1:] == [("bo", "willpower", "-1"), ("bo", "actions_taken", "+1")]
    assert answered["outcome"]["net"] == 1


def test_a_botched_defence_asks_for_its_consequence() -> None:
    answer = play("attack", _attack(defence={"maneuver": "dodge"}), [6, 2, 2, 1, 2, 3])

    assert (answer["outcome"]["result"], answer["outcome"]["needs"]) == ("hit", ["defence_botch_consequence"])
    assert "FAL-BOTCH-02" in answer["clauses"]


def test_an_undeclared_defence_pays_for_its_place() -> None:
    defender = {**BO, "dexterity": 5, "actions_taken": 1, "opponents": 2}

    pool = play("defend", {"defender": defender, "maneuver": "dodge", "against": 1}, [2, 2, 2])["outcome"][
        "pool"
    ]

    assert (parts(pool)["multiple_actions"], difficulty(pool)) == (-3, {"base": 6, "opponents": 1})


def test_a_dodge_may_use_athletics() -> None:
    defender = {**BO, "athletics": 3}
    settings = {"dodge_ability": "athletics", "extra_successes": "all"}

    answer = play(
        "defend",
        {"defender": defender, "maneuver": "dodge", "against": 3, "settings": settings},
        [6, 2, 2, 2, 2],
    )

    assert parts(answer["outcome"]["pool"]) == {"dexterity": 2, "athletics": 3}
    assert (answer["outcome"]["net"], answer["outcome"]["extra"]) == (2, 2)


def test_rules_are_checked_in_their_order() -> None:
    gun = {**SMG, "automatic": False, "ammo": 0}
    shooter = {**ANA, "blind": True, "actions_taken": 1}
    every_fault: dict[str, Any] = _attack(
        "burst",
        attacker={**shooter, "dazed": True},
        target={**BO, "dead": True, "prone": True},
        weapon=gun,
        bypass=["cover"],
        defence={"maneuver": "block", "willpower": True},
        willpower=True,
        modifiers=[{"source": "range", "dice": -20}],
    )
    too_many = {**ANA, "multiple": True, "actions_taken": 9}
    mended: list[tuple[str, dict[str, Any]]] = [
        ("FAL-DAZE-02", {"attacker": shooter}),
        ("FAL-HEALTH-07", {"target": {**BO, "prone": True}}),
        ("FAL-RANGED-07", {"weapon": {**gun, "automatic": True}}),
        ("FAL-RANGED-08", {"weapon": SMG}),
        ("FAL-LOCATE-05", {"location": "small"}),
        ("FAL-BLIND-02", {"attacker": {**shooter, "blind": False}}),
        ("FAL-KNOCK-07", {"target": BO}),
        ("FAL-DEFEND-05", {"defence": {"maneuver": "dodge", "willpower": True}}),
        ("FAL-POOL-10", {"willpower": False}),
        ("FAL-POOL-10", {"defence": {"maneuver": "dodge"}}),
        ("FAL-MULTI-06", {"attacker": {**ANA, "multiple": True, "actions_taken": 1}}),
        ("FAL-POOL-05", {"modifiers": [], "attacker": too_many}),
        ("FAL-MULTI-04", {"attacker": ANA}),
    ]
    found, given = [], every_fault
    for _, mend in mended:
        found.append(refusal("attack", given)[0])
        given = {**given, **mend}

    assert found == [clause for clause, _ in mended]
    assert refusal("attack", given)[0] == "draws_exhausted"


@pytest.mark.clause("FAL-FLANK-03")
def test_an_attack_comes_from_one_side_and_no_two_bonuses_add_up() -> None:
    pools = [_pool(_attack(position=one), 3 + more) for more, one in enumerate(("front", "flank", "rear"))]

    assert [sum(parts(pool).values()) for pool in pools] == [3, 4, 5]
    for both in (["flank", "rear"], "flank, rear"):
        assert refusal("attack", _attack(position=both)) == ("invalid_input", "input.position")
