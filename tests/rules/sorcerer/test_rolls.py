"""Any opposed roll."""

from typing import Any

from tests.rules.sorcerer.asking import odds, play, refusal, without_draws


def _given(**over: Any) -> dict[str, Any]:
    return {
        "acting": {"id": "mara", "score": "will", "dice": 2},
        "opposing": {"id": "otto", "score": "will", "dice": 1},
        **over,
    }


def test_the_winner_may_carry_the_victories() -> None:
    answer = play("roll", _given(), [9, 8, 3])

    assert answer["outcome"]["rollover"] == {"side": "acting", "dice": 2}
    assert answer["outcome"]["contest"]["total"] is True


def test_penalties_cut_any_score_but_humanity() -> None:
    hurt = {"id": "mara", "score": "humanity", "dice": 2, "penalties": 1}
    answer = play("roll", _given(acting=hurt, opposing={**hurt, "score": "will"}), [9, 8, 3])

    assert answer["outcome"]["contest"]["acting"]["parts"] == [{"source": "humanity", "dice": 2}]
    assert answer["outcome"]["contest"]["opposing"]["raw"] == 1


def test_a_pool_below_one_die_lifts_both() -> None:
    answer = play("roll", _given(acting={"id": "a", "score": "will", "dice": 0}), [5, 4, 3])

    contest = answer["outcome"]["contest"]
    assert (contest["shift"], contest["acting"]["size"], contest["opposing"]["size"]) == (1, 1, 2)


def test_a_difficulty_of_no_dice_is_refused() -> None:
    nothing = {"score": "difficulty", "dice": 0}

    assert refusal("roll", _given(opposing=nothing)) == ("SOR-ROLL-02", "input.opposing.dice")


def test_an_opponent_without_dice_is_rolled_against() -> None:
    answer = play("roll", _given(opposing={"id": "otto", "score": "lore", "dice": 0}), [9, 8, 3, 2])

    assert answer["draws_used"] == 4


def test_a_pool_above_a_hundred_dice_is_invalid() -> None:
    many = [{"source": "situation", "dice": 30}] * 3

    given = _given(acting={"id": "a", "score": "will", "dice": 30}, modifiers=many)

    assert refusal("roll", given)[0] == "invalid_input"


def test_an_opponent_is_named_or_left_out_but_never_null() -> None:
    named = {"id": None, "score": "will", "dice": 1}

    assert refusal("roll", _given(opposing=named)) == ("invalid_input", "input.opposing.id")


def test_draws_are_read_one_by_one() -> None:
    assert play("roll", _given(), [9, 13])["error"]["code"] == "bad_draw"
    assert play("roll", _given(), [9, 8])["error"]["code"] == "draws_exhausted"
    assert play("roll", _given(), [9, 8, 1, 1])["error"]["code"] == "draws_left_over"


def test_a_roll_without_draws_gives_its_odds() -> None:
    assert without_draws("roll", _given())["odds"] == odds("roll", _given())
