"""Sigils: what stands for somebody without a portrait, drawn in lines from the record's id."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from math import cos, pi, sin

STROKES = 7
POINTS = 8
"""So many points lie on the circle between which strokes go."""
RING = 20
"""The radius of a ring; a sigil is drawn in a square of 48 units around its middle."""

Point = tuple[float, float]


@dataclass(frozen=True)
class Sigil:
    """Two paths: what is alike for all of a sort, and what is somebody's own."""

    frame: str
    strokes: str


def at(turn: float, radius: float) -> Point:
    """A point at a part of a whole turn, from the top and clockwise."""
    return radius * sin(2 * pi * turn), -radius * cos(2 * pi * turn)


def line(points: Sequence[Point], closed: bool = False) -> str:
    """A path from point to point."""
    return "M" + "L".join(f"{_short(x)} {_short(y)}" for x, y in points) + ("Z" if closed else "")


def ring(radius: float, start: float = 0, end: float = 1) -> str:
    """A circle, or its arc from one part of a turn to another."""
    steps = max(2, round((end - start) * 4))
    turns = [start + (end - start) * number / steps for number in range(steps + 1)]
    arcs = (f"A{_short(radius)} {_short(radius)} 0 0 1 {_place(at(turn, radius))}" for turn in turns[1:])
    return f"M{_place(at(turns[0], radius))}" + "".join(arcs)


def polygon(sides: int, radius: float, turn: float = 0) -> str:
    return line([at(turn + number / sides, radius) for number in range(sides)], closed=True)


@lru_cache(4096)
def strokes(record_id: str, radius: float, middle: float = 0) -> str:
    """Seven strokes in one line between points of a circle, none of them twice and none along its edge."""
    chances = iter(sha256(f"strokes/{record_id}".encode()).digest())
    place = next(chances) % POINTS
    walked, drawn = [place], set[frozenset[int]]()
    while len(drawn) < STROKES:
        free = [
            to
            for to in range(POINTS)
            if (to - place) % POINTS not in (0, 1, POINTS - 1) and frozenset((place, to)) not in drawn
        ]
        # From each point five strokes go, and few are drawn: there is always one more.
        to = free[next(chances) % len(free)]
        drawn.add(frozenset((place, to)))
        walked.append(to)
        place = to
    points = [at(number / POINTS, radius) for number in walked]
    return line([(x, y + middle) for x, y in points])


def picked(record_id: str, what: str, most: int) -> int:
    """A number below `most` that is a record's own, another for each thing that it is asked for."""
    return int.from_bytes(sha256(f"{what}/{record_id}".encode()).digest()[:4], "big") % most


def plain(record_id: str) -> Sigil:
    """The sigil of whoever is of no sort of their own."""
    return Sigil(line([(-16, 21), (16, 21)]), strokes(record_id, 15, -2))


def _place(point: Point) -> str:
    return f"{_short(point[0])} {_short(point[1])}"


def _short(number: float) -> str:
    """One decimal at most, and no minus before nothing."""
    return f"{round(number, 1) + 0:g}"
