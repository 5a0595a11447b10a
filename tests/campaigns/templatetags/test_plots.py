import re
from typing import Any

import pytest
from django.template import Context, Template
from django.test import override_settings
from django.utils.formats import localize

from campaigns.templatetags.plots import exact_percent, percent, plain

LINES = {"labels": ["Day 1", "Day 3"], "series": [{"name": "Ilse", "values": [5, 4]}]}


def drawn(tag: str, **context: Any) -> str:
    return Template("{% load plots %}{% " + tag + " %}").render(Context(context))


def bars(**more: Any) -> str:
    series = [{"name": "Alone", "values": [0.25, 0.5]}, {"name": "Helped", "values": [0.125, None]}]
    return drawn('bar_plot "Victories" labels series unit="share"', labels=[1, 2], series=series, **more)


def test_table_has_every_number_of_the_plot() -> None:
    cells = re.findall(r'<td class="number">([^<]*)</td>', bars())

    assert cells == ["25.00%", "12.50%", "50.00%", "–"]


def test_plot_says_what_it_shows_to_who_does_not_see_it() -> None:
    page = bars()

    assert 'role="img"' in page
    assert "Victories. Alone: highest at 2 (50%)." in page


def test_what_is_highest_in_several_places_is_told_of_all_and_everywhere_of_none() -> None:
    several = drawn(
        'bar_plot "Faces" labels series', labels=[1, 2, 3], series=[{"name": "Drawn", "values": [2, 1, 2]}]
    )
    everywhere = drawn(
        'bar_plot "Faces" labels series', labels=[1, 2], series=[{"name": "Drawn", "values": [2, 2]}]
    )
    words = drawn(
        'bar_plot "Ends" labels series', labels=["You win", "A tie"], series=[{"name": "A", "values": [3, 2]}]
    )

    assert "Highest at 1 and 3 (2 each)." in several
    assert "ighest" not in everywhere
    assert "Highest: You win (3)." in words


def test_series_are_named_beside_their_shapes() -> None:
    page = bars()

    assert page.count("</svg>Alone") == page.count("</svg>Helped") == 1
    assert "plot-key" not in drawn(
        'bar_plot "One" labels series', labels=[1], series=[{"name": "A", "values": [1]}]
    )


def test_expected_numbers_have_a_column_of_their_own() -> None:
    series = [{"name": "Thrown", "values": [3, 5], "expected": [4, 4]}]

    page = drawn('bar_plot "Faces" labels series', labels=[1, 2], series=series)

    assert "Thrown, expected" in page
    assert page.count("plot-expected") == 3


def test_labels_of_words_make_bars_that_lie() -> None:
    page = drawn(
        'bar_plot "Endings" labels series', labels=["Success"], series=[{"name": "A", "values": [1]}]
    )

    assert 'text-anchor="start">Success' in page


def test_lines_are_drawn_with_their_ends() -> None:
    page = drawn('step_plot "Humanity" labels series across="Game time"', **LINES)

    assert "Ilse: from 5 to 4." in page
    assert page.count("plot-end-first") == 1
    assert '<th scope="col">Game time</th>' in page


def test_names_are_escaped() -> None:
    page = drawn(
        "bar_plot title labels series", title="<i>", labels=["<i>"], series=[{"name": "<u>", "values": [1]}]
    )

    assert not re.search("<[iu]>", page)


def test_coordinates_have_no_comma_in_any_language() -> None:
    with override_settings(LANGUAGE_CODE="de"):
        assert localize(2.5) == "2,5"
        page = bars()

    assert not re.search(r'(?:x|y|width|height)="[^"]*,', page)


@pytest.mark.parametrize(
    ("value", "told"),
    [(3, "3"), (2.5, "2.5"), (-2, "−2"), (1 / 3, "0.33"), (0, "0"), (100, "100"), (-0.001, "0")],
)
def test_numbers_are_told_briefly(value: float, told: str) -> None:
    assert plain(value) == told


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (0, "0.00%"),
        (1, "100.00%"),
        (1e-9, "under 0.01%"),
        (1 - 1e-9, "over 99.99%"),
        (0.12345, "12.35%"),
    ],
)
def test_chance_is_never_rounded_to_certainty(value: float, told: str) -> None:
    assert exact_percent(value) == told


def test_axis_tells_whole_per_cents() -> None:
    assert [percent(value) for value in (0, 0.1, 0.005)] == ["0%", "10%", "0.5%"]
