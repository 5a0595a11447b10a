"""The conflict map: a box for everybody in it, and an arrow from each to its target (SOR-MAP-01)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import cos, hypot, pi, sin

WIDTH, BOX, TALL = 264.0, 100.0, 28.0
MOST, LETTERS = 12, 14


@dataclass(frozen=True)
class Box:
    """Somebody on the map; x and y are its middle."""

    name: str
    x: float
    y: float

    @property
    def short(self) -> str:
        return self.name if len(self.name) <= LETTERS else f"{self.name[: LETTERS - 1]}…"

    @property
    def corner(self) -> tuple[float, float]:
        return self.x - BOX / 2, self.y - TALL / 2


@dataclass(frozen=True)
class Arrow:
    """Who acts on whom: from the edge of one box to the edge of the other."""

    start: tuple[float, float]
    end: tuple[float, float]
    acting: str
    act: str
    target: str


@dataclass(frozen=True)
class Map:
    """What the template draws; `size` is that of a box."""

    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]
    height: float
    width: float = WIDTH
    size: tuple[float, float] = (BOX, TALL)


def draw_map(names: Mapping[str, str], acts: Iterable[tuple[str, str, str]]) -> Map | None:
    """A map of those named, with an arrow for each (who, act, target); None where there is nothing to draw."""
    acts = list(acts)
    if not acts or not 2 <= len(names) <= MOST:
        return None
    height = 120.0 + 30 * len(names)
    middle, reach = (WIDTH / 2, height / 2), (WIDTH / 2 - BOX / 2 - 2, height / 2 - TALL / 2 - 2)
    boxes = {}
    for number, (key, name) in enumerate(names.items()):
        angle = 2 * pi * number / len(names) - pi / 2
        boxes[key] = Box(name, middle[0] + reach[0] * cos(angle), middle[1] + reach[1] * sin(angle))
    arrows = tuple(_arrow(boxes[who], boxes[target], act) for who, act, target in acts)
    return Map(tuple(boxes.values()), arrows, height)


def _arrow(start: Box, end: Box, act: str) -> Arrow:
    """Beside the line between the middles, so that two who act on one another have an arrow each."""
    across, down = end.x - start.x, end.y - start.y
    length = hypot(across, down) or 1.0
    aside = (-7 * down / length, 7 * across / length)
    first, last = _edge(across, down), 1 - _edge(across, down)
    points = [
        (round(start.x + part * across + aside[0], 1), round(start.y + part * down + aside[1], 1))
        for part in (first, last)
    ]
    return Arrow(points[0], points[1], start.name, act, end.name)


def _edge(across: float, down: float) -> float:
    """At which part of the way a line leaves a box, with a little air."""
    parts = [half / abs(way) for half, way in ((BOX / 2 + 3, across), (TALL / 2 + 5, down)) if way]
    return min([0.45, *parts])
