"""The sigils of the fallen: a halo and its crack, and seven strokes beneath."""

from math import cos, pi, sin

from campaigns.queries.layouts.parts import RecordContext
from campaigns.queries.layouts.sigils import Point, Sigil, line, picked, strokes

WIDE, HIGH, ABOVE = 20, 5, -17
"""The halo, and how far above the middle it is."""
PLACES = 7
"""So many places there are in its near half where it may be cracked."""


def of_fallen(reading: RecordContext) -> Sigil:
    """Where the halo is cracked is somebody's own as well."""
    return _of(reading.member.id)


def _of(record: str) -> Sigil:
    turn = (2 + picked(record, "crack", PLACES)) / 20
    (x, y), (from_x, from_y), (to_x, to_y) = (_on_halo(turn + gap) for gap in (0, 0.02, -0.02))
    halo = f"M{from_x:.1f} {from_y:.1f}A{WIDE} {HIGH} 0 1 1 {to_x:.1f} {to_y:.1f}"
    crack = line([(x + 1, y - 4), (x - 2, y), (x + 2, y + 2), (x - 1, y + 6)])
    return Sigil(halo + crack, strokes(record, 13, 9))


def _on_halo(turn: float) -> Point:
    """A point of the halo, from its right end on through its near half."""
    return WIDE * cos(2 * pi * turn), ABOVE + HIGH * sin(2 * pi * turn)


EMBLEM = _of("fallen")
