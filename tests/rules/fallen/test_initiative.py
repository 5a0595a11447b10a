"""Initiative and the order of a turn."""

from typing import Any

import pytest

from tests.rules.fallen.asking import effects, play, refusal


def _fighter(who: str, dexterity: int = 2, wits: int = 2, **more: Any) -> dict[str, Any]:
    return {"id": who, "dexterity": dexterity, "wits": wits, **more}


def _ranked(who: str, initiative: int, rating: int, rank: int, **more: Any) -> dict[str, Any]:
    return {"id": who, "initiative": initiative, "initiative_rating": rating, "initiative_rank": rank, **more}


FOUR = [_ranked("a", 12, 4, 1), _ranked("b", 10, 5, 2), _ranked("c", 10, 4, 3), _ranked("d", 5, 5, 4)]


def _order(answer: dict[str, Any]) -> list[str]:
    return [place["id"] for place in answer["outcome"]["order"]]


def test_a_passing_penalty_lowers_the_score_alone() -> None:
    place = play("initiative", {"fighters": [_fighter("a", turn_initiative=-2)]}, [5])["outcome"]["order"][0]

    assert (place["score"], place["rating"], place["turn_initiative"]) == (7, 4, -2)


def test_a_score_can_fall_below_nothing() -> None:
    crippled = _fighter("a", 0, 1, lethal=6, turn_initiative=-20)

    assert play("initiative", {"fighters": [crippled]}, [1])["outcome"]["order"][0]["score"] == -23


def test_the_tied_roll_again_group_by_group() -> None:
    slow = {"dexterity": 1, "wits": 1}
    fighters = [_fighter("a"), _fighter("x", **slow), _fighter("b"), _fighter("y", **slow), _fighter("c")]
    first = [5, 5, 5, 5, 5]
    three = [7, 3, 7]  # a and c are level again, before b is placed
    again = [2, 9]
    two = [4, 6]

    answer = play("initiative", {"fighters": fighters}, [*first, *three, *again, *two])

    assert _order(answer) == ["c", "a", "b", "y", "x"]
    assert [place["rerolls"] for place in answer["outcome"]["order"]] == [[7, 9], [7, 2], [3], [6], [4]]


@pytest.mark.parametrize(
    ("condition", "clause"),
    [
        ({"dead": True}, "FAL-HEALTH-07"),
        ({"bashing": 7}, "FAL-HEALTH-06"),
        ({"unconscious": True}, "FAL-UNCON-03"),
    ],
)
def test_whoever_is_out_of_it_rolls_none(condition: dict[str, Any], clause: str) -> None:
    assert refusal("initiative", {"fighters": [_fighter("a"), _fighter("b", **condition)]})[0] == clause


def test_the_set_values_are_always_told() -> None:
    answer = play("initiative", {"fighters": [_fighter("a")]}, [1])

    assert [field for _, field, _ in effects(answer)] == [
        "initiative",
        "initiative_rating",
        "initiative_rank",
        "in_combat",
    ]


def test_nobody_fights_twice() -> None:
    assert refusal("initiative", {"fighters": [_fighter("a"), _fighter("a")]}) == (
        "invalid_input",
        "input.fighters",
    )


def test_rank_orders_whom_nothing_else_does() -> None:
    level = [_ranked("late", 10, 4, 7), _ranked("early", 10, 4, 2)]

    assert _order(play("order_actions", {"fighters": level})) == ["early", "late"]


def test_a_penalty_counts_once() -> None:
    slowed = [_ranked("a", 12, 4, 1, turn_initiative=-3), _ranked("b", 10, 5, 2)]

    assert _order(play("order_actions", {"fighters": slowed})) == ["b", "a"]
    assert _order(play("order_actions", {"fighters": slowed, "rolled_this_turn": True})) == ["a", "b"]


def test_those_who_step_in_together_keep_their_order() -> None:
    delays = [{"id": "b", "before": "d"}, {"id": "a", "before": "d"}]

    answer = play("order_actions", {"fighters": FOUR, "delays": delays})

    assert _order(answer) == ["c", "a", "b", "d"]
    assert "FAL-YIELD-03" in answer["clauses"]


def test_whoever_names_no_moment_acts_last() -> None:
    answer = play("order_actions", {"fighters": FOUR, "delays": [{"id": "a"}]})

    assert _order(answer) == ["b", "c", "d", "a"]
    assert effects(answer)[-1] == ("a", "turn_order", 4)
    assert answer["outcome"]["order"][-1] == {
        "id": "a",
        "place": 4,
        "score": 12,
        "delayed": True,
        "before": None,
    }


@pytest.mark.parametrize("named", ["a", "b"])
def test_only_a_slower_one_can_be_interrupted(named: str) -> None:
    given = {"fighters": FOUR, "delays": [{"id": "b", "before": named}]}

    assert refusal("order_actions", given) == ("FAL-YIELD-02", "input.delays.0.before")


def test_nobody_waits_for_one_who_waits() -> None:
    delays = [{"id": "a", "before": "b"}, {"id": "b", "before": "d"}]

    assert refusal("order_actions", {"fighters": FOUR, "delays": delays})[0] == "FAL-YIELD-05"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"delays": [{"id": "z"}]}, "input.delays.0.id"),
        ({"delays": [{"id": "a", "before": "z"}]}, "input.delays.0.before"),
        ({"delays": [{"id": "a"}, {"id": "a"}]}, "input.delays"),
        ({"fighters": [_ranked("a", 1, 1, 1), _ranked("b", 1, 1, 1)]}, "input.fighters"),
    ],
)
def test_faults_of_form_are_named(change: dict[str, Any], field: str) -> None:
    assert refusal("order_actions", {"fighters": FOUR, **change}) == ("invalid_input", field)
