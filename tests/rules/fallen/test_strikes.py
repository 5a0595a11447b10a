"""Whole strikes, and hits whose attack was rolled before."""

from typing import Any

import pytest

from tests.rules.fallen.asking import effects, parts, play, refusal

ANA = {"id": "ana", "strength": 3, "dexterity": 1}
STRIKER = {"id": "ana", "strength": 3}
BO = {"id": "bo", "kind": "demon", "stamina": 2}
ACTED = ("ana", "actions_taken", "+1")


def _strike(
    draws: list[int], maneuver: str = "strike", target: dict[str, Any] | None = None, **more: Any
) -> Any:
    given = {"attacker": ANA, "target": {**BO, **(target or {})}, "maneuver": maneuver, **more}
    return play("strike", given, draws)


def test_a_miss_does_nothing_more() -> None:
    outcome = _strike([2])["outcome"]

    assert (outcome["damage"], outcome["soak"], outcome["health"]) == (None, None, None)
    assert (outcome["levels"], outcome["conditions"]) == (0, [])


def test_a_glancing_blow_meets_no_soak() -> None:
    outcome = _strike([6, 2, 3, 4], knockdown=True)["outcome"]

    assert (outcome["damage"]["successes"], outcome["soak"], outcome["health"]["total"]) == (0, None, 0)
    assert outcome["conditions"] == ["prone"]


@pytest.mark.parametrize(
    ("stamina", "expected"),
    [(3, []), (2, ["dazed"]), (1, ["dazed"]), (0, ["unconscious"])],
)
def test_damage_beyond_stamina_dazes_and_further_beyond_knocks_out(stamina: int, expected: list[str]) -> None:
    soak = [9] * stamina  # what is soaked does not matter

    assert _strike([6, 6, 7, 8, *soak], target={"stamina": stamina})["outcome"]["conditions"] == expected


def test_a_campaign_may_count_what_goes_through() -> None:
    settings = {"daze_on": "after_soak"}

    assert _strike([6, 6, 7, 8, 9, 9], settings=settings)["outcome"]["conditions"] == []
    assert _strike([6, 6, 7, 8, 2, 2], settings=settings)["outcome"]["conditions"] == ["dazed"]


def test_an_open_blackout_is_asked_about() -> None:
    answer = _strike([6, 6, 7, 8], target={"stamina": 0})

    assert answer["outcome"]["needs"] == ["unconscious_for"]
    assert effects(answer) == [ACTED, ("bo", "bashing", "+3"), ("bo", "unconscious", True)]


def test_the_dead_suffer_nothing_more() -> None:
    target = {"stamina": 0, "lethal": 6, "armor": {"id": "vest", "rating": 1}}
    answer = _strike([6, 2, 2, 6, 7, 8, 2], "clinch", target, damage_kind="lethal")

    assert answer["outcome"]["conditions"] == ["dead"]
    assert effects(answer) == [
        ACTED,
        ("vest", "destroyed", True),
        ("bo", "lethal", "+1"),
        ("bo", "dead", True),
    ]
    assert answer["outcome"]["health"]["overflow"] == 2


def test_conditions_stand_in_their_order() -> None:
    target = {"stamina": 1, "bashing": 5, "dexterity": 3}
    given = {"knockdown": True, "unconscious_for": "scene"}

    answer = _strike([6, 2, 2, 6, 7, 8, 2], "clinch", target, **given)

    assert answer["outcome"]["conditions"] == ["incapacitated", "held", "prone", "dazed"]
    assert effects(answer) == [
        ACTED,
        ("bo", "bashing", "+1"),
        ("bo", "lethal", "+1"),
        ("bo", "restraint", "held"),
        ("bo", "held_by", "ana"),
        ("bo", "grip", "clinch"),
        ("bo", "prone", True),
        ("bo", "dazed", True),
    ]


def test_the_bound_are_not_held_but_the_senseless_are() -> None:
    assert _strike([2, 2, 2], "hold", {"restraint": "helpless"})["outcome"]["conditions"] == []
    assert _strike([2, 2, 2], "hold", {"unconscious": True})["outcome"]["conditions"] == ["held"]


def test_a_new_grip_tells_only_what_changes() -> None:
    target = {"restraint": "held", "held_by": "cy", "grip": "hold"}

    assert effects(_strike([6, 2, 2, 2, 2], "hold", target)) == [ACTED, ("bo", "held_by", "ana")]


def test_a_disarm_needs_more_than_strength_and_never_dazes() -> None:
    target = {"strength": 3, "stamina": 0}

    outcome = _strike([7, 6, 7, 8], "disarm", target, ability="brawl", damage_modifiers=[], knockdown=True)[
        "outcome"
    ]

    assert (outcome["disarmed"], outcome["health"], outcome["soak"]) == (False, None, None)
    assert outcome["conditions"] == ["prone"]


def test_a_disarm_needs_the_targets_strength() -> None:
    given = {"attacker": ANA, "target": BO, "maneuver": "disarm", "ability": "brawl"}

    assert refusal("strike", given) == ("invalid_input", "input.target.strength")


def test_bypassed_cover_hinders_nothing() -> None:
    cover = [{"source": "cover", "dice": -1}]

    outcome = _strike([8, 6, 2, 2, 2, 2, 2], location="small", bypass=["cover"], damage_modifiers=cover)[
        "outcome"
    ]

    assert parts(outcome["damage"]["pool"]) == {"strength": 3, "location": 1}


@pytest.mark.parametrize("maneuver", ["strike", "hold"])
def test_a_blackout_of_four_turns_is_too_short_whatever_the_maneuver(maneuver: str) -> None:
    given = {"attacker": ANA, "target": BO, "maneuver": maneuver, "unconscious_for": 4}
    faithless = {**given, "soak": {"with": "faith"}, "settings": {"faith_soak": "off"}}

    assert refusal("strike", faithless) == ("FAL-UNCON-02", "input.unconscious_for")
    assert refusal("strike", {**faithless, "unconscious_for": 5}) == ("FAL-SOAK-06", "input.soak.with")


def test_a_soak_names_its_trait() -> None:
    soak = {"with": "faith", "power": True, "modifiers": [{"source": "power", "dice": 1}]}

    outcome = _strike([6, 6, 2, 2, 9, 2], target={"faith": 1}, soak=soak)["outcome"]

    assert outcome["soak"]["with"] == "faith"
    assert parts(outcome["soak"]["pool"]) == {"faith": 1, "power": 1}


def _hit(draws: list[int], **more: Any) -> Any:
    return play("hit", {"attacker": STRIKER, "target": BO, "maneuver": "strike", "net": 1, **more}, draws)


def test_a_hit_does_what_the_strike_would_have_done() -> None:
    whole = _strike([6, 6, 7, 8, 2, 9], target={"prone": True}, knockdown=True)
    second_half = _hit([6, 7, 8, 2, 9], target={**BO, "prone": True}, knockdown=True)

    same = ("net", "extra", "damage", "soak", "levels", "health", "conditions")
    assert {key: whole["outcome"][key] for key in same} == {key: second_half["outcome"][key] for key in same}
    assert effects(whole) == [ACTED, *effects(second_half)]


def test_a_hit_past_the_armor_was_aimed() -> None:
    target = {**BO, "armor": {"id": "vest", "rating": 3}}

    assert refusal(
        "hit", {"attacker": STRIKER, "target": target, "maneuver": "strike", "net": 1, "bypass_armor": True}
    ) == (
        "FAL-LOCATE-05",
        "input.bypass_armor",
    )
    aimed = _hit([6, 2, 2, 2, 2, 9], target=target, location="small", bypass_armor=True)
    assert parts(aimed["outcome"]["soak"]["pool"]) == {"stamina": 2}


def test_a_hit_that_changes_nothing_names_the_maneuver_that_does_no_damage() -> None:
    custom = {"name": "Nudge", "attribute": "dexterity", "ability": "athletics", "damage": "none"}
    nudged = _hit([], maneuver="custom", custom=custom)

    assert (nudged["clauses"], nudged["effects"]) == (["FAL-MANEUV-24"], [])


def test_nobody_hits_the_dead() -> None:
    given = {"attacker": STRIKER, "target": {**BO, "dead": True}, "maneuver": "strike", "net": 1}

    assert refusal("hit", given)[0] == "FAL-HEALTH-07"


def test_a_shot_needs_nobodys_strength() -> None:
    gun = {"id": "gun", "dice": 1, "kind": "lethal"}

    assert "outcome" in _hit([2], attacker={"id": "ana"}, maneuver="shot", weapon=gun)


def test_a_hold_of_somebody_helpless_changes_nothing_and_says_by_which_clause() -> None:
    target = {**BO, "restraint": "helpless"}

    answer = play("hit", {"attacker": STRIKER, "target": target, "maneuver": "hold", "net": 1}, [])

    assert effects(answer) == []
    assert answer["clauses"] == ["FAL-MANEUV-14", "FAL-MANEUV-21"]
