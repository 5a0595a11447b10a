"""The conflict map: a box for everybody in it, and an arrow from each to its target (SOR-MAP-01)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

WIDTH, BOX, TALL, STEP = 264, 100, 28, 34
MOST, LETTERS = 12, 14
APART, BOW = 6, 44
"""How far an arrow lies beside the middle of a box, and how far one within a column swings out."""

Point = tuple[int, int]


@dataclass(frozen=True)
class Box:
    """Somebody on the map, in the left column or the right one; x and y are its corner."""

    name: str
    x: int
    y: int

    @property
    def short(self) -> str:
        return self.name if len(self.name) <= LETTERS else f"{self.name[: LETTERS - 1]}…"

    @property
    def middle(self) -> Point:
        return self.x + BOX // 2, self.y + TALL // 2

    @property
    def inner(self) -> int:
        """The edge that looks to the other column: all arrows lie between the two."""
        return BOX if self.x == 0 else self.x


@dataclass(frozen=True)
class Arrow:
    """Who acts on whom; `bend` pulls the arrow towards it."""

    start: Point
    bend: Point
    end: Point
    acting: str
    act: str
    target: str


@dataclass(frozen=True)
class Map:
    """What the template draws; `size` is that of a box."""

    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]
    height: int
    width: int = WIDTH
    size: Point = (BOX, TALL)


def draw_map(names: Mapping[str, str], acts: Iterable[tuple[str, str, str]]) -> Map | None:
    """A map of those named, with an arrow for each (who, act, target); None where there is nothing to draw."""
    acts = list(acts)
    if not acts or not 2 <= len(names) <= MOST:
        return None
    boxes = {
        key: Box(name, 0 if place % 2 == 0 else WIDTH - BOX, place * STEP)
        for place, (key, name) in enumerate(names.items())
    }
    arrows = tuple(_arrow(boxes[who], boxes[target], act) for who, act, target in acts)
    return Map(tuple(boxes.values()), arrows, (len(boxes) - 1) * STEP + TALL)


def _arrow(start: Box, end: Box, act: str) -> Arrow:
    """Two who act on one another have an arrow each, beside the other's."""
    if start.x != end.x:
        aside = -APART if start.x == 0 else APART
        first, last, bow = (start.inner, start.middle[1] + aside), (end.inner, end.middle[1] + aside), 0
    else:
        down = 1 if end.y > start.y else -1
        aside, bow = (APART, BOW) if down > 0 else (APART + 4, BOW // 2)
        first = (start.inner, start.middle[1] + down * aside)
        last = (end.inner, end.middle[1] - down * aside)
    bend = ((first[0] + last[0]) // 2 + (bow if start.x == 0 else -bow), (first[1] + last[1]) // 2)
    return Arrow(first, bend, last, start.name, act, end.name)
