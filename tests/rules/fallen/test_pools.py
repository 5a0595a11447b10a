"""How a pool is put together and read."""

from typing import Any

import pytest

from tests.rules.fallen.asking import difficulty, effects, parts, play, refusal

ANA = {"id": "ana"}


def _wits(dice: int) -> list[dict[str, Any]]:
    return [{"name": "wits", "dice": dice}]


def _rolled(faces: list[int], dice: int | None = None, **more: Any) -> dict[str, Any]:
    traits = _wits(len(faces) if dice is None else dice)
    given = {"roller": ANA, "traits": traits, **more}
    pool: dict[str, Any] = play("roll", given, faces)["outcome"]["pool"]
    return pool


def test_a_trait_of_nothing_is_listed_and_a_modifier_of_nothing_is_not() -> None:
    traits = [*_wits(2), {"name": "occult", "dice": 0}]

    pool = play(
        "roll", {"roller": ANA, "traits": traits, "modifiers": [{"source": "range", "dice": 0}]}, [2, 3]
    )

    assert pool["outcome"]["pool"]["parts"] == [{"name": "wits", "dice": 2}, {"name": "occult", "dice": 0}]


def test_the_difficulty_never_falls_below_two() -> None:
    pool = _rolled([2, 1], difficulty=3, modifiers=[{"source": "lighting", "difficulty": -5}])

    assert (pool["difficulty"], pool["hits"]) == (2, 1)
    assert difficulty(pool) == {"base": 3, "lighting": -5}


def test_points_above_the_cap_cost_successes_where_the_campaign_says_so() -> None:
    settings = {"difficulty_cap": 9, "over_cap": "threshold"}

    pool = _rolled([9, 9, 10, 2], difficulty=11, settings=settings)

    assert (pool["difficulty"], pool["threshold"], pool["hits"], pool["successes"]) == (9, 2, 3, 1)


def test_a_threshold_that_eats_every_hit_leaves_a_failure() -> None:
    pool = _rolled([10, 2], difficulty=12, settings={"over_cap": "threshold"})

    assert (pool["threshold"], pool["result"], pool["botch"]) == (2, "failure", False)


def test_ones_leave_hits_alone_where_the_campaign_says_so() -> None:
    assert _rolled([6, 1, 1], settings={"ones_cancel": False})["successes"] == 1


def test_more_ones_than_hits_botch_under_the_harsher_rule() -> None:
    pool = _rolled([6, 1, 1, 1], settings={"botch_rule": "net_negative", "ones_cancel": False})

    assert (pool["result"], pool["successes"], pool["botches"]) == ("botch", 0, 2)


def test_tens_of_a_specialty_count_twice_where_the_campaign_says_so() -> None:
    pool = _rolled([10, 6, 1], specialty=True, settings={"specialty_tens": "double"})

    assert (pool["specialty"], pool["hits"], pool["successes"]) == ("double", 3, 2)


def test_tens_do_nothing_without_a_specialty() -> None:
    pool = _rolled([10], settings={"specialty_tens": "double"})

    assert (pool["specialty"], pool["hits"]) == ("off", 1)


def test_bonus_dice_stop_at_the_limit_and_their_ones_do_not_count() -> None:
    settings = {"specialty_tens": "reroll", "reroll_limit": 2}

    pool = _rolled([10, 10, 10, 1, 10], dice=2, specialty=True, settings=settings)

    assert pool["bonus"] == [10, 1, 10]
    assert (pool["hits"], pool["ones"], pool["successes"]) == (4, 0, 4)


def test_a_bought_success_withstands_ones() -> None:
    given = {"roller": {"id": "ana", "willpower": 1}, "traits": _wits(3), "willpower": True}

    answer = play("roll", given, [1, 1, 6])

    assert answer["outcome"]["successes"] == 1
    assert effects(answer) == [("ana", "willpower", "-1")]
    assert "FAL-POOL-10" in answer["clauses"]


@pytest.mark.parametrize(("left", "settings"), [(0, {}), (3, {"willpower_success": False})])
def test_willpower_needs_a_point_and_a_campaign_that_allows_it(left: int, settings: dict[str, Any]) -> None:
    given = {
        "roller": {"id": "ana", "willpower": left},
        "traits": _wits(3),
        "willpower": True,
        "settings": settings,
    }

    assert refusal("roll", given) == ("FAL-POOL-10", "input.willpower")


def test_a_pool_without_dice_is_no_action() -> None:
    given = {"roller": {"id": "ana", "lethal": 6}, "traits": _wits(5)}

    assert refusal("roll", given)[0] == "FAL-POOL-05"


def test_a_pool_emptied_by_other_actions_names_that_clause() -> None:
    roller = {"id": "ana", "multiple": True, "actions_taken": 2}

    assert refusal("roll", {"roller": roller, "traits": _wits(4), "in_turn": True})[0] == "FAL-MULTI-04"
    assert refusal("roll", {"roller": roller, "traits": _wits(0), "in_turn": True})[0] == "FAL-POOL-05"


def test_a_roll_outside_the_turn_ignores_the_turn() -> None:
    roller = {"id": "ana", "turn_done": True, "dazed": True, "prone": True, "actions_taken": 3}

    answer = play("roll", {"roller": roller, "traits": _wits(1)}, [6])

    assert (answer["outcome"]["result"], answer["effects"]) == ("success", [])


def test_a_roll_of_the_turn_needs_that_turn() -> None:
    roller = {"id": "ana", "turn_done": True}

    assert refusal("roll", {"roller": roller, "traits": _wits(1), "in_turn": True}) == (
        "FAL-TIME-03",
        "input.roller.turn_done",
    )


def test_a_resisting_side_may_roll_no_dice_and_still_buy_a_success() -> None:
    given = {
        "acting": {"subject": ANA, "traits": _wits(1)},
        "resisting": {
            "subject": {"id": "bo", "willpower": 1, "lethal": 5},
            "traits": _wits(1),
            "willpower": True,
        },
    }

    answer = play("resisted_roll", given, [6])

    resisting = answer["outcome"]["resisting"]["pool"]
    assert parts(resisting) == {"wits": 1, "wounds": -2, "minimum": 1}
    assert (resisting["dice"], resisting["successes"]) == (0, 1)
    assert (answer["outcome"]["winner"], answer["outcome"]["tie"]) == (None, True)
    assert "FAL-POOL-05" in answer["clauses"]


def test_the_resisting_side_can_win() -> None:
    sides = {
        "acting": {"subject": ANA, "traits": _wits(1)},
        "resisting": {"subject": {"id": "bo"}, "traits": _wits(3)},
    }

    outcome = play("resisted_roll", sides, [1, 6, 7, 8])["outcome"]

    assert (outcome["winner"], outcome["margin"], outcome["extra"]) == ("bo", 3, 2)


def test_the_acting_side_needs_dice() -> None:
    sides = {
        "acting": {"subject": ANA, "traits": _wits(0)},
        "resisting": {"subject": {"id": "bo"}, "traits": _wits(3)},
    }

    assert refusal("resisted_roll", sides) == ("FAL-POOL-05", "input.acting.traits")


def test_both_sides_of_a_resisted_roll_are_awake() -> None:
    sides = {
        "acting": {"subject": ANA, "traits": _wits(2)},
        "resisting": {"subject": {"id": "bo", "unconscious": True}, "traits": _wits(3)},
    }

    assert refusal("resisted_roll", sides) == ("FAL-UNCON-03", "input.resisting.subject.unconscious")
