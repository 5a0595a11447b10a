"""Building, boosting and rolling pools."""

from typing import Any

import pytest

from tests.rules.pandemonium.asking import ANN, effects, outcome, play, refusal, someone

WITS = {"traits": ["wits"]}


def rolled(pool: dict[str, Any], draws: list[Any], **fields: Any) -> dict[str, Any]:
    found: dict[str, Any] = outcome("roll", {"actor": ANN, "pool": pool, **fields}, draws)["pool"]
    return found


def test_a_pool_adds_traits_modifiers_and_willpower() -> None:
    pool = {
        "traits": ["strength", "wits"],
        "modifiers": [{"source": "equipment", "dice": 1}],
        "willpower": True,
    }

    found = rolled(pool, [1] * 10)

    assert found["size"] == 10
    assert found["parts"][-1] == {"source": "willpower", "name": "", "dice": 3}


def test_of_equal_edges_the_first_counts() -> None:
    edges = [{"source": "edge", "dice": 2, "note": "first"}, {"source": "edge", "dice": 2, "note": "second"}]

    found = rolled({**WITS, "modifiers": edges}, [1] * 5)

    assert [part["name"] for part in found["ignored"]] == ["second"]


def test_wounds_and_situations_all_add() -> None:
    modifiers = [{"source": "wound", "dice": -1}, {"source": "wound", "dice": -1}]

    assert rolled({**WITS, "modifiers": modifiers}, [1])["size"] == 1


@pytest.mark.parametrize(("again", "draws"), [(8, [8, 1, 1, 9, 1]), (9, [8, 1, 9, 1]), (10, [9, 1, 10, 1])])
def test_again_dice_are_earned_by_faces_from_the_again_number(again: int, draws: list[int]) -> None:
    found = rolled({**WITS, "again": again}, draws)

    assert found["faces"] == draws
    assert found["rolled"] == 2


def test_a_chance_die_earns_no_again_die() -> None:
    found = rolled({**WITS, "modifiers": [{"source": "situation", "dice": -3}], "again": 8}, [10])

    assert (found["chance"], found["successes"], found["again"]) == (True, 1, 8)


def test_a_chance_die_below_ten_keeps_the_minimum() -> None:
    pool = {"traits": ["power"], "boosts": [{"id": "x", "minimum": 2}]}
    nobody = {"id": "bob", "traits": {}}

    assert outcome("roll", {"actor": nobody, "pool": pool}, [9])["pool"]["successes"] == 2
    assert outcome("roll", {"actor": nobody, "pool": pool}, [1])["pool"]["result"] == "dramatic_failure"


def test_minimum_and_again_are_chosen_separately() -> None:
    boosts = [{"id": "armor", "minimum": 4}, {"id": "veil", "aspect": "vulgar"}]

    found = rolled({**WITS, "boosts": boosts}, [1, 1, 1])

    assert (found["minimum"], found["minimum_from"], found["again"]) == (4, "armor", 8)


def test_a_long_effort_keeps_no_spell_that_missed_a_scene() -> None:
    boosts = [{"id": "veil", "aspect": "vulgar"}, {"id": "tools", "minimum": 1}]
    given = {"actor": ANN, "pool": {**WITS, "boosts": boosts}}

    aided = outcome("roll", {**given, "scenes": {"total": 3, "aided": 3}}, [1, 1, 1])["pool"]
    alone = outcome("roll", {**given, "scenes": {"total": 3, "aided": 2}}, [8, 1, 1])["pool"]

    assert (aided["minimum"], aided["again"]) == (3, 8)
    assert (alone["minimum"], alone["minimum_from"], alone["again"]) == (1, "tools", 10)


def test_the_roll_is_named_where_it_equals_the_spell() -> None:
    spells = [{"id": "s1", "potency": 1}, {"id": "s2", "potency": 3}, {"id": "s3", "potency": 3}]

    assert outcome("roll", {"actor": ANN, "pool": WITS, "spells": spells[:1]}, [8, 1, 1])["by"] == "roll"
    assert outcome("roll", {"actor": ANN, "pool": WITS, "spells": spells}, [8, 1, 1])["by"] == "s2"


def test_a_spell_stands_beside_a_dramatic_failure() -> None:
    nobody = {"id": "bob", "traits": {"wits": 0}}

    found = outcome("roll", {"actor": nobody, "pool": WITS, "spells": [{"id": "s", "potency": 2}]}, [1])

    assert (found["effort"], found["by"], found["success"]) == (2, "s", True)


def test_a_tie_goes_to_the_contesting_side() -> None:
    found = outcome("roll", {"actor": ANN, "pool": WITS, "contest": {"successes": 1}}, [8, 1, 1])

    assert (found["net"], found["success"], found["contest"]) == (0, False, {"successes": 1, "pool": None})


def test_both_sides_pay_their_own_willpower() -> None:
    pool = {**WITS, "willpower": True}
    given = {"actor": ANN, "pool": pool, "contest": {"by": someone(id="bob"), "pool": pool}}

    assert effects("roll", given, [1] * 12) == [("ann", "willpower", -1), ("bob", "willpower", -1)]


def test_willpower_has_to_be_there() -> None:
    pool = {**WITS, "willpower": True}

    assert refusal("roll", {"actor": someone(willpower=0), "pool": pool}) == (
        "PAN-POOL-07",
        "input.pool.willpower",
    )
    assert refusal("roll", {"actor": someone(willpower=None), "pool": pool}) == (
        "invalid_input",
        "input.actor.willpower",
    )


@pytest.mark.parametrize(
    ("purpose", "clause"),
    [
        ("morality", "PAN-APPLY-02"),
        ("intimacy", "PAN-APPLY-02"),
        ("rest", "PAN-APPLY-02"),
        ("oblation", "PAN-APPLY-04"),
        ("resonance", "PAN-APPLY-04"),
        ("awakened", "PAN-APPLY-04"),
        ("shaping", "PAN-APPLY-05"),
        ("creature_power", "PAN-APPLY-06"),
        ("creature_condition", "PAN-APPLY-06"),
    ],
)
def test_a_barred_purpose_takes_no_boost_from_a_spell(purpose: str, clause: str) -> None:
    boosted = {**WITS, "boosts": [{"id": "veil", "aspect": "sensory"}]}
    armored = {**WITS, "boosts": [{"id": "vest", "minimum": 2}]}

    assert refusal("roll", {"actor": ANN, "pool": boosted, "purpose": purpose})[0] == clause
    assert "outcome" in play("roll", {"actor": ANN, "pool": armored, "purpose": purpose}, [1, 1, 1])


def test_a_barred_boost_is_refused_before_missing_willpower() -> None:
    pool = {
        "traits": ["power", "forces"],
        "willpower": True,
        "boosts": [{"id": "veil", "aspect": "covert"}],
    }

    assert refusal("roll", {"actor": someone(willpower=0), "pool": pool}) == (
        "PAN-APPLY-03",
        "input.pool.boosts",
    )


@pytest.mark.parametrize(
    ("affects", "own", "expected"),
    [
        ("merit", False, (True, "PAN-APPLY-01")),
        ("wisdom", True, (False, "PAN-APPLY-02")),
        ("rest_in_crisis", False, (False, "PAN-APPLY-02")),
        ("arcana", False, (False, "PAN-APPLY-03")),
        ("rotes", True, (True, "PAN-APPLY-03")),
        ("shaping_pool", True, (False, "PAN-APPLY-05")),
        ("creature_nature", False, (False, "PAN-APPLY-06")),
    ],
)
def test_what_magic_reaches(affects: str, own: bool, expected: tuple[bool, str]) -> None:
    found = outcome("applicable", {"affects": affects, "own": own})

    assert (found["allowed"], found["clause"]) == expected
