"""The conflict map: where its boxes and arrows lie."""

import pytest

from campaigns.games.sorcerer.conflict.map import BOX, TALL, WIDTH, draw_map


def names(number: int) -> dict[str, str]:
    return {str(one): f"Fighter {one}" for one in range(number)}


@pytest.mark.parametrize("number", range(2, 13))
def test_boxes_lie_inside_and_apart(number: int) -> None:
    drawn = draw_map(names(number), [("0", "Attack", "1")])

    assert drawn is not None
    for box in drawn.boxes:
        assert 0 <= box.x <= WIDTH - BOX
        assert 0 <= box.y <= drawn.height - TALL
    pairs = [(one, two) for one in drawn.boxes for two in drawn.boxes if one is not two]
    assert all(abs(one.x - two.x) >= BOX or abs(one.y - two.y) >= TALL for one, two in pairs)


def test_arrows_keep_between_the_columns() -> None:
    acts = [(str(one), "Attack", str(other)) for one in range(6) for other in range(6) if one != other]
    drawn = draw_map(names(6), acts)

    assert drawn is not None
    points = [point for arrow in drawn.arrows for point in (arrow.start, arrow.bend, arrow.end)]
    assert all(BOX <= x <= WIDTH - BOX for x, _y in points)


def test_two_who_act_on_one_another_have_an_arrow_each() -> None:
    drawn = draw_map(names(2), [("0", "Attack", "1"), ("1", "Attack", "0")])

    assert drawn is not None
    assert drawn.arrows[0].start != drawn.arrows[1].end


@pytest.mark.parametrize("number", [1, 13])
def test_nothing_is_drawn_of_one_or_of_a_crowd(number: int) -> None:
    assert draw_map(names(number), [("0", "Attack", "0")]) is None


def test_long_name_is_cut_on_the_map_alone() -> None:
    drawn = draw_map({"a": "The night guard of Ash Street", "b": "Mara"}, [("b", "Attack", "a")])

    assert drawn is not None
    assert drawn.boxes[0].short == "The night gua…"
    assert drawn.arrows[0].target == "The night guard of Ash Street"
