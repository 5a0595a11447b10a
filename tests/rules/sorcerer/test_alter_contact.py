"""The GM's answer."""

from typing import Any

import pytest

from tests.rules.sorcerer.asking import effects, play, refusal

DEMON = {"id": "d1", "type": "object", "abilities": ["Big", "Fast"], "desire": "Ruin", "power": 4}


def _given(*changes: dict[str, Any], allowed: int = 4, power_raise: int = 0, **over: Any) -> dict[str, Any]:
    contact = {"id": "k1", "state": "open", "changes": allowed, "power_raise": 2}
    return {
        "contact": contact,
        "demon": DEMON,
        "changes": list(changes),
        "power_raise": power_raise,
        **over,
    }


def _swap(old: str, new: str) -> dict[str, Any]:
    return {"detail": "ability", "from": old, "to": new}


def test_effects_come_in_their_own_order() -> None:
    changes = (
        {"detail": "desire", "to": "Gold"},
        _swap("Fast", "Cloak"),
        {"detail": "type", "to": "passing"},
    )

    answer = play("alter_contact", _given(*changes, power_raise=1))

    assert effects(answer) == [
        ("d1", "type", "passing"),
        ("d1", "abilities", ["Big", "Cloak"]),
        ("d1", "desire", "Gold"),
        ("d1", "power", "+1"),
        ("k1", "changes", "-3"),
        ("k1", "power_raise", "-1"),
    ]
    assert (answer["outcome"]["changes_left"], answer["outcome"]["raise_left"]) == (1, 1)


def test_the_gm_may_leave_everything_as_it_is() -> None:
    answer = play("alter_contact", _given())

    assert (answer["effects"], answer["outcome"]["power"]) == ([], 4)


def test_an_ability_given_up_may_come_back_in_another_place() -> None:
    answer = play("alter_contact", _given(_swap("Big", "Cloak"), _swap("Fast", "Big")))

    assert answer["outcome"]["abilities"] == ["Cloak", "Big"]


@pytest.mark.parametrize(
    ("given", "clause", "field"),
    [
        (_given(allowed=0, power_raise=3), "SOR-CONTACT-07", "power_raise"),
        (_given(_swap("Big", "Fast"), allowed=0), "SOR-CONTACT-06", "changes"),
        (_given(_swap("Slow", "Cloak")), "SOR-CONTACT-06", "changes.0.from"),
        (_given(_swap("Big", "Fast")), "SOR-CONTACT-06", "changes.0.to"),
        (_given(_swap("Big", "Cloak"), _swap("Fast", "Cloak")), "SOR-CONTACT-06", "changes.1.to"),
        (_given(_swap("Big", "Cloak"), _swap("Big", "Shadow")), "SOR-CONTACT-06", "changes.1.detail"),
        (_given(_swap("Big", "Cloak"), _swap("Cloak", "Shadow")), "SOR-CONTACT-06", "changes.1.from"),
        (_given({"detail": "type", "to": "object"}), "SOR-CONTACT-06", "changes.0.to"),
        (_given({"detail": "desire", "to": "Ruin"}), "SOR-CONTACT-06", "changes.0.to"),
        (
            _given({"detail": "desire", "to": "Gold"}, {"detail": "desire", "to": "Peace"}),
            "SOR-CONTACT-06",
            "changes.1.detail",
        ),
    ],
)
def test_answers_that_are_refused(given: dict[str, Any], clause: str, field: str) -> None:
    assert refusal("alter_contact", given) == (clause, f"input.{field}")


def test_a_closed_contact_has_no_answer() -> None:
    closed = {"id": "k1", "state": "closed", "changes": 0, "power_raise": 0}
    given = _given(_swap("Big", "Cloak"), contact=closed)

    assert refusal("alter_contact", given) == ("SOR-CONTACT-09", "input.contact.state")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"detail": "ability", "to": "Cloak"}, "from"),
        ({"detail": "type", "from": "object", "to": "passing"}, "from"),
        ({"detail": "desire", "from": "Ruin", "to": "Gold"}, "from"),
        ({"detail": "type", "to": "ghost"}, "to"),
    ],
)
def test_changes_that_make_no_sense(change: dict[str, Any], field: str) -> None:
    assert refusal("alter_contact", _given(change)) == ("invalid_input", f"input.changes.0.{field}")
