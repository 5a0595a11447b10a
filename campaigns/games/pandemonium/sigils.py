"""The sigils of mages: strokes in the shape of the Arcanum that they know best."""

from campaigns.queries.layouts.parts import RecordContext
from campaigns.queries.layouts.sigils import Sigil, at, line, plain, polygon, ring, strokes


def _dial() -> str:
    return ring(22) + "".join(line([at(hour / 4, 22), at(hour / 4, 17)]) for hour in range(4))


SHAPES = {
    "death": (polygon(3, 23, 0.5), 8.5, -2),
    "fate": (ring(21) + ring(17), 12.5, 0),
    "forces": (polygon(3, 23), 8.5, 2),
    "life": (polygon(5, 22), 12.5, 0),
    "matter": (polygon(4, 23, 0.125), 12, 0),
    "mind": (polygon(6, 22), 13, 0),
    "prime": (polygon(8, 21, 0.0625), 14, 0),
    "space": (polygon(4, 22), 10.5, 0),
    "spirit": (ring(21, 0.1, 0.9), 14, 0),
    "time": (_dial(), 13, 0),
}
"""By Arcanum: its shape, how far the strokes reach in it, and how far below the middle they stand."""


EMBLEM = Sigil(SHAPES["prime"][0] + ring(17), strokes("pandemonium", 14))


def of_mage(reading: RecordContext) -> Sigil:
    """Whoever knows no Arcanum, as far as this viewer reads, has a line beneath instead."""
    known = {name: reading.value(f"traits.{name}") for name in SHAPES}
    dots = {name: value for name, value in known.items() if isinstance(value, int) and value}
    if not dots:
        return plain(reading.member.id)
    shape, radius, below = SHAPES[max(dots, key=lambda name: dots[name])]
    return Sigil(shape, strokes(reading.member.id, radius, below))
