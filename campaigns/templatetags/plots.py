"""Plots drawn on the server: bars side by side, and lines that change in steps. The same numbers stand in a table.

A series is a mapping with `name`, `values` and, for bars, perhaps `expected`; None is a number that is not there.
"""

from collections.abc import Mapping, Sequence
from math import isclose
from typing import NotRequired, TypedDict

from django import template
from django.utils.translation import gettext

from campaigns.templatetags.plot_shapes import (
    KINDS,
    WIDTH,
    Drawing,
    Numbers,
    Series,
    Told,
    columns,
    end_mark,
    rows,
    steps,
)

register = template.Library()

MOST_TOPS = 4
SHORT = 4  # letters of a label that finds room under a bar


class Line(TypedDict):
    """One row of numbers as a page gives it."""

    name: str
    values: Numbers
    expected: NotRequired[Numbers]


class Twin(TypedDict):
    """A plot's numbers as `components/_plot_twin.html` takes them."""

    across: str
    heads: list[str]
    body: list[tuple[str, list[str]]]


class Plot(TypedDict):
    """What `components/_plot.html` takes."""

    title: str
    describe: str
    up: str
    across: str
    width: float
    drawing: Drawing
    is_lines: bool
    key: list[dict[str, str]]
    twin: Twin


@register.inclusion_tag("components/_plot.html")
def bar_plot(
    title: str,
    labels: Sequence[str | int],
    series: Sequence[Line],
    *,
    describe: str = "",
    across: str = "",
    up: str = "",
    unit: str = "number",
) -> Plot:
    """One or two series of bars over `labels`; `unit` is number or share (0 to 1, shown as per cent)."""
    names, read, told = [str(label) for label in labels], _read(series), TOLD[unit]
    is_short = all(len(name) <= SHORT for name in names)
    return {
        "title": title,
        "describe": describe or _told_highest(names, read, told),
        "up": up,
        "across": across if is_short else "",
        "width": WIDTH,
        "drawing": (columns if is_short else rows)(names, read, told, _least(unit)),
        "is_lines": False,
        "key": _key(read),
        "twin": _twin(across, names, read, EXACT[unit]),
    }


@register.inclusion_tag("components/_plot.html")
def step_plot(
    title: str,
    labels: Sequence[str | int],
    series: Sequence[Line],
    *,
    at: Sequence[float] = (),
    describe: str = "",
    across: str = "",
    up: str = "",
    unit: str = "number",
) -> Plot:
    """One to four lines that keep their height until they change; `at` places the moments, evenly where it is empty."""
    names, read, told = [str(label) for label in labels], _read(series), TOLD[unit]
    return {
        "title": title,
        "describe": describe or _told_last(names, read, told),
        "up": up,
        "across": across,
        "width": WIDTH,
        "drawing": steps(names, read, at or range(len(names)), told),
        "is_lines": True,
        "key": _key(read, is_lines=True),
        "twin": _twin(across, names, read, EXACT[unit]),
    }


def plain(value: float) -> str:
    """A number of a plot: whole where it is, else with two digits at most; the minus as wide as the plus."""
    text = f"{abs(value):.2f}".rstrip("0").rstrip(".")
    return f"−{text}" if value < 0 and text != "0" else text


def percent(value: float) -> str:
    """Whole from 10% on: there is little room in a plot, and its table is exact."""
    return f"{plain(round(100 * value, 1 if value < 0.1 else 0))}%"


def exact_percent(value: float) -> str:
    """Two digits after the point, and never a certainty that is not there."""
    if 0 < value < 0.00005:
        return gettext("under 0.01%")
    return gettext("over 99.99%") if 0.99995 <= value < 1 else f"{100 * value:.2f}%"


TOLD: Mapping[str, Told] = {"number": plain, "share": percent}
EXACT: Mapping[str, Told] = {"number": plain, "share": exact_percent}


def _read(series: Sequence[Line]) -> list[Series]:
    return [Series(str(one["name"]), one["values"], one.get("expected") or ()) for one in series]


def _least(unit: str) -> float:
    """Chances that are all next to nothing still show as small."""
    return 0.05 if unit == "share" else 1.0


def _key(read: Sequence[Series], *, is_lines: bool = False) -> list[dict[str, str]]:
    """What tells the series apart, where there is more than one thing to tell."""
    key = [
        {"kind": kind, "name": one.name, "mark": end_mark(number, 24, 8) if is_lines else "", "of": "series"}
        for number, (kind, one) in enumerate(zip(KINDS, read, strict=False))
    ]
    if any(series.expected for series in read):
        key.append({"kind": "expected", "name": gettext("Expected"), "mark": "", "of": "expected"})
    return key if len(key) > 1 else []


def _twin(across: str, names: Sequence[str], read: Sequence[Series], told: Told) -> Twin:
    """The same numbers as a table."""
    columns: list[tuple[str, Sequence[float | None]]] = []
    for series in read:
        columns.append((series.name, series.values))
        if series.expected:
            columns.append((gettext("%(name)s, expected") % {"name": series.name}, series.expected))
    body = [(name, [_cell(values, place, told) for _, values in columns]) for place, name in enumerate(names)]
    return {"across": across, "heads": [head for head, _ in columns], "body": body}


def _cell(values: Sequence[float | None], place: int, told: Told) -> str:
    value = values[place] if place < len(values) else None
    return "–" if value is None else told(value)


def _told_highest(names: Sequence[str], read: Sequence[Series], told: Told) -> str:
    found = []
    are_words = not all(name[:1].isdigit() for name in names)
    place = (
        gettext("Highest: %(labels)s (%(value)s).")
        if are_words
        else gettext("Highest at %(labels)s (%(value)s).")
    )
    for series in read:
        known = [
            (value, name) for value, name in zip(series.values, names, strict=False) if value is not None
        ]
        highest = max((value for value, _name in known), default=0)
        tops = [name for value, name in known if isclose(value, highest, abs_tol=1e-9)]
        # What is highest nearly everywhere, or in more places than one reads, is nowhere.
        if not tops or len(tops) > MOST_TOPS or len(tops) == len(known) > 1:
            continue
        value = told(highest) if len(tops) == 1 else gettext("%(value)s each") % {"value": told(highest)}
        said = place % {"labels": _listed(tops), "value": value}
        found.append(said if len(read) == 1 else f"{series.name}: {said[:1].lower()}{said[1:]}")
    return " ".join(found)


def _listed(names: Sequence[str]) -> str:
    """Names as in a sentence: "2, 5 and 9"."""
    if len(names) == 1:
        return names[0]
    return gettext("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}


def _told_last(names: Sequence[str], read: Sequence[Series], told: Told) -> str:
    found = []
    for series in read:
        known = [value for value in series.values if value is not None]
        if known and names:
            found.append(
                gettext("%(series)s: from %(first)s to %(last)s.")
                % {"series": series.name, "first": told(known[0]), "last": told(known[-1])}
            )
    return " ".join(found)
