"""Calling a demon step by step."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest

from rules.kernel.procedure import OpenQuestion, RecordState, State
from rules.sorcerer.procedures.calling import Calling, CallingStep, course

ASKED_FOR = {"type": "object", "abilities": ["Big"], "desire": "Ruin", "power": 3}
ORDER = [
    "describe",
    "contact",
    "answer",
    "check",
    "prolong",
    "complete_sheet",
    "summon",
    "check",
    "bind",
    "check",
]


def _calling(
    demon: dict[str, Any],
    *pending: OpenQuestion,
    contact: str | None = None,
    binding: str | None = None,
    tried: Mapping[str, int] = MappingProxyType({}),
) -> Calling:
    records = {
        "mara": RecordState("character", {"humanity": 4, **tried}),
        "d1": RecordState("demon", {**ASKED_FOR, **demon}),
    }
    if contact:
        records["k1"] = RecordState("contact", {"sorcerer": "mara", "demon": "d1", "state": contact})
    if binding:
        records["b1"] = RecordState("binding", {"sorcerer": "mara", "demon": "d1", "state": binding})
    return Calling(
        state=State(records, pending),
        sorcerer="mara",
        demon="d1",
        contact="k1" if contact else None,
        binding="b1" if binding else None,
    )


def _statuses(calling: Calling) -> list[str]:
    return [step.status for step in course(calling).steps]


def _step(calling: Calling, name: str, of: str | None = None) -> CallingStep:
    (found,) = (step for step in course(calling).steps if (step.name, step.of) == (name, of))
    return found


def _check(after: str) -> OpenQuestion:
    data = {"basis": "ritual", "change": "loss", "demon": "d1", "after": f"sorcerer.{after}"}
    return OpenQuestion("p1", "sorcerer.humanity_check", "mara", False, data)


ANSWER = OpenQuestion("p2", "sorcerer.alter_contact", "mara", False, {"contact": "k1", "demon": "d1"})


def test_the_steps_come_in_their_order() -> None:
    assert [step.name for step in course(_calling({"state": "beyond"})).steps] == ORDER


@pytest.mark.parametrize(
    ("calling", "statuses"),
    [
        (_calling({"state": "beyond", "type": None}), ["now"] + ["later"] * 9),
        (_calling({"state": "beyond"}), ["done", "now"] + ["later"] * 8),
        (
            _calling({"state": "contacted"}, ANSWER, _check("contact"), contact="open"),
            ["done", "done", "now", "waiting", "waiting", "waiting", "waiting", "later", "later", "later"],
        ),
        (
            _calling({"state": "contacted"}, _check("contact"), contact="open"),
            ["done", "done", "done", "now", "waiting", "now", "waiting", "later", "later", "later"],
        ),
        (
            _calling({"state": "contacted", "complete": True}, contact="open"),
            ["done", "done", "done", "done", "now", "done", "now", "later", "later", "later"],
        ),
        (
            _calling({"state": "present", "complete": True}, _check("summon"), contact="closed"),
            ["done", "done", "done", "done", "done", "done", "done", "now", "waiting", "later"],
        ),
        (
            _calling({"state": "present", "complete": True}, contact="closed"),
            ["done"] * 8 + ["now", "later"],
        ),
        (
            _calling(
                {"state": "present", "complete": True}, _check("bind"), contact="closed", binding="active"
            ),
            ["done"] * 9 + ["now"],
        ),
        (
            _calling({"state": "present", "complete": True}, contact="closed", binding="active"),
            ["done"] * 10,
        ),
    ],
)
def test_each_act_leads_to_the_next(calling: Calling, statuses: list[str]) -> None:
    assert _statuses(calling) == statuses


@pytest.mark.parametrize(
    ("calling", "statuses"),
    [
        (_calling({"state": "present"}), ["done", "now", "now", "later"]),
        (_calling({"state": "present", "complete": True}), ["done", "done", "now", "later"]),
        (
            _calling({"state": "present", "complete": True}, _check("bind"), binding="active"),
            [*["done"] * 3, "now"],
        ),
    ],
)
def test_demon_that_is_here_without_a_contact_is_only_bound(calling: Calling, statuses: list[str]) -> None:
    assert [step.name for step in course(calling).steps] == ["describe", "complete_sheet", "bind", "check"]
    assert _statuses(calling) == statuses


def test_a_contact_that_ran_out_begins_anew() -> None:
    calling = _calling({"state": "beyond"}, contact="closed")

    assert _statuses(calling)[:2] == ["done", "now"]


def test_the_contacts_check_waits_for_the_gm() -> None:
    step = _step(
        _calling({"state": "contacted"}, ANSWER, _check("contact"), contact="open"), "check", "contact"
    )

    assert (step.waits_for, step.actions[0].forbidden) == ("gm", "SOR-CONTACT-13")


@pytest.mark.parametrize(
    ("calling", "waits_for", "clause"),
    [
        (_calling({"state": "contacted"}, _check("contact"), contact="open"), "player", "SOR-HUMANITY-17"),
        (_calling({"state": "contacted"}, contact="open"), "gm", "SOR-DEMON-25"),
        (_calling({"state": "contacted", "complete": True}, contact="open"), "player", None),
    ],
)
def test_a_summoning_says_what_holds_it_up(calling: Calling, waits_for: str, clause: str | None) -> None:
    step = _step(calling, "summon")

    assert (step.waits_for, step.actions[0].forbidden) == (waits_for, clause)


@pytest.mark.parametrize(
    ("name", "verb"), [("contact", "contact"), ("prolong", "contact"), ("summon", "summon")]
)
def test_a_failed_attempt_may_be_tried_again(name: str, verb: str) -> None:
    contact = None if name == "contact" else "open"
    state = "beyond" if name == "contact" else "contacted"
    calling = _calling({"state": state, "complete": True}, contact=contact, tried={f"failed.{verb}.d1": 2})

    step = _step(calling, name)

    assert (step.status, step.actions[0].retry) == ("failed", True)


@pytest.mark.parametrize(
    ("delays", "tried", "immediate"),
    [
        (0, {}, True),
        (2, {}, False),
        (0, {"failed.summon.d1": 1}, False),
        (0, {"failed.contact.d1": 1}, True),
        (0, {"failed.summon.d2": 1}, True),
    ],
)
def test_a_summoning_follows_at_once_or_not(delays: int, tried: dict[str, Any], immediate: bool) -> None:
    calling = _calling(
        {"state": "contacted", "complete": True, "delays": delays}, contact="open", tried=tried
    )

    assert course(calling).immediate is immediate


def test_a_closed_contact_leads_to_no_summoning() -> None:
    calling = _calling({"state": "beyond"}, contact="closed")

    assert course(calling).immediate is False
