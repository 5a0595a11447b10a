"""A round of conflict: who is waited for, whose turn it is, and what the chart is still to be asked."""

from typing import Any

import pytest

from rules.kernel.procedure import RecordState, State
from rules.sorcerer.procedures.conflict import (
    Announced,
    Hit,
    Place,
    course,
    forbids_roll,
    hits_left,
    responses,
)

MARA = Announced("mara", "attack", "guard", content=True)
GUARD = Announced("guard", "full_defense", content=True)


def state(**people: dict[str, Any]) -> State:
    return State({who: RecordState("character", fields) for who, fields in people.items()})


def one(turn: str, *faces: int, place: int | None = None, **more: Any) -> dict[str, Any]:
    return {"turn": turn, "faces": list(faces), "round_place": place, **more}


@pytest.mark.parametrize(
    ("announced", "clause"),
    [
        ([], "SOR-CONFLICT-06"),
        ([MARA, MARA], "SOR-CONFLICT-04"),
        ([MARA, Announced("guard", "wait")], "SOR-CONFLICT-03"),
        ([MARA, GUARD], None),
    ],
)
def test_nothing_is_rolled_until_each_is_content_with_one_action(
    announced: list[Announced], clause: str | None
) -> None:
    assert forbids_roll(announced) == clause


def test_round_in_which_nobody_rolled_is_being_announced() -> None:
    assert course(state(mara=one("none"), guard={})).phase == "announce"


def test_highest_roll_that_is_still_to_come_acts() -> None:
    aims: dict[str, Any] = {"round_action": "attack", "round_target": "mara"}
    found = course(
        state(shelly=one("pending", 3, **aims), mara=one("resolved", 12), guard=one("aborted", 7, 7))
    )

    assert found.phase == "resolve"
    assert found.acting == "shelly"
    assert found.places == (
        Place("mara", "done"),
        Place("guard", "gave_up"),
        Place("shelly", "acts", "attack", "mara"),
    )
    assert found.place_of("guard") == Place("guard", "gave_up")
    assert found.place_of("boyd") is None


def test_equal_rolls_act_in_their_places() -> None:
    found = course(
        state(mara=one("pending", 9, place=3), guard=one("pending", 9, place=2), boyd=one("pending", 9, 1))
    )

    assert [place.who for place in found.places] == ["boyd", "guard", "mara"]


def test_round_is_over_when_nobody_is_left_to_act() -> None:
    found = course(state(mara=one("resolved", 9), guard=one("aborted", 3)))

    assert (found.phase, found.acting) == ("end", None)


def test_target_still_to_act_chooses_between_its_action_and_its_skin() -> None:
    assert responses("attack", "pending") == ("abort", "maintain")


@pytest.mark.parametrize("turn", ["resolved", "aborted", "none"])
def test_target_whose_turn_is_over_defends(turn: str) -> None:
    assert responses("attack", turn) == ("defend",)  # type: ignore[arg-type]  # a turn by its code


def test_full_defense_stands_against_every_attack() -> None:
    assert responses("attack", "pending", on_guard=True) == ("full_defense",)
    assert responses("shoot", "resolved", on_guard=True) == ("full_defense",)


@pytest.mark.parametrize("action", ["wait", "command", "draw", "aim", "full_defense"])
def test_nobody_opposes_what_fills_the_round(action: str) -> None:
    assert responses(action, "pending") == ("none",)  # type: ignore[arg-type]  # an action by its code


def test_general_act_may_go_unopposed() -> None:
    assert responses("act", "pending") == ("abort", "maintain", "none")


@pytest.mark.parametrize(("read", "left"), [(0, ["mara", "shelly"]), (1, ["shelly"]), (2, []), (3, [])])
def test_each_hit_is_read_off_the_chart_once(read: int, left: list[str]) -> None:
    found = hits_left(
        state(
            shelly=one("resolved", 5, **{"hits.guard": 1}),
            mara=one("resolved", 12, **{"hits.guard": 3}),
            guard=one("aborted", 4, hits_read=read),
        )
    )

    victories = {"mara": 3, "shelly": 1}
    assert found == [Hit(who, "guard", victories[who]) for who in left]


@pytest.mark.parametrize("turn", ["none", "pending", "aborted"])
def test_an_action_that_is_not_resolved_hits_nobody(turn: str) -> None:
    assert hits_left(state(mara=one(turn, 12, **{"hits.guard": 3}))) == []
