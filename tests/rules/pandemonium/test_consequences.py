"""Resisting, control, investigation, plunder and drain."""

from typing import Any

import pytest

from tests.rules.pandemonium.asking import ANN, effects, odds, outcome, refusal, someone

ALL_HOLDS = ("resisted", "normal", "severe", "escaped")


def spell(**fields: Any) -> dict[str, Any]:
    return {"id": "s", "potency": 3, **fields}


def held(hold: str) -> dict[str, Any]:
    return someone(hold=hold)


RESIST: dict[str, Any] = {"spell": spell(arcanum="mind"), "target": ANN, "effect": "damage"}
CONTROL: dict[str, Any] = {
    "spell": spell(aspect="covert"),
    "target": ANN,
    "compare": "resolve",
    "resist": {"successes": 1},
}
LEARN: dict[str, Any] = {
    "spell": spell(),
    "target": ANN,
    "aim": "learn",
    "compare": "resolve",
    "resist": {"successes": 0},
}
PLUNDER: dict[str, Any] = {
    "spell": spell(aspect="covert"),
    "target": ANN,
    "of": "merit",
    "merit": {"name": "resources", "dots": 2},
    "compare": "composure",
    "resist": {"successes": 0},
}
DRAIN: dict[str, Any] = {
    "spell": spell(),
    "resource": "mana",
    "target": someone(points=9),
    "compare": "resolve",
    "resist": {"successes": 0},
}


@pytest.mark.parametrize(
    ("effect", "traits"),
    [
        ("damage", ["defense", "wits"]),
        ("entrapment", ["defense", "wits"]),
        ("force", ["strength", "stamina"]),
        ("balance", ["strength", "dexterity"]),
        ("labyrinth", ["intelligence", "resolve"]),
        ("illusion", ["manipulation", "empathy"]),
        ("uncanny", ["resolve", "power"]),
    ],
)
def test_the_effect_picks_the_pool(effect: str, traits: list[str]) -> None:
    target = someone(traits=dict.fromkeys(traits, 1))

    found = outcome("resist", {**RESIST, "target": target, "effect": effect}, [1, 1])

    assert [part["name"] for part in found["pool"]["parts"]] == traits


@pytest.mark.parametrize("arcanum", ["death", "fate", "life", "matter", "spirit", "time"])
def test_these_arcana_are_resisted_with_composure(arcanum: str) -> None:
    given = {**RESIST, "spell": spell(arcanum=arcanum), "effect": "uncanny"}

    assert outcome("resist", given, [1] * 4)["pool"]["parts"][0]["name"] == "composure"


def test_a_stranger_pool_is_named() -> None:
    given = {**RESIST, "effect": "other", "pool": {"traits": ["wits"]}}

    assert outcome("resist", given, [1, 1, 1])["pool"]["size"] == 3


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"effect": "pattern"}, "attribute"),
        ({"attribute": "stamina"}, "attribute"),
        ({"effect": "other"}, "pool.traits"),
        ({"pool": {"traits": ["wits"]}}, "pool.traits"),
        ({"effect": "uncanny", "spell": spell()}, "spell.arcanum"),
        ({"instead": "wits"}, "compare"),
    ],
)
def test_the_effect_and_its_pool_have_to_agree(change: dict[str, Any], field: str) -> None:
    assert refusal("resist", {**RESIST, **change}) == ("invalid_input", f"input.{field}")


def test_there_may_be_nothing_to_resist() -> None:
    assert refusal("resist", {**RESIST, "immediate": False})[0] == "PAN-RESIST-12"


def test_aid_counts_where_it_is_larger() -> None:
    found = outcome("resist", {**RESIST, "aid": 3}, [8, 1, 1, 1, 1])

    assert (found["resisted"], found["net"], found["affected"]) == (3, 0, False)


@pytest.mark.parametrize(
    ("hold", "written"), [("none", True), ("escaped", True), ("normal", False), ("severe", False)]
)
def test_resisting_does_not_loosen_a_hold_that_stands(hold: str, written: bool) -> None:
    given = {**RESIST, "target": held(hold), "aid": 3}

    assert effects("resist", given, [1] * 5) == ([("ann", "hold.s", "resisted")] if written else [])


def test_odds_of_resisting_have_severities_only_where_compared() -> None:
    assert odds("resist", RESIST).keys() == {"net", "none"}
    assert odds("resist", {**RESIST, "compare": "wits"}).keys() == {"net", "none", "normal", "severe"}


@pytest.mark.parametrize(
    ("applied", "stored", "successes", "expected"),
    [
        ("cast", "severe", 3, "resisted"),
        ("cast", "severe", 2, "normal"),
        ("shaped", "severe", 2, "severe"),
        ("shaped", "normal", 3, "normal"),
        ("shaped", "normal", 0, "severe"),
        ("shaped", "escaped", 3, "resisted"),
        ("refreshed", "none", 3, "resisted"),
    ],
)
def test_what_a_hold_becomes(applied: str, stored: str, successes: int, expected: str) -> None:
    given = {
        **CONTROL,
        "spell": spell(aspect="covert", applied=applied),
        "target": held(stored),
        "resist": {"successes": successes},
    }

    assert effects("control", given) == [("ann", "hold.s", expected)]


def test_the_compared_attribute_resists_even_where_another_is_measured() -> None:
    given = {**CONTROL, "means": "magical", "instead": "stamina", "resist": {"pool": {}}}

    found = outcome("control", given, [8, 1, 1, 1, 1])

    assert [part["name"] for part in found["pool"]["parts"]] == ["resolve", "power"]
    assert found["compare"] == {"name": "stamina", "dots": 2}
    assert found["severity"] == "severe"


def test_ordinary_stakes_are_never_severe() -> None:
    found = outcome("control", {**CONTROL, "stakes": "ordinary", "resist": {"successes": 0}})

    assert (found["severity"], found["achieved"]) == ("normal", True)
    assert (found["hindrance"], found["boost"]) == (0, None)
    assert odds("control", {**CONTROL, "stakes": "ordinary"})["severe"] == 0


def test_a_remarkable_thing_has_a_rating_of_its_own() -> None:
    thing = {"id": "gate", "object": True, "fame": 5, "rating": 4}

    found = outcome("control", {"spell": spell(aspect="covert"), "target": thing})

    assert (found["compare"], found["severity"]) == ({"name": "object", "dots": 4}, "normal")


@pytest.mark.parametrize("hold", ALL_HOLDS)
@pytest.mark.parametrize("applied", ["sustained", "refreshed"])
@pytest.mark.parametrize(
    ("verb", "given", "clause"),
    [
        ("control", CONTROL, "PAN-CTRL-06"),
        ("investigate", LEARN, "PAN-INVEST-06"),
        ("plunder", PLUNDER, "PAN-PLUNDER-08"),
    ],
)
def test_what_was_tried_is_not_tried_again_by_keeping_it_up(
    verb: str, given: dict[str, Any], clause: str, applied: str, hold: str
) -> None:
    again = {
        **given,
        "spell": {**given["spell"], "applied": applied},
        "target": {**given["target"], "hold": hold},
    }

    assert refusal(verb, again)[0] == clause


def test_a_drain_may_be_refreshed_but_not_sustained() -> None:
    target = someone(points=9, hold="normal")

    assert (
        refusal("drain", {**DRAIN, "spell": spell(applied="sustained"), "target": target})[0]
        == "PAN-DRAIN-05"
    )
    assert outcome("drain", {**DRAIN, "spell": spell(applied="refreshed"), "target": target})["lost"] == 3


@pytest.mark.parametrize("hold", ["resisted", "escaped"])
@pytest.mark.parametrize(
    ("verb", "given"), [("control", CONTROL), ("investigate", LEARN), ("plunder", PLUNDER), ("drain", DRAIN)]
)
def test_distant_magic_starts_again_with_a_new_casting(verb: str, given: dict[str, Any], hold: str) -> None:
    far = {**given["spell"], "sympathetic": True}
    target = {**given["target"], "hold": hold}

    assert (
        refusal(verb, {**given, "spell": {**far, "applied": "shaped"}, "target": target})[0] == "PAN-SYMP-02"
    )
    assert outcome(verb, {**given, "spell": {**far, "applied": "cast"}, "target": target})["net"] > 0


@pytest.mark.parametrize(
    ("potency", "aim", "expected"),
    [
        (3, "learn", ("none", 12, "full")),
        (2, "learn", ("none", 2, "hint")),
        (0, "learn", ("none", 0, "none")),
        (3, "watch", ("clear", 0, "none")),
        (2, "watch", ("dim", 0, "none")),
    ],
)
def test_what_is_seen_and_learnt(potency: int, aim: str, expected: tuple[str, int, str]) -> None:
    given = {**LEARN, "spell": spell(potency=potency), "aim": aim, "settings": {"facts_per_success": 4}}

    found = outcome("investigate", given)

    assert (found["clarity"], found["facts"], found["secrets"]) == expected


@pytest.mark.parametrize(("potency", "lost"), [(1, 0), (2, 1), (3, 2), (4, 2)])
def test_dots_of_a_merit_that_are_lost(potency: int, lost: int) -> None:
    given = {**PLUNDER, "spell": spell(aspect="covert", potency=potency)}

    assert outcome("plunder", given)["dots_lost"] == lost


def test_a_merit_is_measured_by_the_higher_of_two() -> None:
    given = {**PLUNDER, "merit": {"name": "status", "dots": 4}}

    found = outcome("plunder", given)

    assert (found["compare"], found["severity"]) == ({"name": "status", "dots": 4}, "normal")


def test_a_dot_taken_until_the_scene_ends() -> None:
    given = {**PLUNDER, "merit": {"name": "status", "dots": 4}, "normal_choice": "merit"}

    assert effects("plunder", given) == [("ann", "scene.merits.status", -1), ("ann", "hold.s", "normal")]
    assert outcome("plunder", given)["until_scene_end"] is True


@pytest.mark.parametrize(
    ("change", "clause"),
    [
        ({"of": "item", "merit": None, "normal_choice": "merit"}, "PAN-PLUNDER-06"),
        ({"merit": {"name": "luck", "dots": 1, "external": False}}, "PAN-PLUNDER-01"),
        ({"stakes": "ordinary"}, "PAN-CONSEQ-03"),
    ],
)
def test_plunder_that_is_refused(change: dict[str, Any], clause: str) -> None:
    assert refusal("plunder", {**PLUNDER, **change})[0] == clause


def test_no_more_is_drained_than_there_is() -> None:
    given = {**DRAIN, "target": someone(points=2), "recipient": {"id": "mira", "points": 3}}

    assert effects("drain", given) == [("ann", "mana", -2), ("mira", "mana", 2), ("ann", "hold.s", "severe")]


def test_willpower_spent_on_resisting_is_gone_before_the_drain() -> None:
    given = {
        **DRAIN,
        "resource": "willpower",
        "target": someone(willpower=2),
        "resist": {"pool": {"willpower": True}},
    }

    assert effects("drain", given, [1] * 8) == [
        ("ann", "willpower", -1),
        ("ann", "willpower", -1),
        ("ann", "hold.s", "severe"),
    ]


@pytest.mark.parametrize(
    ("resource", "target", "field"),
    [
        ("willpower", someone(points=1), "target.points"),
        ("willpower", someone(willpower=None), "target.willpower"),
        ("mana", ANN, "target.points"),
    ],
)
def test_the_points_that_are_drained_are_known(resource: str, target: dict[str, Any], field: str) -> None:
    given = {**DRAIN, "resource": resource, "target": target}

    assert refusal("drain", given) == ("invalid_input", f"input.{field}")


def test_temporary_damage_drains_nothing() -> None:
    assert refusal("drain", {**DRAIN, "from_temporary": True})[0] == "PAN-TEMP-06"
