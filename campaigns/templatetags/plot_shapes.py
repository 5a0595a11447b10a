"""Where everything in a plot stands, in the plot's own units. Knows nothing of pages: numbers in, shapes out.

Series are told apart by shape before colour: the first is filled, the second an outline; lines differ in their dashes
and in the mark at their end.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import ceil, floor, log10

WIDTH = 360
HEIGHT = 180
LEFT, RIGHT, TOP, BOTTOM = 44.0, 352.0, 16.0, 158.0
LETTER = 7.6  # about as wide as a letter of a label is on a phone, where they are largest
KINDS = ("first", "second", "third", "fourth")
FEW = 10  # so many bars may still have a number each, where the numbers have room

Numbers = Sequence[float | None]
Told = Callable[[float], str]


@dataclass(frozen=True)
class Series:
    """One row of numbers; None where there is none. `expected` is what chance would have them be."""

    name: str
    values: Numbers
    expected: Numbers = ()


@dataclass(frozen=True)
class Text:
    x: str
    y: str
    text: str
    anchor: str = "middle"
    is_value: bool = False
    """Whether it stands close to others above bars."""


@dataclass(frozen=True)
class Box:
    kind: str
    x: str
    y: str
    width: str
    height: str


@dataclass(frozen=True)
class PlotLine:
    kind: str
    path: str


@dataclass
class Drawing:
    """What to draw, from back to front."""

    height: float = HEIGHT
    grid: list[PlotLine] = field(default_factory=list)
    boxes: list[Box] = field(default_factory=list)
    lines: list[PlotLine] = field(default_factory=list)
    marks: list[PlotLine] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)


def columns(labels: Sequence[str], series: Sequence[Series], told: Told, least: float = 0.0) -> Drawing:
    """Bars that stand side by side over short labels, `least` being the smallest highest value of the axis."""
    drawing = Drawing()
    ups = ticks(0.0, max(_highest(series), least), are_whole=_are_whole(series))
    up = _scale(ups[0], ups[-1], BOTTOM, TOP)
    _rule_across(drawing, ups, up, told)
    slot = (RIGHT - LEFT) / max(len(labels), 1)
    width = min(slot * 0.8 / max(len(series), 1), 34.0)
    is_told = len(labels) * len(series) <= FEW and _widest(series, told) <= (
        slot if len(series) == 1 else width
    )
    for place in range(len(labels)):
        start = LEFT + slot * (place + 0.5) - width * len(series) / 2
        for number, one in enumerate(series):
            _stand(
                drawing,
                one,
                number,
                place,
                start + number * width,
                width,
                up,
                told if is_told else None,
            )
    middles = [LEFT + slot * (place + 0.5) for place in range(len(labels))]
    drawing.texts += _thinned(labels, middles)
    return drawing


def rows(labels: Sequence[str], series: Sequence[Series], told: Told, least: float = 0.0) -> Drawing:
    """Bars that lie one below the other, each under its label: for labels of words."""
    thick, line, gap, start = 14.0, 17.0, 8.0, 8.0
    rights = ticks(0.0, max(_highest(series), least), are_whole=_are_whole(series))
    right = _scale(rights[0], rights[-1], start, RIGHT - _widest(series, told) - 6)
    drawing = Drawing()
    y = 4.0
    for place, label in enumerate(labels):
        drawing.texts.append(Text(_n(start), _n(y + line - 5), _cut(label), "start"))
        y += line
        drawing.grid.append(PlotLine("axis", f"M{_n(start)} {_n(y - 1)}V{_n(y + thick * len(series) - 1)}"))
        for number, one in enumerate(series):
            value, expected = _at(one.values, place), _at(one.expected, place)
            if value is not None:
                end = right(value)
                drawing.boxes.append(Box(KINDS[number], _n(start), _n(y), _n(end - start), _n(thick - 2)))
                furthest = max(end, right(expected)) if expected is not None else end
                drawing.texts.append(Text(_n(furthest + 5), _n(y + thick - 4), told(value), "start"))
            if expected is not None:
                drawing.marks.append(
                    PlotLine(KINDS[number], f"M{_n(right(expected))} {_n(y - 1)}V{_n(y + thick - 1)}")
                )
            y += thick
        y += gap
    drawing.height = max(y, HEIGHT / 4)
    return drawing


def steps(labels: Sequence[str], series: Sequence[Series], at: Sequence[float], told: Told) -> Drawing:
    """Lines that keep their height until the moment at which they change; `at` says where each moment lies."""
    drawing = Drawing()
    known = [value for one in series for value in one.values if value is not None]
    ups = ticks(min(known, default=0.0), max(known, default=1.0), are_whole=_are_whole(series))
    up = _scale(ups[0], ups[-1], BOTTOM, TOP)
    _rule_across(drawing, ups, up, told)
    across = _scale(min(at, default=0.0), max(at, default=1.0), LEFT + 4, RIGHT - 8)
    places = [across(moment) for moment in at]
    for number, one in enumerate(series):
        heights = [None if value is None else up(value) for value in one.values]
        path, last = _stepping(places, heights, RIGHT - 8)
        drawing.lines.append(PlotLine(KINDS[number], path))
        if last is not None:
            drawing.marks.append(PlotLine(KINDS[number], end_mark(number, RIGHT - 8, last)))
    drawing.texts += _thinned(labels, places)
    return drawing


def ticks(lowest: float, highest: float, most: int = 5, *, are_whole: bool = False) -> list[float]:
    """Round numbers from at most `lowest` (and 0) to at least `highest`, no more than about `most` of them.

    Of what is counted there is no half: `are_whole` leaves out what lies between.
    """
    lowest, highest = min(lowest, 0.0), max(highest, 0.0)
    if highest == lowest:
        highest = lowest + 1
    rough = (highest - lowest) / (most - 1)
    size = 10.0 ** floor(log10(rough))
    step = next(size * factor for factor in (1, 2, 5, 10) if size * factor >= rough * (1 - 1e-9))
    step = max(step, 1.0) if are_whole else step
    first, last = floor(lowest / step + 1e-9), ceil(highest / step - 1e-9)
    return [round(number * step, 12) for number in range(first, last + 1)]


def end_mark(number: int, x: float, y: float) -> str:
    """The shape at a line's end: a dot, a square, a diamond, a triangle."""
    return (
        f"M{_n(x - 4)} {_n(y)}a4 4 0 1 1 8 0a4 4 0 1 1 -8 0z",
        f"M{_n(x - 4)} {_n(y - 4)}h8v8h-8z",
        f"M{_n(x)} {_n(y - 5)}l5 5l-5 5l-5 -5z",
        f"M{_n(x)} {_n(y - 5)}l5 9h-10z",
    )[number]


def _widest(series: Sequence[Series], told: Told) -> float:
    """How wide the longest of the numbers is that stand at bars."""
    values = (value for one in series for value in one.values if value is not None)
    return LETTER * max((len(told(value)) for value in values), default=0)


def _stand(
    drawing: Drawing,
    one: Series,
    number: int,
    place: int,
    x: float,
    width: float,
    up: Callable[[float], float],
    told: Told | None,
) -> None:
    value, expected = _at(one.values, place), _at(one.expected, place)
    inset = min(width * 0.06, 1.5)
    if value is not None:
        y = up(value)
        drawing.boxes.append(Box(KINDS[number], _n(x + inset), _n(y), _n(width - 2 * inset), _n(BOTTOM - y)))
        if told:
            top = min(y, up(expected)) if expected is not None else y
            drawing.texts.append(Text(_n(x + width / 2), _n(top - 4), told(value), is_value=True))
    if expected is not None:
        drawing.marks.append(PlotLine(KINDS[number], f"M{_n(x - 1)} {_n(up(expected))}H{_n(x + width + 1)}"))


def _rule_across(drawing: Drawing, ups: Sequence[float], up: Callable[[float], float], told: Told) -> None:
    for value in ups:
        y = up(value)
        drawing.grid.append(PlotLine("axis" if value == 0 else "grid", f"M{_n(LEFT)} {_n(y)}H{_n(RIGHT)}"))
        drawing.texts.append(Text(_n(LEFT - 6), _n(y + 4), told(value), "end"))


def _stepping(
    places: Sequence[float], heights: Sequence[float | None], end: float
) -> tuple[str, float | None]:
    path, before = "", None
    for x, y in zip(places, heights, strict=True):
        if y is None:
            path += f"H{_n(x)}" if before is not None else ""
        elif before is None:
            path += f"M{_n(x)} {_n(y)}"
        else:
            path += f"H{_n(x)}" + (f"V{_n(y)}" if y != before else "")
        before = y
    return path + (f"H{_n(end)}" if before is not None else ""), before


def _thinned(labels: Sequence[str], places: Sequence[float]) -> list[Text]:
    """Labels below the axis, as many as find room, the first always; none runs over the edge."""
    found, reached = [], float("-inf")
    for label, place in zip(labels, places, strict=True):
        half = len(label) * LETTER / 2
        middle = min(max(place, half), WIDTH - half)
        if middle - half >= reached:
            found.append(Text(_n(middle), _n(BOTTOM + 17), label))
            reached = middle + half + LETTER
    return found


def _cut(label: str) -> str:
    """A label that does not run over the edge; the table has it whole."""
    most = int((RIGHT - 8) / LETTER)
    return label if len(label) <= most else label[: most - 1].rstrip() + "…"


def _scale(low: float, high: float, start: float, end: float) -> Callable[[float], float]:
    width = (high - low) or 1.0
    return lambda value: start + (end - start) * (value - low) / width


def _highest(series: Sequence[Series]) -> float:
    return max(
        (value for one in series for value in (*one.values, *one.expected) if value is not None), default=0.0
    )


def _are_whole(series: Sequence[Series]) -> bool:
    return all(isinstance(value, int) for one in series for value in one.values if value is not None)


def _at(values: Numbers, place: int) -> float | None:
    return values[place] if place < len(values) else None


def _n(number: float) -> str:
    """A coordinate as text, so that no locale puts a comma into it."""
    return f"{number:.1f}".removesuffix(".0")
