"""The sigils of demons: seven strokes on a ring, which its Type chooses."""

from campaigns.queries.layouts.parts import RecordContext
from campaigns.queries.layouts.sigils import RING, Sigil, at, line, polygon, ring, strokes

INNER = 14
"""The radius between whose points the strokes go."""


def _thorned() -> str:
    thorns = (
        line([at((place - 0.3) / 12, 18), at(place / 12, 23), at((place + 0.3) / 12, 18)])
        for place in range(12)
    )
    return ring(18) + "".join(thorns)


RINGS = {
    "inconspicuous": "".join(ring(RING, third / 3 + 0.05, third / 3 + 0.283) for third in range(3)),
    "object": polygon(4, 23, 0.125) + ring(16),
    "parasite": _thorned(),
    "passing": ring(RING),
    "possessor": ring(22) + ring(18),
}
"""By the Type of a demon: broken, in a square, thorned, whole, doubled."""
UNKNOWN = "".join(ring(RING, place / 16, place / 16 + 0.02) for place in range(16))
"""Points, where there is no Type yet, or where the viewer is not to know it."""


EMBLEM = Sigil(_thorned(), strokes("sorcerer", INNER))


def of_demon(reading: RecordContext) -> Sigil:
    """Never from a Type that this viewer does not read: hidden, it is no text."""
    kind = reading.value("type")
    known = RINGS.get(kind, UNKNOWN) if isinstance(kind, str) else UNKNOWN
    return Sigil(known, strokes(reading.member.id, INNER))
