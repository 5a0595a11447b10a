"""How likely a count is, were everything fair. Exact where that is cheap; numbers in, numbers out."""

from collections.abc import Iterable, Sequence
from math import erfc, exp, pi, sqrt

LEAST_EXPECTED = 5
"""Fewer than so many of a face are too few for the test of all faces to mean anything."""


def sum_of_events(chances: Iterable[float]) -> list[float]:
    """The distribution of how many of some independent events happen: index k has the chance of exactly k."""
    exactly = [1.0]
    for chance in chances:
        grown = [*exactly, 0.0]
        for k in range(len(exactly), -1, -1):
            before = exactly[k - 1] if k else 0.0
            grown[k] = (exactly[k] * (1 - chance) if k < len(exactly) else 0.0) + before * chance
        exactly = grown
    return exactly


def so_many_or_more(chances: Sequence[float], happened: int) -> float:
    """The chance that at least `happened` of these independent events happen."""
    return min(1.0, sum(sum_of_events(chances)[happened:]))


def so_few_or_fewer(chances: Sequence[float], happened: int) -> float:
    """The chance that at most `happened` of these independent events happen."""
    return min(1.0, sum(sum_of_events(chances)[: happened + 1]))


def unevenness(counts: Sequence[int]) -> float | None:
    """How often fair dice come out at least as uneven as these counts of faces (Pearson's chi-squared test).

    None where there are too few throws for it.
    """
    expected = sum(counts) / len(counts)
    if expected < LEAST_EXPECTED:
        return None
    return chi_squared_tail(sum((count - expected) ** 2 / expected for count in counts), len(counts) - 1)


def chi_squared_tail(value: float, degrees: int) -> float:
    """The chance that a chi-squared variable of so many degrees of freedom is at least `value`, in closed form."""
    half = value / 2
    if degrees % 2:
        tail, term, first = erfc(sqrt(half)), sqrt(half / pi) * 2 * exp(-half), 3
    else:
        tail, term, first = exp(-half), half * exp(-half), 4
    for degree in range(first, degrees + 1, 2):
        tail += term
        term *= value / degree
    return min(1.0, tail)
