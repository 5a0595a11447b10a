"""A fight, step by step."""

from typing import Any

import pytest

from rules.fallen.procedures.fights import OWN_TURN, fight_of, next_steps, whose_place
from rules.kernel.procedure import OpenQuestion, RecordState, State

ROLLED: dict[str, Any] = {"in_combat": True, "initiative": 9, "dexterity": 2}
FIRST: dict[str, Any] = {**ROLLED, "in_order": True, "turn_order": 1}
SECOND: dict[str, Any] = {**FIRST, "turn_order": 2}
UNROLLED: dict[str, Any] = {"in_combat": True, "dexterity": 2}


def _state(*pending: OpenQuestion, ana: dict[str, Any] = FIRST, bo: dict[str, Any] = SECOND) -> State:
    return State({"ana": RecordState("character", ana), "bo": RecordState("character", bo)}, pending)


def _asked(question: str, who: str) -> OpenQuestion:
    return OpenQuestion(question, question, who, False, {})


def _offered(state: State) -> list[tuple[str, tuple[str, ...]]]:
    return [(step.action, step.who) for step in next_steps(fight_of(state, state.records), state)]


HER_TURN = [(action, ("ana",)) for action in OWN_TURN]


def test_a_fight_begins_with_everybodys_own_die() -> None:
    steps = next_steps(fight_of(_state(ana=UNROLLED, bo=UNROLLED), ("ana", "bo")), _state())

    assert [(step.action, step.who, step.decides) for step in steps] == [
        ("fallen.initiative", ("ana",), "player"),
        ("fallen.initiative", ("bo",), "player"),
    ]


def test_whoever_has_rolled_may_go_on_without_the_others_and_the_senseless_do_not_roll() -> None:
    assert _offered(_state(ana=ROLLED, bo=UNROLLED)) == [
        ("fallen.initiative", ("bo",)),
        ("fallen.order_actions", ("ana",)),
    ]
    out = {**UNROLLED, "unconscious": True}
    assert _offered(_state(ana=ROLLED, bo=out)) == [("fallen.order_actions", ("ana",))]


def test_who_rolled_after_the_order_was_made_is_put_into_it() -> None:
    late = {**ROLLED, "rolled_initiative": True}

    assert _offered(_state(bo=late)) == [("fallen.order_actions", ("ana", "bo"))]
    assert _offered(_state(bo={**late, "unconscious": True})) == HER_TURN


def test_while_an_order_stands_nobody_waits_for_one_who_joins_it() -> None:
    assert _offered(_state(bo=UNROLLED)) == [("fallen.initiative", ("bo",)), *HER_TURN]


def test_initiative_of_another_turn_counts_unless_it_is_rolled_every_turn() -> None:
    state = _state(ana=ROLLED, bo={**ROLLED, "rolled_initiative": True})

    assert fight_of(state, state.records).rolled == ("ana", "bo")
    assert fight_of(state, state.records, each_turn=True).rolled == ("bo",)


def test_a_free_attack_is_offered_before_initiative() -> None:
    offered = _offered(_state(_asked("fallen.strike", "ana"), ana=UNROLLED, bo=UNROLLED))

    assert offered == [
        ("fallen.strike", ("ana",)),
        ("fallen.initiative", ("ana",)),
        ("fallen.initiative", ("bo",)),
    ]


@pytest.mark.parametrize("begun", [{}, {"turn_begun": True}])
def test_the_first_in_order_acts_at_once(begun: dict[str, Any]) -> None:
    assert _offered(_state(ana={**FIRST, **begun})) == HER_TURN


def test_what_hinders_her_is_dealt_with_before_she_acts() -> None:
    assert _offered(_state(ana={**FIRST, "dazed": True})) == [("fallen.take_turn", ("ana",))]


def test_what_is_forbidden_is_said() -> None:
    state = _state(ana={**FIRST, "turn_begun": True, "moved": 14})

    steps = {step.action: step.forbidden for step in next_steps(fight_of(state, state.records), state)}

    assert (steps["fallen.strike"], steps["fallen.end_turn"]) == ("FAL-MOVE-08", None)


def test_one_who_is_getting_up_may_declare_several_actions_first() -> None:
    rising = {**FIRST, "prone": True, "rising": True}

    assert [action for action, _ in _offered(_state(ana=rising))] == [
        "fallen.multiple_actions",
        "fallen.take_turn",
    ]


@pytest.mark.parametrize("what", ["dazed", "multiple"])
def test_one_who_is_dazed_or_has_declared_declares_nothing(what: str) -> None:
    rising = {**FIRST, "prone": True, "rising": True, what: True}

    assert _offered(_state(ana=rising)) == [("fallen.take_turn", ("ana",))]


def test_those_without_a_place_have_no_turn_of_their_own() -> None:
    out = {**FIRST, "unconscious": True}
    both = ("ana", "bo")

    assert whose_place(both, _state(ana=out)) == "bo"
    assert whose_place(both, _state(ana=out, bo={**SECOND, "turn_done": True})) is None
    assert whose_place(both, _state(ana={**FIRST, "dead": True}, bo={**SECOND, "turn_done": True})) is None


def test_a_new_turn_begins_when_all_are_done() -> None:
    done = {"turn_done": True}

    assert _offered(_state(ana={**FIRST, **done}, bo={**SECOND, **done})) == [
        ("fallen.new_turn", ("ana", "bo"))
    ]


def test_a_hit_is_settled_before_anybody_goes_on() -> None:
    waiting = _state(
        _asked("fallen.defend", "bo"), _asked("fallen.hit", "ana"), _asked("fallen.blackout", "bo")
    )

    steps = next_steps(fight_of(waiting, waiting.records), waiting)

    assert [(step.action, step.decides, step.must) for step in steps] == [
        ("fallen.defend", "player", False),
        ("fallen.hit", "player", True),
        ("fallen.blackout", "gm", False),
    ]
    assert [step.pending for step in steps] == ["fallen.defend", "fallen.hit", "fallen.blackout"]


def test_a_fall_is_settled_at_once_but_not_by_one_out_cold() -> None:
    owed = _asked("fallen.knockdown", "bo")

    assert _offered(_state(owed)) == [("fallen.knockdown", ("bo",))]
    assert _offered(_state(owed, bo={**SECOND, "unconscious": True})) == HER_TURN


def test_who_was_laid_on_the_ground_rolls_to_get_up_as_her_place_comes() -> None:
    down = {"prone": True}

    assert _offered(_state(ana={**FIRST, **down})) == [("fallen.knockdown", ("ana",))]
    assert _offered(_state(bo={**SECOND, **down})) == HER_TURN


def test_what_goes_wrong_with_a_botch_is_asked_of_the_gm_and_stops_nobody() -> None:
    state = _state(_asked("table.ruling", "bo"), _asked("table.ruling", "somebody else"))

    steps = next_steps(fight_of(state, state.records), state)

    assert [(step.action, step.who, step.decides, step.must) for step in steps][:2] == [
        ("table.ruling", ("bo",), "gm", False),
        (OWN_TURN[0], ("ana",), "player", False),
    ]
