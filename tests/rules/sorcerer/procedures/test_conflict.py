"""A round of conflict: who is waited for, whose turn it is, and what the chart is still to be asked."""

import pytest

from rules.sorcerer.procedures.conflict import (
    Announced,
    Hit,
    Place,
    course,
    forbids_roll,
    responses,
    unrecorded,
)

MARA = Announced("mara", "attack", "guard", content=True)
GUARD = Announced("guard", "full_defense", content=True)


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
    assert course(["mara"], {"mara": "none"}).phase == "announce"


def test_highest_roll_that_is_still_to_come_acts() -> None:
    found = course(["mara", "guard", "shelly"], {"mara": "resolved", "guard": "aborted", "shelly": "pending"})

    assert found.phase == "resolve"
    assert found.acting == "shelly"
    assert found.places == (Place("mara", "done"), Place("guard", "gave_up"), Place("shelly", "acts"))


def test_round_is_over_when_nobody_is_left_to_act() -> None:
    found = course(["mara", "guard"], {"mara": "resolved", "guard": "aborted"})

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


def test_each_hit_is_read_off_the_chart_once() -> None:
    first, second = Hit("mara", "guard", 3, "attack"), Hit("shelly", "guard", 1, "shoot")
    push = Hit("mara", "shelly", 2, "act")

    assert unrecorded([first, push, second], []) == [first, second]
    assert unrecorded([first, second], ["guard"]) == [second]
    assert unrecorded([first, second], ["guard", "guard"]) == []
