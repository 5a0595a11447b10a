"""Acting while spells are in the way."""

from typing import Any

from tests.rules.pandemonium.asking import ANN, effects, odds, outcome, refusal, someone

ACT: dict[str, Any] = {
    "actor": ANN,
    "roll": "rolled",
    "timing": "instant",
    "spells": [{"id": "vines", "aspect": "covert"}],
    "pool": {"traits": ["wits"]},
}
AUTOMATIC = {**ACT, "roll": "automatic", "timing": "minor"}
OVERCOME = [{"id": "vines", "aspect": "covert", "this_turn": "overcome"}]


def test_what_was_overcome_this_turn_needs_no_roll() -> None:
    pool = {"traits": ["wits"], "willpower": True}
    given = {**AUTOMATIC, "spells": OVERCOME, "actor": someone(willpower=0), "pool": pool}

    found = outcome("act_against_hindrance", given)

    assert (found["pool"], found["acts"], found["against"], found["from"]) == (None, True, 0, None)
    assert found["spells"] == [{"id": "vines", "hindrance": 0, "checked": False, "overcome": True}]
    assert effects("act_against_hindrance", given) == []
    assert odds("act_against_hindrance", given) == {"success": 1}


def test_the_storyteller_may_have_it_checked_again() -> None:
    given = {**AUTOMATIC, "spells": OVERCOME, "recheck": True}

    assert effects("act_against_hindrance", given, [1, 1, 1]) == [("ann", "turn.hindrance.vines", "failed")]


def test_a_rolled_action_may_meet_nothing_but_a_contest() -> None:
    given = {**ACT, "spells": OVERCOME, "contest": {"successes": 1}}

    found = outcome("act_against_hindrance", given, [8, 1, 1])

    assert (found["from"], found["acts"], found["wasted"]) == ("contest", False, False)


def test_of_equal_totals_the_spell_is_named() -> None:
    found = outcome("act_against_hindrance", {**ACT, "contest": {"successes": 2}}, [1, 1, 1])

    assert (found["against"], found["from"]) == (2, "vines")


def test_an_allowed_sensory_spell_counts_one() -> None:
    given = {**AUTOMATIC, "spells": [{"id": "glow", "aspect": "sensory", "allowed": True}]}

    found = outcome("act_against_hindrance", given, [8, 1, 1])

    assert (found["against"], found["acts"]) == (1, True)


def test_a_strong_spell_wastes_the_turn_although_a_weak_one_is_overcome() -> None:
    spells = [{"id": "vines", "aspect": "covert"}, {"id": "mud", "aspect": "vulgar"}]

    given = {**ACT, "spells": spells}

    assert effects("act_against_hindrance", given, [8, 8, 8]) == [
        ("ann", "turn.hindrance.vines", "overcome"),
        ("ann", "turn.hindrance.mud", "failed"),
        ("ann", "turn.over", True),
    ]


def test_who_failed_cannot_try_again_this_turn() -> None:
    failed = {"id": "vines", "aspect": "covert", "this_turn": "failed"}
    sensory = {"id": "glow", "aspect": "sensory"}

    assert refusal("act_against_hindrance", {**ACT, "spells": [failed], "recheck": True})[0] == "PAN-HIND-10"
    assert refusal("act_against_hindrance", {**ACT, "spells": [failed, sensory]})[0] == "PAN-HIND-10"
    assert refusal("act_against_hindrance", {**ACT, "spells": [sensory, failed]})[0] == "PAN-HIND-03"


def test_only_what_is_rolled_can_be_contested() -> None:
    given = {**AUTOMATIC, "contest": {"successes": 1}}

    assert refusal("act_against_hindrance", given) == ("invalid_input", "input.contest")
