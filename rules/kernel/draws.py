"""Where the faces and cards come from. Engines see a `Draws` and cannot tell a fair one from a recorded one."""

from collections.abc import Iterable, Sequence
from typing import Final, Protocol, TypeVar

from rules.kernel.errors import BadDraw, DrawsExhausted, DrawsLeftOver
from rules.kernel.values import Value

T = TypeVar("T", int, str)
Drawn = tuple[int | str, int | str]
"""One draw as it is recorded: what was asked for (`12` a die of 12 sides, `"index:5"`, `"card"`) and what came."""


class Draws(Protocol):
    """A stream of random results, read in the order that each action states."""

    @property
    def taken(self) -> list[Drawn]:
        """What was drawn so far."""

    def die(self, sides: int) -> int:
        """A face from 1 to `sides`."""

    def index(self, count: int) -> int:
        """An integer from 0 to `count` - 1, as a shuffle asks for."""

    def card(self, allowed: Sequence[str]) -> str:
        """One of the card codes in `allowed` (all equally likely; a single one is certain)."""


class GivenDraws:
    """Draws that were written down before: a request's own, a vector's, a logged act's, or dice thrown by hand."""

    def __init__(self, values: Iterable[Value]) -> None:
        self._values: Final = tuple(values)
        self.taken: list[Drawn] = []

    def die(self, sides: int) -> int:
        value = self._next()
        # type() and not isinstance(), for which True is a number.
        if type(value) is not int or not 1 <= value <= sides:
            raise BadDraw(f"{value!r} is not a face of a die with {sides} sides", field=self._here())
        self.taken.append((sides, value))
        return value

    def index(self, count: int) -> int:
        value = self._next()
        if type(value) is not int or not 0 <= value < count:
            raise BadDraw(f"{value!r} is not a whole number from 0 to {count - 1}", field=self._here())
        self.taken.append((f"index:{count}", value))
        return value

    def card(self, allowed: Sequence[str]) -> str:
        value = self._next()
        if not isinstance(value, str) or value not in allowed:
            raise BadDraw(f"{value!r} cannot be drawn here", field=self._here())
        self.taken.append(("card", value))
        return value

    def finish(self) -> None:
        """Refuse draws that nobody asked for."""
        given, taken = len(self._values), len(self.taken)
        if given > taken:
            told = f"{given - taken} draws were not needed"
            raise DrawsLeftOver(told, given=given, taken=taken, field=self._here())

    def _next(self) -> Value:
        given = len(self._values)
        if len(self.taken) == given:
            raise DrawsExhausted(f"{given} draws are not enough", given=given, taken=given + 1)
        return self._values[len(self.taken)]

    def _here(self) -> str:
        return f"draws.{len(self.taken)}"


class BegunDraws(GivenDraws):
    """Draws that do not end: those that were written down, then the first that may come each time.

    They tell how many an action takes, not what comes of it.
    """

    def die(self, sides: int) -> int:
        return super().die(sides) if self._is_given() else self._came(sides, 1)

    def index(self, count: int) -> int:
        return super().index(count) if self._is_given() else self._came(f"index:{count}", 0)

    def card(self, allowed: Sequence[str]) -> str:
        return super().card(allowed) if self._is_given() else self._came("card", allowed[0])

    def _is_given(self) -> bool:
        return len(self.taken) < len(self._values)

    def _came(self, asked: int | str, value: T) -> T:
        self.taken.append((asked, value))
        return value
