"""Contact and its prolonging."""

from typing import Any

import pytest

from tests.rules.sorcerer.asking import effects, odds, play, refusal
from tests.rules.sorcerer.callings import binding, check, parts, rite

WON = [12, 8, 1, 7, 5]
OPEN = {"id": "k1", "victories": 2, "state": "open"}


def _prolonged(**over: Any) -> dict[str, Any]:
    given = rite("contact", demon={"state": "contacted"}, contact=OPEN)
    return {**given, "contact_id": None, **over}


def test_a_success_opens_a_contact_and_is_due_for_a_check() -> None:
    answer = play("contact", rite("contact"), WON)

    assert answer["outcome"]["due"] == [check()]
    assert effects(answer) == [
        ("d1", "state", "contacted"),
        ("k1", "sorcerer", "mara"),
        ("k1", "demon", "d1"),
        ("k1", "state", "open"),
        ("k1", "victories", 2),
        ("k1", "hours", 1),
        ("k1", "changes", 2),
        ("k1", "power_raise", 2),
    ]


@pytest.mark.parametrize("draws", [[1, 2, 3, 7, 5], [7, 5, 5, 7, 6]])
def test_a_failure_reaches_nobody(draws: list[int]) -> None:
    answer = play("contact", rite("contact"), draws)

    outcome = answer["outcome"]
    assert (outcome["success"], outcome["due"], outcome["changes"], outcome["power_raise"]) == (
        False,
        [],
        0,
        0,
    )
    assert answer["effects"] == []


def test_the_pool_has_its_parts_in_order() -> None:
    given = rite(
        "contact",
        sorcerer={"strain_lore": 1, "penalties": 1},
        demon={"bindings": [binding(strength=4, favor="demon")]},
        retry=True,
        modifiers=[{"source": "time", "dice": 1, "note": "all night"}],
    )

    answer = play("contact", given, [12, 8, 1, 1, 1, 7, 5])

    expected = [("lore", 3), ("strain", -2), ("penalties", -1), ("binding", 4), ("time", 1)]
    acting = answer["outcome"]["contest"]["acting"]
    assert parts(acting) == expected
    assert acting["parts"][-1]["note"] == "all night"


def test_the_tie_of_another_helps_nobody_else() -> None:
    answer = play("contact", rite("contact", demon={"bindings": [binding("otto")]}), WON)

    assert parts(answer["outcome"]["contest"]["acting"]) == [("lore", 3)]


def test_no_more_changes_than_details_there_are() -> None:
    given = rite("contact", demon={"power": 5})

    outcome = play("contact", given, [12, 2, 1, 9, 8, 7, 6, 5])["outcome"]

    assert (outcome["changes"], outcome["power_raise"]) == (3, 1)


def test_a_tied_face_counts_against_the_lowest_one() -> None:
    outcome = play("contact", rite("contact"), [12, 9, 4, 12, 5])["outcome"]

    assert (outcome["success"], outcome["changes"]) == (True, 2)


@pytest.mark.parametrize(("named", "changes"), [("exact", (0, 0)), ("varies", (2, 2))])
def test_a_name_may_bring_just_that_demon(named: str, changes: tuple[int, int]) -> None:
    given = rite("contact", by_name=True, settings={"named_contact": named})

    outcome = play("contact", given, WON)["outcome"]

    assert (outcome["changes"], outcome["power_raise"]) == changes


def test_prolonging_adds_hours_and_hands_on_its_own_victories() -> None:
    answer = play("contact", _prolonged(settings={"contact_hours": 3}), [12, 11, 1, 1, 1, 9, 8])

    outcome = answer["outcome"]
    assert parts(outcome["contest"]["acting"]) == [("lore", 3), ("rollover", 2)]
    assert (outcome["prolonged"], outcome["due"], outcome["changes"]) == (True, [], 0)
    assert effects(answer) == [("k1", "hours", "+3"), ("k1", "victories", 2)]


def test_a_failed_prolonging_changes_nothing() -> None:
    answer = play("contact", _prolonged(), [1, 1, 1, 1, 1, 9, 8])

    outcome = answer["outcome"]
    assert (outcome["success"], outcome["prolonged"], answer["effects"]) == (False, False, [])


def test_a_demon_that_is_here_stays_here() -> None:
    given = rite("contact", demon={"state": "present"}, settings={"contact_present": True})

    assert effects(play("contact", given, WON))[0] == ("k1", "sorcerer", "mara")


@pytest.mark.parametrize(
    ("demon", "clause", "field"),
    [
        ({"state": "annihilated"}, "SOR-DEATH-05", "demon.state"),
        ({"state": "contacted"}, "SOR-CONTACT-09", "demon.state"),
        ({"state": "present"}, "SOR-CONTACT-15", "demon.state"),
        ({"power": 0}, "SOR-CONTACT-03", "demon.power"),
        ({"state": "present", "power": 0}, "SOR-CONTACT-15", "demon.state"),
    ],
)
def test_contacts_that_are_refused(demon: dict[str, Any], clause: str, field: str) -> None:
    assert refusal("contact", rite("contact", demon=demon)) == (clause, f"input.{field}")


def test_only_an_open_contact_is_prolonged() -> None:
    given = _prolonged(contact={**OPEN, "state": "closed"})

    assert refusal("contact", given) == ("SOR-CONTACT-09", "input.contact.state")


@pytest.mark.parametrize("given", [rite("contact", contact=OPEN), rite("contact", contact_id=None)])
def test_exactly_a_new_contact_gets_an_id(given: dict[str, Any]) -> None:
    assert refusal("contact", given) == ("invalid_input", "input.contact_id")


@pytest.mark.parametrize("given", [rite("contact", demon={"power": 0}, by_name=True), _prolonged()])
def test_least_power_is_asked_of_what_is_described(given: dict[str, Any]) -> None:
    given["demon"]["power"] = 0

    assert 0 < odds("contact", given)["success"] < 1


@pytest.mark.parametrize(("by_name", "cited"), [(False, True), (True, False)])
def test_least_power_is_cited_where_it_is_asked_for(by_name: bool, cited: bool) -> None:
    answer = play("contact", rite("contact", by_name=by_name), [9, 8, 7, 2, 1])

    assert ("SOR-CONTACT-03" in answer["clauses"]) is cited
