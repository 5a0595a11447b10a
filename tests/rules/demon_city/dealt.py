"""Draws for trying things out: always the first of what is possible."""

from collections.abc import Sequence

from rules.kernel.draws import Drawn
from rules.kernel.errors import BadDraw


class Dealt:
    """The first allowed card, and the middle place of a shuffle."""

    def __init__(self) -> None:
        self.taken: list[Drawn] = []

    def die(self, sides: int) -> int:
        raise AssertionError("no dice here")

    def index(self, count: int) -> int:
        self.taken.append((f"index:{count}", count // 2))
        return count // 2

    def card(self, allowed: Sequence[str]) -> str:
        if not allowed:
            raise BadDraw("no card is left")
        self.taken.append(("card", allowed[0]))
        return allowed[0]
