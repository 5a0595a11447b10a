"""What acts leave of a turn on the fighters."""

from typing import Any

import pytest

from rules import service
from rules.kernel.draws import GivenDraws
from rules.kernel.procedure import RecordState, State

FIT = {"strength": 2, "dexterity": 2, "brawl": 1}
STRONG = {"strength": 2, "brawl": 1}
FOE = {"id": "bo"}
ORDERED = {"initiative": 9, "initiative_rating": 4}


def _left(
    action: str, given: dict[str, Any], *draws: int, **stored: dict[str, Any]
) -> list[tuple[str, str, Any]]:
    read = service.read(f"fallen.{action}", given)
    result = service.perform(f"fallen.{action}", read, GivenDraws(draws))
    state = State({who: RecordState("character", fields) for who, fields in stored.items()})
    return [
        (
            effect.on,
            effect.field,
            effect.set if effect.set is not None or not effect.change else effect.change,
        )
        if not isinstance(effect.change, int)
        else (effect.on, effect.field, f"+{effect.change}")
        for follow_up in service.follows(f"fallen.{action}", read, result, state)
        for effect in follow_up.effects
    ]


def test_who_rolls_initiative_has_no_place_in_an_order_made_before() -> None:
    given = {"fighters": [{"id": "ana", "dexterity": 3, "wits": 3}]}

    assert _left("initiative", given, 5, ana={"rolled_initiative": False, "in_order": True}) == [
        ("ana", "rolled_initiative", True),
        ("ana", "in_order", False),
    ]


def test_the_order_keeps_who_waits_for_whom() -> None:
    given = {
        "fighters": [
            {"id": "ana", **ORDERED, "initiative_rank": 1},
            {"id": "bo", **ORDERED, "initiative_rank": 2},
        ],
        "delays": [{"id": "ana", "before": "bo"}],
    }
    blank = {"in_order": False, "holds_back": False, "ahead_of": None}

    assert _left("order_actions", given, ana=blank, bo=blank) == [
        ("ana", "in_order", True),
        ("ana", "holds_back", True),
        ("ana", "ahead_of", "bo"),
        ("bo", "in_order", True),
        ("bo", "holds_back", False),
        ("bo", "ahead_of", None),
    ]


def test_a_new_turn_clears_what_the_last_one_left_and_counts_it() -> None:
    left = {"in_order": True, "turn_begun": True, "acted": 2, "turns_past": 3, "plan": []}
    blank = {"rolled_initiative": False, "holds_back": False, "ahead_of": None}

    assert _left("new_turn", {"fighters": [{"id": "ana"}]}, ana={**left, **blank}) == [
        ("ana", "rolled_initiative", False),
        ("ana", "in_order", False),
        ("ana", "turn_begun", False),
        ("ana", "acted", 0),
        ("ana", "turns_past", 4),
    ]


def test_a_plan_is_kept_as_it_was_declared() -> None:
    acts = [{"name": "strike", "pool": 5}, {"name": "dodge", "pool": 4}]

    ((who, field, plan),) = _left("multiple_actions", {"fighter": {"id": "ana"}, "actions": acts}, ana={})

    assert (who, field, [act["name"] for act in plan]) == ("ana", "plan", ["strike", "dodge"])


@pytest.mark.parametrize(
    ("given", "expected"),
    [({}, [("ana", "acted", "+1")]), ({"ambush": {"result": "surprise", "extra": 0}}, [])],
)
def test_a_free_attack_is_no_action_of_the_turn(given: dict[str, Any], expected: list[Any]) -> None:
    attack = {"attacker": {"id": "ana", **FIT}, "target": FOE, "maneuver": "strike", **given}

    assert _left("attack", attack, 2, 2, 2, ana={}) == expected


@pytest.mark.parametrize(("in_turn", "expected"), [(True, [("ana", "acted", "+1")]), (False, [])])
def test_a_roll_counts_where_it_is_an_action(in_turn: bool, expected: list[Any]) -> None:
    roll = {"roller": {"id": "ana"}, "traits": [{"name": "wits", "dice": 2}], "in_turn": in_turn}

    assert _left("roll", roll, 2, 2, ana={}) == expected


def test_getting_up_is_an_action_and_taking_a_turn_alone_is_none() -> None:
    begun = ("ana", "turn_begun", True)

    assert _left("take_turn", {"fighter": {"id": "ana"}}, ana={}) == [begun]
    rising = {"id": "ana", "prone": True, "rising": True}
    assert _left("take_turn", {"fighter": rising}, ana={}) == [begun, ("ana", "acted", "+1")]


def test_an_escape_is_the_prisoners_action() -> None:
    given = {
        "prisoner": {"id": "ana", **STRONG, "restraint": "held", "held_by": "bo", "grip": "hold"},
        "holder": {"id": "bo", **STRONG},
    }

    assert _left("escape", given, 2, 2, 2, 2, 2, 2, ana={}, bo={}) == [("ana", "acted", "+1")]
