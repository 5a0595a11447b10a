"""What answers of the odds explorer are made of: the odds of the act that a few numbers stand for, in one shape."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules import service
from rules.kernel.values import Value, Values, as_list, as_number, as_values
from rules.reference import Clause, find_clause

Numbers = Values
"""What somebody typed of a situation, by the name of its control."""
Given = dict[str, Value]


@dataclass(frozen=True)
class Answer:
    """The chance that matters most, the others by name, and a plot: how a number is spread, or a curve of chances."""

    headline: tuple[str, float]
    others: list[tuple[str, float]]
    counted: str
    spread: Mapping[str, float]
    clauses: tuple[Clause, ...]
    mean: float | None = None
    across: str = ""
    """What the labels of a curve say: its bars are chances of their own, not parts of a whole."""


@dataclass(frozen=True)
class FoundOdds:
    """The exact odds of an act, by the names that its action gives them, and the clauses that decide them."""

    odds: Values
    clauses: tuple[Clause, ...]

    def __getitem__(self, name: str) -> float:
        """A single chance, or the mean."""
        return as_number(self.odds[name])

    def each(self, name: str) -> list[float]:
        """Chances of one number after the other."""
        return [as_number(chance) for chance in as_list(self.odds[name])]

    def by_number(self, name: str) -> dict[str, float]:
        """Chances by the number that they are of."""
        return {number: as_number(chance) for number, chance in as_values(self.odds[name]).items()}


def odds_of(action: str, given: Given) -> FoundOdds:
    """The exact odds of an act; refuses as the rules do."""
    found = service.odds(action, service.read(action, given))
    return FoundOdds(found.odds, clauses_of(*found.clauses))


def clauses_of(*ids: str) -> tuple[Clause, ...]:
    return tuple(map(find_clause, ids))


def each_once(*groups: Iterable[Clause]) -> tuple[Clause, ...]:
    """The clauses of several answers, each once."""
    return tuple({clause.id: clause for group in groups for clause in group}.values())


def numbered(chances: Iterable[float]) -> dict[str, float]:
    return {str(number): chance for number, chance in enumerate(chances)}
