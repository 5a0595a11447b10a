from itertools import pairwise

import pytest

from campaigns.templatetags.plot_shapes import BOTTOM, RIGHT, TOP, WIDTH, Series, columns, rows, steps, ticks


def told(value: float) -> str:
    return f"{value:g}"


@pytest.mark.parametrize(
    ("lowest", "highest", "marks"),
    [
        (0, 16, [0, 5, 10, 15, 20]),
        (0, 0.31, [0, 0.1, 0.2, 0.3, 0.4]),
        (0, 1, [0, 0.5, 1]),
        (0, 0, [0, 0.5, 1]),
        (-3, 4, [-4, -2, 0, 2, 4]),
        (2, 7, [0, 2, 4, 6, 8]),
    ],
)
def test_axis_is_marked_at_round_numbers(lowest: float, highest: float, marks: list[float]) -> None:
    assert ticks(lowest, highest) == marks


def test_there_is_no_half_of_what_is_counted() -> None:
    assert ticks(0, 2) == [0, 0.5, 1, 1.5, 2]
    assert ticks(0, 2, are_whole=True) == [0, 1, 2]
    assert "0.5" not in {text.text for text in columns(["1"], [Series("A", [2], [0.7])], told).texts}


@pytest.mark.parametrize("highest", [0.0004, 0.07, 3, 19.5, 100, 12345])
def test_axis_holds_everything_with_few_marks(highest: float) -> None:
    marks = ticks(0, highest)

    assert marks[0] == 0
    assert marks[-1] >= highest
    assert 3 <= len(marks) <= 6


def test_bar_is_as_high_as_its_share_of_the_axis() -> None:
    drawing = columns(["1", "2"], [Series("Thrown", [10, 5])], told)

    assert [float(box.height) for box in drawing.boxes] == [BOTTOM - TOP, (BOTTOM - TOP) / 2]
    assert all(float(box.y) + float(box.height) == BOTTOM for box in drawing.boxes)


def test_two_series_stand_side_by_side_in_two_kinds() -> None:
    drawing = columns(["1"], [Series("A", [1]), Series("B", [2])], told)

    first, second = drawing.boxes
    assert (first.kind, second.kind) == ("first", "second")
    assert float(first.x) + float(first.width) <= float(second.x)


def test_number_that_is_missing_has_no_bar() -> None:
    assert len(columns(["1", "2"], [Series("A", [None, 2])], told).boxes) == 1


def test_expected_number_is_marked_where_a_bar_would_end() -> None:
    drawing = columns(["1"], [Series("A", [10], [5])], told)

    assert [f" {(TOP + BOTTOM) / 2:g}H" in mark.path for mark in drawing.marks] == [True]


def test_few_bars_tell_their_numbers() -> None:
    few, many = (columns([str(n) for n in range(n)], [Series("A", [7] * n)], told) for n in (4, 21))

    assert [text.text for text in few.texts].count("7") == 4
    assert "7" not in [text.text for text in many.texts if text.anchor == "middle"][21:]


def test_labels_never_run_into_one_another() -> None:
    names = [f"Day {n}" for n in range(60)]
    drawing = steps(names, [Series("A", list(range(60)))], list(range(60)), told)

    labels = [text for text in drawing.texts if text.text.startswith("Day")]
    places = [float(text.x) for text in labels]
    assert labels[0].text == "Day 0"
    assert 3 <= len(labels) < 60
    assert all(after - before > 6 * len("Day 9") for before, after in pairwise(places))


def test_label_of_words_stays_within_the_drawing() -> None:
    drawing = rows(["A very long name " * 9], [Series("A", [1])], told)

    assert len(drawing.texts[0].text) * 6 < WIDTH
    assert drawing.texts[0].text.endswith("…")


def test_lying_bars_leave_room_for_their_numbers() -> None:
    drawing = rows(["Success", "Failure"], [Series("A", [123456, 1])], told)

    box, number = drawing.boxes[0], drawing.texts[1]
    assert float(box.x) + float(box.width) < float(number.x) < RIGHT - 6 * len(number.text)


def test_plot_of_rows_grows_with_them() -> None:
    short, long = (rows(["x"] * n, [Series("A", [1] * n)], told) for n in (3, 12))

    assert long.height > short.height


def test_line_keeps_its_height_until_it_changes() -> None:
    drawing = steps(["a", "b", "c"], [Series("A", [4, 2, 2])], [0, 1, 3], told)

    path = drawing.lines[0].path
    assert path.count("V") == 1
    assert path.index("H") < path.index("V")
    assert len(drawing.marks) == 1


def test_line_begins_where_its_first_number_stands() -> None:
    late = steps(["a", "b"], [Series("A", [None, 2])], [0, 1], told).lines[0].path
    broken = steps(["a", "b", "c"], [Series("A", [1, None, 2])], [0, 1, 2], told).lines[0].path

    assert late.count("M") == 1
    assert broken.count("M") == 2


@pytest.mark.parametrize("draw", [columns, rows])
def test_plot_of_nothing_draws_no_bar(draw: object) -> None:
    assert callable(draw)
    assert draw([], [], told).boxes == []
    assert steps([], [], [], told).lines == []
