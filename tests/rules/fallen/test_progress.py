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


WAITS = {"in_combat": True, "initiative": None}
ANA = {"id": "ana", "dexterity": 3, "wits": 3}
ROLLED = [("ana", "rolled_initiative", True), ("ana", "in_order", False)]


def test_the_order_is_made_with_the_last_die_and_not_before() -> None:
    given = {"fighters": [ANA]}
    after_bo = {**given, "standing": [{"id": "bo", **ORDERED, "initiative_rank": 1}]}
    bo = {"in_combat": True, **ORDERED, "initiative_rank": 1, "turn_initiative": 0}
    placed = [("holds_back", False), ("ahead_of", None)]

    assert _left("initiative", given, 5, ana=WAITS, bo=WAITS) == ROLLED
    assert _left("initiative", after_bo, 5, ana=WAITS, bo=bo) == [
        *ROLLED,
        ("ana", "turn_order", 1),
        ("bo", "turn_order", 2),
        *(("ana", name, value) for name, value in [("in_order", True), *placed]),
        *(("bo", name, value) for name, value in [("in_order", True), *placed]),
    ]


def test_whoever_joins_a_standing_order_is_put_into_it_though_others_have_not_rolled() -> None:
    stands = {"in_combat": True, **ORDERED, "initiative_rank": 1, "in_order": True, "holds_back": True}

    standing = [{"id": "bo", **ORDERED, "initiative_rank": 1}]
    given = {"fighters": [ANA], "standing": standing}
    left = _left("initiative", given, 5, ana=WAITS, bo=stands, cy=WAITS)

    assert ("ana", "turn_order", 1) in left
    assert ("bo", "holds_back", True) in left
    assert not any(who == "cy" for who, _name, _value in left)


def test_a_new_turn_makes_its_order_and_counts_the_turns_of_those_out_cold() -> None:
    fights = {"in_combat": True, **ORDERED, "turn_initiative": 0}
    out = {**fights, "initiative_rank": 3, "unconscious": True}
    given = {"fighters": [{"id": "ana", "next_initiative": -2}, {"id": "bo"}, {"id": "cy"}, {"id": "dee"}]}

    left = _left(
        "new_turn",
        given,
        ana={**fights, "initiative_rank": 1},
        bo={**fights, "initiative_rank": 2},
        cy={**out, "unconscious_for": 3},
        dee={**out, "initiative_rank": 4, "unconscious_for": 1},
    )

    assert [(who, value) for who, name, value in left if name == "turn_order"] == [
        ("bo", 1),
        ("dee", 2),
        ("ana", 3),
    ]
    assert [one for one in left if one[1].startswith("unconscious")] == [
        ("cy", "unconscious_for", 2),
        ("dee", "unconscious", False),
        ("dee", "unconscious_for", None),
    ]


def test_where_it_is_rolled_every_turn_a_new_turn_makes_no_order() -> None:
    fights = {"in_combat": True, **ORDERED, "initiative_rank": 1}
    given = {"fighters": [{"id": "ana"}], "settings": {"initiative_rolled": "turn"}}

    assert not any(name == "turn_order" for _who, name, _value in _left("new_turn", given, ana=fights))


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
    left |= {"foes.bo": True, "did.strike": 1, "move_difficulty": 2, "position": "rear"}
    blank = {"rolled_initiative": False, "holds_back": False, "ahead_of": None}

    assert _left("new_turn", {"fighters": [{"id": "ana"}]}, ana={**left, **blank}) == [
        ("ana", "rolled_initiative", False),
        ("ana", "in_order", False),
        ("ana", "turn_begun", False),
        ("ana", "acted", 0),
        ("ana", "move_difficulty", 0),
        ("ana", "position", "front"),
        ("ana", "turns_past", 4),
        ("ana", "foes.bo", None),
        ("ana", "did.strike", None),
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


FIGHTS = {"in_combat": True, "in_order": True, "turn_begun": True}


def test_whoever_strikes_at_close_quarters_is_an_opponent_and_has_one() -> None:
    attack = {"attacker": {"id": "ana", **FIT}, "target": FOE, "maneuver": "strike"}
    shot = {"attacker": {"id": "ana", **FIT}, "target": FOE, "maneuver": "shot"}
    gun = {"id": "gun", "dice": 3, "kind": "lethal"}

    assert _left("attack", attack, 2, 2, 2, ana=FIGHTS, bo=FIGHTS) == [
        ("ana", "acted", "+1"),
        ("ana", "foes.bo", True),
        ("bo", "foes.ana", True),
    ]
    assert _left("attack", {**shot, "weapon": gun}, 2, 2, ana=FIGHTS, bo=FIGHTS) == [("ana", "acted", "+1")]


def test_a_turn_begins_with_the_first_thing_done_in_it() -> None:
    attack = {"attacker": {"id": "ana", **FIT}, "target": FOE, "maneuver": "strike"}
    move = {"fighter": {"id": "ana", "dexterity": 2}, "gait": "walk", "yards": 3, "difficulty": 2}
    begun = ("ana", "turn_begun", True)

    assert _left("attack", attack, 2, 2, 2, ana={"turn_begun": False}) == [("ana", "acted", "+1"), begun]
    assert _left("movement", move, ana={"turn_begun": False, "move_difficulty": 1}) == [
        begun,
        ("ana", "move_difficulty", 2),
    ]


def test_what_was_declared_is_counted_as_it_is_done() -> None:
    attack = {"attacker": {"id": "ana", **FIT, "multiple": True}, "target": FOE, "maneuver": "strike"}

    left = _left("attack", attack, 2, ana={**FIGHTS, "multiple": True})

    assert left[:2] == [("ana", "acted", "+1"), ("ana", "did.strike", "+1")]
