"""What the order of play forbids."""

from typing import Any

import pytest

from rules.kernel.procedure import OpenQuestion, RecordState, State
from rules.sorcerer.allowed import RITES, allowed, waits_for

MARA = RecordState("character", {"humanity": 4})
OTTO = RecordState("character", {"humanity": 4})
DEMON = RecordState("demon", {"state": "contacted", "complete": True})
NOTHING = State({"mara": MARA, "otto": OTTO, "d1": DEMON})


def _check(who: str = "mara", demon: str | None = "d1", *, optional: bool = False) -> OpenQuestion:
    data = {"basis": "ritual", "change": "loss", "demon": demon}
    return OpenQuestion("p1", "sorcerer.humanity_check", who, optional, data)


def _answer(who: str = "mara", demon: str = "d1") -> OpenQuestion:
    return OpenQuestion("p2", "sorcerer.alter_contact", who, False, {"contact": "k1", "demon": demon})


def _asking(*pending: OpenQuestion, **records: RecordState) -> State:
    return State({**NOTHING.records, **records}, pending)


@pytest.mark.parametrize("rite", sorted(RITES))
def test_an_open_check_comes_before_the_next_rite(rite: str) -> None:
    assert allowed(_asking(_check()), rite, ("mara", "d1")) == "SOR-HUMANITY-17"
    assert allowed(NOTHING, rite, ("mara", "d1")) is None


@pytest.mark.parametrize("pending", [_check("otto"), _check(optional=True), _answer()])
def test_what_is_optional_or_anothers_holds_up_no_rite(pending: OpenQuestion) -> None:
    assert allowed(_asking(pending), "sorcerer.contain", ("mara",)) is None


def test_a_check_that_cannot_be_made_holds_up_no_rite() -> None:
    state = _asking(_check(), mara=RecordState("character", {"humanity": 0}))

    assert allowed(state, "sorcerer.contain", ("mara",)) is None


def test_a_helper_with_an_open_check_holds_up_the_group() -> None:
    state = _asking(_check("otto"))

    assert allowed(state, "sorcerer.group_ritual", ("mara", "otto", "d1")) == "SOR-HUMANITY-17"


@pytest.mark.parametrize(
    ("pending", "subjects", "clause"),
    [
        (_check(), ("mara", "d1"), None),
        (_check(), ("mara",), "SOR-HUMANITY-17"),
        (_check(demon=None), ("mara",), None),
        (_check(demon=None), ("mara", "d1"), "SOR-HUMANITY-17"),
        (_check(), ("otto", "d1"), None),
        (_check(optional=True), ("mara",), None),
    ],
)
def test_an_open_check_comes_before_any_other(
    pending: OpenQuestion, subjects: tuple[str, ...], clause: str | None
) -> None:
    assert allowed(_asking(pending), "sorcerer.humanity_check", subjects) == clause


@pytest.mark.parametrize(
    ("pending", "clause"),
    [((_check(), _answer()), "SOR-CONTACT-13"), ((_check(), _answer("otto")), None), ((_check(),), None)],
)
def test_a_contacts_check_waits_for_the_answer(pending: tuple[OpenQuestion, ...], clause: str | None) -> None:
    assert allowed(_asking(*pending), "sorcerer.humanity_check", ("mara", "d1")) == clause


@pytest.mark.parametrize("fields", [{"state": "contacted", "complete": False}, {"state": "contacted"}])
def test_only_a_whole_demon_is_summoned(fields: dict[str, Any]) -> None:
    state = _asking(d1=RecordState("demon", fields))

    assert allowed(state, "sorcerer.summon", ("mara", "d1", "k1")) == "SOR-DEMON-25"
    assert allowed(state, "sorcerer.contact", ("mara", "d1")) is None


@pytest.mark.parametrize(
    ("verb", "clause"),
    [
        ("contact", "SOR-CONTACT-10"),
        ("alter_contact", "SOR-CONTACT-04"),
        ("summon", "SOR-SUMMON-01"),
    ],
)
def test_a_contact_is_of_use_for_its_own_demon_alone(verb: str, clause: str) -> None:
    state = _asking(k1=RecordState("contact", {"demon": "d1"}), k2=RecordState("contact", {"demon": "d2"}))

    assert allowed(state, f"sorcerer.{verb}", ("mara", "d1", "k1")) is None
    assert allowed(state, f"sorcerer.{verb}", ("mara", "d1", "k2")) == clause
    assert allowed(state, f"sorcerer.{verb}", ("k2",)) is None


@pytest.mark.parametrize(("turn", "clause"), [("none", None), ("pending", "SOR-CONFLICT-14")])
def test_what_was_rolled_stands_until_the_round_ends(turn: str, clause: str | None) -> None:
    state = _asking(otto=RecordState("character", {"turn": turn}))

    assert allowed(state, "sorcerer.conflict_round", ("mara", "otto")) == clause


def _turn(faces: list[int], turn: str = "pending", **over: Any) -> RecordState:
    return RecordState("character", {"turn": turn, "faces": faces, **over})


@pytest.mark.parametrize(
    ("other", "clause"),
    [
        (_turn([10, 10, 1]), "SOR-CONFLICT-16"),
        (_turn([11]), "SOR-CONFLICT-16"),
        (_turn([10, 10]), None),
        (_turn([9, 9, 9]), None),
        (_turn([12], "resolved"), None),
        (_turn([12], "aborted"), None),
        (_turn([12], round_action="full_defense"), None),
    ],
)
def test_higher_rolls_act_first(other: RecordState, clause: str | None) -> None:
    state = _asking(mara=_turn([10, 10]), otto=other)

    assert allowed(state, "sorcerer.resolve_attack", ("mara", "otto")) == clause


@pytest.mark.parametrize(
    ("other", "clause"),
    [
        (_turn([10, 10], round_place=0), "SOR-CONFLICT-15"),
        (_turn([10, 10], round_place=2), None),
        (_turn([10, 10], "resolved", round_place=0), None),
        (_turn([10, 10], round_place=0, round_action="full_defense"), None),
        (_turn([10, 10]), None),
    ],
)
def test_equal_rolls_act_as_they_were_listed(other: RecordState, clause: str | None) -> None:
    state = _asking(mara=_turn([10, 10], round_place=1), otto=RecordState("character", {}), vera=other)

    assert allowed(state, "sorcerer.resolve_attack", ("mara", "otto")) == clause


def test_a_stray_action_waits_for_nobody() -> None:
    state = _asking(mara=_turn([3], "resolved"), otto=_turn([12]))

    assert allowed(state, "sorcerer.resolve_attack", ("mara", "otto")) is None


OLDER = OpenQuestion("p0", "sorcerer.humanity_check", "mara", False, {"change": "loss", "demon": "d2"})


@pytest.mark.parametrize(
    ("asked", "others", "first"),
    [
        (_check(), (), None),
        (_check(), (_answer(),), "p2"),
        (_check(optional=True), (_answer(),), "p2"),
        (_check(), (_answer(demon="d2"),), None),
        (_check("otto"), (_answer(),), None),
        (_check(), (OLDER,), None),
        (_check(optional=True), (OLDER,), "p0"),
        (_answer(), (OLDER,), None),
    ],
)
def test_a_check_waits_for_the_answer_and_an_optional_one_for_what_is_owed(
    asked: OpenQuestion, others: tuple[OpenQuestion, ...], first: str | None
) -> None:
    found = waits_for(asked, (*others, asked))

    assert (found.id if found else None) == first


def test_what_waits_is_what_the_order_of_play_forbids() -> None:
    """The list of what waits and the refusal of an act rest on two questions; they have one answer."""
    for optional in (False, True):
        for others in ((), (_answer(),), (OLDER,), (_answer(), OLDER)):
            mine = _check(optional=optional)
            is_kept = allowed(_asking(*others, mine), "sorcerer.humanity_check", ("mara", "d1")) is not None
            assert is_kept == (waits_for(mine, (*others, mine)) is not None)


def test_what_is_asked_of_a_binding_waits_for_the_checks_that_are_owed() -> None:
    need = OpenQuestion("p3", "sorcerer.bind", "mara", False, {"demon": "d1"})
    owed, left = _check(), _check(optional=True)

    assert waits_for(need, (owed, need)) == owed  # SOR-HUMANITY-17
    assert waits_for(need, (left, _check("otto"), need)) is None
