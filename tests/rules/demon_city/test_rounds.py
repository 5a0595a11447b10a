"""The list by Agility, announcements, and which Clashes there are."""

from typing import Any

import pytest

from tests.rules.demon_city.asking import effects, outcome, play, refusal


def _order(people: dict[str, int], **rest: Any) -> dict[str, Any]:
    characters = [{"id": name, "agility": agility} for name, agility in people.items()]
    return {"round": {"id": "r2"}, "characters": characters, **rest}


def test_old_orders_stay_and_newcomers_are_put_in() -> None:
    given = _order({"cy": 2, "new": 2, "bo": 2, "ann": 1}, previous=["gone", "bo", "ann", "cy"])

    assert outcome("announce_order", given, [1])["order"] == ["ann", "bo", "new", "cy"]


def test_all_ties_may_be_ordered_anew() -> None:
    given = _order({"cy": 2, "bo": 2, "ann": 1, "di": 1}, previous=["bo", "cy"], rethrow=True)

    found = outcome("announce_order", given, [0, 1])

    assert found["order"] == ["di", "ann", "cy", "bo"]
    assert found["ties"] == [{"agility": 1, "order": ["di", "ann"]}, {"agility": 2, "order": ["cy", "bo"]}]


def test_one_alone_needs_no_draw() -> None:
    answer = play("announce_order", _order({"ann": 0}))

    assert (answer["outcome"]["first"], answer["outcome"]["ties"], answer["draws_used"]) == ("ann", [], 0)
    assert effects(answer) == [("r2", "order", ["ann"]), ("r2", "announced", [])]


def test_a_place_that_is_not_there_is_a_bad_draw() -> None:
    assert refusal("announce_order", _order({"ann": 1, "bo": 1}), [2]) == ("bad_draw", "draws.0")


def test_nobody_is_listed_twice_or_not_at_all() -> None:
    twice = {"round": {"id": "r"}, "characters": [{"id": "ann", "agility": 1}] * 2}

    assert refusal("announce_order", twice) == ("invalid_input", "input.characters")
    assert refusal("announce_order", _order({})) == ("invalid_input", "input.characters")


def _announce(kind: str = "other", **rest: Any) -> dict[str, Any]:
    current = {"id": "r1", "order": ["bo", "ann", "cy"], **rest.pop("round", {})}
    character = {"id": "bo", **rest.pop("character", {})}
    return {"round": current, "character": character, "kind": kind, **rest}


def test_the_slowest_who_is_able_comes_first() -> None:
    unable = {"unable": ["bo", "cy"]}
    ann = _announce(round=unable, character={"id": "ann"})

    assert outcome("announce", ann) == {
        "accepted": True,
        "next": None,
        "all_announced": True,
        "weapon_range": None,
    }
    assert outcome("announce", _announce())["next"] == "ann"


@pytest.mark.clause("DEC-ROUND-14")
def test_whoever_may_still_get_back_into_it_is_next_and_forbids_nothing() -> None:
    tries = {"unable": ["ann", "cy"], "trying": ["ann"]}
    found = outcome("announce", _announce(round=tries))

    assert (found["next"], found["all_announced"]) == ("ann", False)
    failed = outcome("announce", _announce(round={**tries, "trying": []}))
    assert (failed["next"], failed["all_announced"]) == (None, True)
    cy = _announce(round={"unable": ["bo", "ann"], "trying": ["ann"]}, character={"id": "cy"})
    assert outcome("announce", cy)["next"] == "ann"  # what came before is played again as it was


def test_free_placement_ends_with_the_announcement() -> None:
    answer = play("announce", _announce(character={"reposition": 60}))

    assert effects(answer) == [("r1", "announced", ["bo"]), ("bo", "reposition", 0)]


def test_a_mover_who_gets_closer_than_nothing_is_there() -> None:
    found = outcome("announce", _announce("move", move=60, range=40))

    assert found["weapon_range"] == {"fighting_back": 40, "otherwise": 0}


@pytest.mark.parametrize(
    ("given", "clause"),
    [
        (_announce(character={"out": True}), "DEC-ROUND-14"),
        (_announce(character={"panicked": True}), "DEC-ROUND-14"),
        (_announce(round={"unable": ["bo"]}), "DEC-ROUND-14"),
        (_announce(round={"announced": ["bo"]}), "DEC-ROUND-08"),
        (_announce(character={"id": "ann"}), "DEC-ROUND-08"),
        (_announce(character={"id": "stranger"}), "DEC-ROUND-08"),
        (_announce(conditional=True, targets=["ann", "cy"]), "DEC-ROUND-10"),
        (_announce("attack", targets=["ann", "cy"], reposition=1), "DEC-ROUND-11"),
        (_announce(reposition=1, move=31), "DEC-POS-01"),
        (_announce(character={"reposition": 60}, reposition=61), "DEC-POS-01"),
        (_announce(move=31), "DEC-ROUND-12"),
        (_announce("move", move=61), "DEC-ROUND-12"),
        (_announce("attack"), "invalid_input"),
        (_announce("attack", targets=["bo"]), "invalid_input"),
        (_announce(character={"reposition": 61}), "invalid_input"),
    ],
)
def test_an_announcement_is_refused(given: dict[str, Any], clause: str) -> None:
    assert refusal("announce", given)[0] == clause


@pytest.mark.parametrize(
    "given",
    [
        _announce("attack", targets=["ann", "cy"], area=True, move=30),
        _announce("move", move=60),
        _announce(character={"reposition": 60}, reposition=60),
    ],
)
def test_an_announcement_is_accepted(given: dict[str, Any]) -> None:
    assert outcome("announce", given)["accepted"] is True


def _acts(*acts: tuple[str, str, list[str]], **rest: Any) -> dict[str, Any]:
    drivers = rest.pop("drivers", ())
    actions = [
        {"id": name, "side": side, "kind": "other", "targets": targets, "driver": name in drivers}
        for name, side, targets in acts
    ]
    return {"actions": actions, **rest}


def test_allies_who_are_linked_come_along() -> None:
    acts = [("x", "b", ["a"]), ("c", "b", []), ("a", "a", []), ("d", "a", [])]

    found = outcome("sort_clashes", _acts(*acts, links=[["d", "x"], ["c", "nobody"]]))

    assert found == {"clashes": [["x", "a", "d"]], "drivers": [], "uncontested": ["c"]}


def test_allies_alone_are_no_clash() -> None:
    found = outcome("sort_clashes", _acts(("a", "a", ["b"]), ("b", "a", []), links=[["a", "b"]]))

    assert found == {"clashes": [], "drivers": [], "uncontested": ["a", "b"]}


def test_drivers_of_two_sides_are_taken_out() -> None:
    acts = [("a", "a", ["x"]), ("x", "b", ["a"]), ("b", "a", ["x"]), ("y", "b", [])]

    found = outcome("sort_clashes", _acts(*acts, drivers=("a", "x")))

    assert found == {"clashes": [], "drivers": ["a", "x"], "uncontested": ["b", "y"]}


def test_drivers_of_one_side_are_like_anybody() -> None:
    found = outcome("sort_clashes", _acts(("a", "a", ["x"]), ("x", "b", []), drivers=("a",)))

    assert (found["clashes"], found["drivers"]) == ([["a", "x"]], [])


def test_targets_that_do_not_act_are_ignored() -> None:
    found = outcome("sort_clashes", _acts(("a", "a", ["asleep"]), ("b", "b", ["asleep"])))

    assert found["uncontested"] == ["a", "b"]


def test_clashes_come_in_the_order_of_their_first() -> None:
    acts = [("a", "a", []), ("b", "a", ["y"]), ("x", "b", ["a"]), ("y", "b", [])]

    assert outcome("sort_clashes", _acts(*acts))["clashes"] == [["a", "x"], ["b", "y"]]


def test_a_mover_in_a_clash_names_its_clause() -> None:
    acts = [
        {"id": "a", "side": "a", "kind": "move"},
        {"id": "x", "side": "b", "kind": "attack", "targets": ["a"]},
    ]

    assert "DEC-CLASH-34" in play("sort_clashes", {"actions": acts})["clauses"]
