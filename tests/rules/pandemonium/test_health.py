"""The health track: marking, pushing off, upgrading, healing, moving, and running out."""

from typing import Any

import pytest

from tests.rules.pandemonium.asking import effects, outcome, refusal, someone, track


def dealt(before: dict[str, Any], kind: str, wounds: int, **more: Any) -> dict[str, Any]:
    damage = {"kind": kind, "wounds": wounds, **more}
    return outcome("apply_damage", {"target": {"id": "ann", "health": before}, "damage": damage})


@pytest.mark.parametrize(
    ("wounds", "status"),
    [
        ({"bashing": 1}, "able"),
        ({"bashing": 2}, "faltering"),
        ({"bashing": 1, "lethal": 1}, "faltering"),
        ({"lethal": 2}, "incapacitated"),
        ({"lethal": 1, "aggravated": 1}, "incapacitated"),
        ({"aggravated": 2}, "dead"),
    ],
)
def test_a_full_track_is_named_by_its_last_box(wounds: dict[str, int], status: str) -> None:
    assert dealt(track(2, **wounds), "bashing", 0)["status"] == status


def test_ordinary_wounds_are_pushed_off_before_resistant_ones() -> None:
    before = track(2, bashing=2, resistant={"bashing": 1})

    assert dealt(before, "lethal", 1)["health"] == track(2, bashing=1, lethal=1, resistant={"bashing": 1})
    assert dealt(before, "lethal", 2)["health"] == track(2, lethal=2)


def test_an_upgraded_wound_keeps_its_mark() -> None:
    before = track(1, bashing=1, resistant={"bashing": 1})

    assert dealt(before, "bashing", 1)["health"] == track(1, lethal=1, resistant={"lethal": 1})
    assert dealt(track(1, bashing=1), "bashing", 1, resistant=True)["health"] == track(1, lethal=1)


def test_a_run_of_wounds_marks_pushes_and_upgrades() -> None:
    found = dealt(track(3, bashing=1, lethal=1), "lethal", 5)

    assert found["change"] == {
        "marked": 2,
        "pushed": {"bashing": 1, "lethal": 0},
        "upgraded": {"bashing": 0, "lethal": 3},
        "overflow": 0,
    }
    assert found["health"] == track(3, aggravated=3)


def test_no_wound_changes_nothing() -> None:
    given = {"target": {"id": "ann", "health": track()}, "damage": {"kind": "lethal", "wounds": 0}}

    assert effects("apply_damage", given) == []


def healing(before: dict[str, Any], potency: int, kind: str, **more: Any) -> dict[str, Any]:
    spell = {"id": "mend", "aspect": "covert", "potency": potency, "applied": more.pop("applied", "cast")}
    return {
        "spell": spell,
        "target": someone(health=before, hold=more.pop("hold", "none")),
        "kind": kind,
        **more,
    }


def test_resistant_wounds_cost_potency_and_stay() -> None:
    before = track(lethal=3, resistant={"lethal": 2})

    found = outcome("heal", healing(before, 4, "lethal"))

    assert found["steps"] == [
        {"kind": "lethal", "wounds": 3, "potency": 4, "downgraded": 1, "left": 1},
        {"kind": "bashing", "wounds": 1, "potency": 1, "downgraded": 1, "left": 0},
    ]
    assert found["health"] == track(lethal=2, resistant={"lethal": 2})
    assert found["downgraded"] == [{"from": "lethal", "to": "none", "count": 1}]


def test_a_kind_without_wounds_costs_nothing() -> None:
    found = outcome(
        "heal", healing(track(aggravated=1, resistant={"aggravated": 1}, bashing=2), 3, "aggravated")
    )

    assert [step["kind"] for step in found["steps"]] == ["aggravated", "bashing"]
    assert found["health"] == track(aggravated=1, resistant={"aggravated": 1})


def test_each_original_kind_has_a_row() -> None:
    found = outcome("heal", healing(track(aggravated=1, lethal=1, bashing=9, boxes=11), 4, "aggravated"))

    assert found["downgraded"] == [
        {"from": "aggravated", "to": "bashing", "count": 1},
        {"from": "lethal", "to": "bashing", "count": 1},
    ]
    assert found["potency_left"] == 1


def test_temporary_healing_leaves_a_record_of_what_it_lessened() -> None:
    given = healing(track(lethal=1), 1, "lethal", temporary=True)
    failed = healing(track(lethal=2), 1, "lethal", temporary=True)

    assert effects("heal", given)[1] == (
        "ann",
        "temporary.mend",
        {"type": "healing", "downgraded": [{"from": "lethal", "to": "bashing", "count": 1}]},
    )
    assert effects("heal", failed) == [("ann", "hold.mend", "normal")]


def test_healing_by_harm_without_net_uses_the_try_up() -> None:
    given = healing(track(lethal=1), 0, "lethal", by_damage=True, timing="reflexive")

    assert effects("heal", given) == [("ann", "hold.mend", "normal")]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (healing(track(lethal=1), 1, "lethal", by_damage=True, from_temporary=True), "PAN-TEMP-06"),
        (healing(track(lethal=1), 1, "lethal", from_temporary=True), "invalid_input"),
        (healing(track(), 1, "lethal", timing="reflexive"), "PAN-HEAL-02"),
        (healing(track(), 1, "lethal", applied="sustained", hold="normal"), "PAN-HEAL-08"),
        (healing(track(bashing=1), 1, "lethal", applied="refreshed", hold="normal"), "PAN-HEAL-01"),
    ],
)
def test_healing_that_is_refused(given: dict[str, Any], expected: str) -> None:
    assert refusal("heal", given)[0] == expected


TRANSFER: dict[str, Any] = {
    "spell": {"id": "s", "potency": 4, "ritual": True},
    "donor": {"id": "don", "health": track(lethal=2, bashing=1, resistant={"lethal": 1})},
    "kinds": ["lethal", "bashing"],
    "recipients": [
        {"id": "bob", "health": track(1, bashing=1), "traits": {"stamina": 2}, "resist": {"successes": 3}},
        {"id": "cy", "health": track(), "willing": True},
    ],
    "allot": [
        {"to": "bob", "kind": "bashing", "wounds": 2},
        {"to": "cy", "kind": "lethal", "wounds": 9},
    ],
}


def test_resistant_wounds_count_but_do_not_move() -> None:
    found = outcome("transfer", TRANSFER)

    assert found["total"] == 3
    assert found["moved"] == [
        {"to": "bob", "kind": "bashing", "wounds": 1},
        {"to": "cy", "kind": "lethal", "wounds": 1},
    ]
    assert [recipient["limit"] for recipient in found["recipients"]] == [1, 3]
    assert effects("transfer", TRANSFER) == [
        ("don", "health", track(lethal=1, resistant={"lethal": 1})),
        ("bob", "health", track(1, lethal=1)),
        ("cy", "health", track(lethal=1)),
    ]


def test_nobody_rolls_where_the_potency_is_too_small() -> None:
    unwilling = {**TRANSFER["recipients"][0], "resist": {"pool": {"willpower": True}}, "willpower": 0}
    given = {
        **TRANSFER,
        "spell": {"id": "s", "potency": 2, "ritual": True},
        "recipients": [unwilling],
        "allot": [],
    }

    found = outcome("transfer", given)

    assert (found["severity"], found["moved"]) == ("normal", [])
    assert found["recipients"] == [{"id": "bob", "pool": None, "resisted": 0, "limit": 0, "received": 0}]
    assert refusal("transfer", {**given, "spell": TRANSFER["spell"]})[0] == "PAN-POOL-07"


def test_wounds_that_everybody_refuses_stay() -> None:
    unwilling = {**TRANSFER["recipients"][0], "resist": {"successes": 4}}

    found = outcome("transfer", {**TRANSFER, "recipients": [unwilling], "allot": TRANSFER["allot"][:1]})

    assert (found["severity"], found["moved"]) == ("normal", [])


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"spell": {"id": "s", "potency": 4, "ritual": False}}, ("PAN-TRANSFER-01", "input.spell.ritual")),
        ({"kinds": ["aggravated"], "allot": []}, ("PAN-TRANSFER-02", "input.kinds")),
        ({"kinds": ["lethal"]}, ("invalid_input", "input.allot.0.kind")),
        ({"kinds": ["lethal", "lethal"]}, ("invalid_input", "input.kinds")),
        ({"allot": [{"to": "don", "kind": "lethal", "wounds": 1}]}, ("invalid_input", "input.allot.0.to")),
        ({"donor": {"id": "cy", "health": track(lethal=1)}}, ("invalid_input", "input.recipients")),
        (
            {"recipients": [{"id": "cy", "health": track(), "willing": True, "resist": {"successes": 0}}]},
            ("invalid_input", "input.recipients.0.resist"),
        ),
        ({"recipients": [{"id": "cy", "health": track()}]}, ("invalid_input", "input.recipients.0.resist")),
    ],
)
def test_transfers_that_are_refused(change: dict[str, Any], expected: tuple[str, str]) -> None:
    assert refusal("transfer", {**TRANSFER, **change}) == expected


def expire(health: dict[str, Any], record: dict[str, Any]) -> dict[str, Any]:
    return {"spell": {"id": "s"}, "target": {"id": "ann", "health": health}, "record": record}


def harm(**fields: Any) -> dict[str, Any]:
    none = {"bashing": 0, "lethal": 0}
    return {
        "type": "damage",
        "kind": "bashing",
        "resistant": False,
        "marked": 0,
        "pushed": none,
        "upgraded": none,
        **fields,
    }


def test_upgrades_return_before_marked_wounds_go() -> None:
    record = harm(marked=1, upgraded={"bashing": 1, "lethal": 1})

    found = outcome("temporary_expire", expire(track(2, aggravated=1, lethal=1), record))

    assert found["lessened"] == {"aggravated": 1, "lethal": 1}
    assert (found["removed"], found["health"]) == (1, track(2, lethal=1))


@pytest.mark.parametrize(("resistant", "left"), [(True, 0), (False, 1)])
def test_a_record_takes_wounds_of_its_own_sort_first(resistant: bool, left: int) -> None:
    before = track(bashing=2, resistant={"bashing": 1})

    found = outcome("temporary_expire", expire(before, harm(marked=1, resistant=resistant)))

    assert found["health"]["resistant"]["bashing"] == left


def test_what_has_healed_since_is_not_removed_twice() -> None:
    given = expire(track(), harm(marked=3))

    assert outcome("temporary_expire", given)["removed"] == 0
    assert effects("temporary_expire", given) == [("ann", "temporary.s", None)]


def test_a_spell_that_left_nothing_temporary_has_nothing_to_undo() -> None:
    given = {name: value for name, value in expire(track(), {}).items() if name != "record"}

    assert refusal("temporary_expire", given) == ("PAN-TEMP-01", "input.spell")


def test_healed_wounds_are_dealt_anew_after_all_upgrades() -> None:
    rows = [{"from": "bashing", "to": "none", "count": 1}, {"from": "aggravated", "to": "lethal", "count": 2}]

    found = outcome(
        "temporary_expire",
        expire(track(3, lethal=2, resistant={"lethal": 1}), {"type": "healing", "downgraded": rows}),
    )

    assert found["upgraded"] == {"bashing": 0, "lethal": 0, "aggravated": 1}
    assert found["inflicted"] == {"bashing": 1, "lethal": 0, "aggravated": 1}
    assert found["health"] == track(3, lethal=0, aggravated=3, resistant={"aggravated": 1})


def test_healing_never_made_a_wound_worse() -> None:
    rows = [{"from": "bashing", "to": "lethal", "count": 1}]

    assert (
        refusal("temporary_expire", expire(track(), {"type": "healing", "downgraded": rows}))[0]
        == "invalid_input"
    )
