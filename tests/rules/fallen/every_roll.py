"""All that can come of an input, by rolling every face: the slow twin of the counted odds."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import msgspec

from rules import service
from rules.kernel.draws import GivenDraws
from rules.kernel.errors import DrawsExhausted


def faces(*difficulties: int) -> dict[int, int]:
    """One face for each group of faces that these difficulties never tell apart, and how many it stands for."""
    groups = sorted({1, 2, *difficulties})
    return {face: following - face for face, following in zip(groups, [*groups[1:], 11], strict=True)}


STANDARD = faces(6)
ALL_FACES = faces(*range(1, 11))


def every_roll(
    verb: str, given: dict[str, Any], shown: dict[int, int] = STANDARD
) -> Iterator[tuple[dict[str, Any], Fraction]]:
    """Each outcome of an action with its exact chance."""
    read = service.read(f"fallen.{verb}", given)
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        drawn, chance = waiting.pop()
        try:
            result = service.perform(f"fallen.{verb}", read, GivenDraws(drawn))
        except DrawsExhausted:
            waiting += [((*drawn, face), chance * ways / 10) for face, ways in shown.items()]
        else:
            yield msgspec.to_builtins(result.outcome), chance


class Twin:
    """The chances of an input, added up from every roll."""

    def __init__(self, verb: str, given: dict[str, Any], shown: dict[int, int] = STANDARD) -> None:
        self.cases = list(every_roll(verb, given, shown))

    def of(self, claim: Callable[[dict[str, Any]], object]) -> float:
        """The chance that a claim about the outcome holds."""
        return float(sum(chance for outcome, chance in self.cases if claim(outcome)))

    def law(self, number: Callable[[dict[str, Any]], int]) -> list[float]:
        """The chances of a number of the outcome, from 0 up."""
        numbers = [(number(outcome), chance) for outcome, chance in self.cases]
        most = max(value for value, _ in numbers)
        return [float(sum(c for value, c in numbers if value == wanted)) for wanted in range(most + 1)]
