"""Helpers of a ritual."""

from collections import Counter
from itertools import product
from typing import Any

import pytest

from tests.rules.sorcerer.asking import effects, odds, play, refusal
from tests.rules.sorcerer.callings import binding, check, parts, rolled

HELPER = {"id": "otto", "lore": 3, "stamina": 2, "will": 4, "humanity": 1}
DEMON = {"id": "d1", "power": 2, "will": 3}


def _given(ritual: str, *helpers: dict[str, Any], **over: Any) -> dict[str, Any]:
    given: dict[str, Any] = {"ritual": ritual, "primary": "mara", "helpers": list(helpers or (HELPER,))}
    if ritual != "contain":
        given["demon"] = DEMON
    return {**given, **over}


@pytest.mark.parametrize(
    ("ritual", "acting", "opposing"),
    [
        ("contact", [("lore", 3), ("strain", -1), ("penalties", -1), ("binding", 2)], [("power", 2)]),
        (
            "summon",
            [("will", 4), ("humanity", -1), ("strain", -2), ("penalties", -1), ("binding", 2)],
            [("power", 2)],
        ),
        ("contain", [("lore", 3), ("strain", -1), ("penalties", -1)], [("stamina", 2)]),
        (
            "banish",
            [("will", 4), ("strain", -2), ("penalties", -1), ("humanity", 1)],
            [("power", 2), ("will", 3), ("penalties", -1), ("binding", 2)],
        ),
    ],
)
def test_a_helper_rolls_the_ritual_itself(ritual: str, acting: Any, opposing: Any) -> None:
    award = [{"source": "time", "dice": 1}]
    helper = {**HELPER, "strain_lore": 1, "strain_will": 2, "penalties": 1, "modifiers": award}
    given = _given(ritual, helper)
    if ritual != "contain":
        given["demon"] = {**DEMON, "penalties": 1, "bindings": [binding("otto")]}

    contest = rolled("group_ritual", given)["outcome"]["rolls"][0]["contest"]

    assert parts(contest["acting"]) == [*acting, ("time", 1)]
    assert parts(contest["opposing"]) == opposing


def test_a_demon_that_wants_to_go_resists_no_helper() -> None:
    contest = rolled("group_ritual", _given("banish", resists=False))["outcome"]["rolls"][0]["contest"]

    assert parts(contest["opposing"]) == [("power", 2)]


@pytest.mark.parametrize(
    ("ritual", "strained"),
    [
        ("contact", ["strain_stamina", "strain_lore"]),
        ("summon", ["strain_stamina"]),
        ("banish", ["strain_stamina"]),
        ("contain", []),
    ],
)
def test_a_further_attempt_strains_each_helper(ritual: str, strained: list[str]) -> None:
    helpers = ({**HELPER, "lore": 0}, {**HELPER, "id": "eve"})

    answer = rolled("group_ritual", _given(ritual, *helpers, retry=True))

    worn = {who: [(who, field, "+1") for field in strained] for who in ("otto", "eve")}
    assert effects(answer) == [("otto", "lore", 1), *worn["otto"], *worn["eve"]]


def test_the_strain_of_a_further_contact_counts_in_each_helpers_roll() -> None:
    given = _given("contact", {**HELPER, "strain_lore": 1}, {"id": "eve", "lore": 2}, retry=True)

    rolls = rolled("group_ritual", given)["outcome"]["rolls"]

    assert [parts(roll["contest"]["acting"]) for roll in rolls] == [
        [("lore", 3), ("strain", -2)],
        [("lore", 2), ("strain", -1)],
    ]


def test_laymen_become_sorcerers_and_answer_for_their_sacrifices() -> None:
    sacrifice = [{"source": "sacrifice", "dice": 2}]
    helpers = [
        {"id": "otto", "lore": 0, "modifiers": sacrifice},
        {"id": "eve", "lore": 2},
        {"id": "joe", "lore": 0, "modifiers": sacrifice},
    ]

    answer = rolled("group_ritual", _given("contact", *helpers))

    assert effects(answer) == [("otto", "lore", 1), ("joe", "lore", 1)]
    assert answer["outcome"]["due"] == [check(who, basis="thematic", demon=None) for who in ("otto", "joe")]


@pytest.mark.parametrize("ritual", ["bind", "punish"])
def test_some_rituals_have_no_helpers(ritual: str) -> None:
    given = _given(ritual, {"id": "mara", "lore": 1})

    assert refusal("group_ritual", given) == ("SOR-GROUP-01", "input.ritual")


@pytest.mark.parametrize(
    ("given", "clause", "field"),
    [
        (_given("contact", {**HELPER, "id": "mara", "kind": "demon"}), "SOR-GROUP-02", "primary"),
        (
            _given(
                "contact",
                {**HELPER, "kind": "demon"},
                demon={**DEMON, "bindings": [binding("otto"), binding("eve")]},
            ),
            "SOR-BIND-10",
            "demon.bindings",
        ),
        (
            _given("contact", {**HELPER, "kind": "demon", "modifiers": [{"source": "group", "dice": 1}]}),
            "SOR-GROUP-03",
            "helpers.0.modifiers.0.source",
        ),
        (
            _given("contact", HELPER, {**HELPER, "id": "eve", "kind": "demon"}),
            "SOR-RITUAL-03",
            "helpers.1.kind",
        ),
        (
            _given("contact", {**HELPER, "modifiers": [{"source": "time", "dice": 1}]}, snapshot=True),
            "SOR-RITUAL-05",
            "helpers.0.modifiers.0.source",
        ),
    ],
)
def test_groups_that_are_refused(given: dict[str, Any], clause: str, field: str) -> None:
    assert refusal("group_ritual", given) == (clause, f"input.{field}")


@pytest.mark.parametrize(
    ("given", "field"),
    [
        (_given("contain", demon=DEMON), "demon"),
        (_given("contact", demon=None), "demon"),
        (_given("banish", demon={"id": "d1", "power": 2}), "demon.will"),
        (_given("contain", {"id": "otto", "lore": 1}), "helpers.0.stamina"),
        (_given("summon", {"id": "otto", "lore": 1, "will": 2}), "helpers.0.humanity"),
        (_given("banish", {"id": "otto", "lore": 1, "humanity": 2}), "helpers.0.will"),
        (_given("contact", HELPER, HELPER), "helpers"),
    ],
)
def test_groups_that_make_no_sense(given: dict[str, Any], field: str) -> None:
    assert refusal("group_ritual", given) == ("invalid_input", f"input.{field}")


def test_the_odds_are_those_of_every_roll() -> None:
    helpers = ({"id": "otto", "lore": 2}, {"id": "eve", "lore": 1})
    given = _given("contact", *helpers, settings={"die": 3})

    counted: Counter[str] = Counter()
    for dice in product((1, 2, 3), repeat=7):
        counted[str(play("group_ritual", given, list(dice))["outcome"]["bonus"])] += 1

    assert odds("group_ritual", given)["bonus"] == pytest.approx(
        {bonus: ways / 3**7 for bonus, ways in counted.items()}
    )


def test_the_law_of_many_helpers_is_whole() -> None:
    helpers = [{**HELPER, "id": f"h{number}", "lore": 12} for number in range(30)]

    law = odds("group_ritual", _given("contact", *helpers))["bonus"]

    assert sum(law.values()) == pytest.approx(1, abs=1e-9)
