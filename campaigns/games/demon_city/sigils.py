"""The sigils of whoever is in Demon City: a suit, and seven rays around it."""

from campaigns.queries.layouts.parts import RecordContext
from campaigns.queries.layouts.sigils import STROKES, Sigil, at, line, picked

PLACES = 16
"""So many places there are for rays."""
SUITS = (
    line([(0, -13), (0, 13)]) + line([(-6, 13), (6, 13)]) + line([(-6, -4), (0, -9), (6, -4)]),
    "M-10-11H10Q10 2 0 4Q-10 2-10-11Z" + line([(0, 4), (0, 12)]) + line([(-6, 12), (6, 12)]),
    line([(0, -14), (0, 13)]) + line([(-8, 4), (8, 4)]) + line([(-3, -9), (0, -14), (3, -9)]),
    line([at(number * 2 / 5, 13) for number in range(5)], closed=True),
)
"""Wands, cups, swords and pentacles."""


def of_character(reading: RecordContext) -> Sigil:
    return _of(reading.member.id)


def _of(record: str) -> Sigil:
    free = list(range(PLACES))
    taken = [free.pop(picked(record, f"ray {number}", len(free))) for number in range(STROKES)]
    rays = (line([at(place / PLACES, 18), at(place / PLACES, 23)]) for place in sorted(taken))
    return Sigil(SUITS[picked(record, "suit", len(SUITS))], "".join(rays))


EMBLEM = _of("demon_city")
