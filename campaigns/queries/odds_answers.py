"""What answers of the odds explorer are made of: the odds of the act that a few numbers stand for, in one shape."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules import service
from rules.reference import Clause, find_clause

Numbers = Mapping[str, Any]
Given = dict[str, Any]


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


def odds_of(action: str, given: Given) -> tuple[Mapping[str, Any], tuple[Clause, ...]]:
    """The exact odds of an act and the clauses that decide them; refuses as the rules do."""
    found = service.odds(action, service.read(action, given))
    return found.odds, clauses_of(*found.clauses)


def clauses_of(*ids: str) -> tuple[Clause, ...]:
    return tuple(map(find_clause, ids))


def each_once(*groups: Iterable[Clause]) -> tuple[Clause, ...]:
    """The clauses of several answers, each once."""
    return tuple({clause.id: clause for group in groups for clause in group}.values())


def numbered(chances: Iterable[float]) -> dict[str, float]:
    return {str(number): chance for number, chance in enumerate(chances)}
