"""How far is far: against counting every case."""

import itertools
import math

import pytest

from campaigns.queries.review.chance_tests import (
    chi_squared_tail,
    so_few_or_fewer,
    so_many_or_more,
    sum_of_events,
    unevenness,
)

CHANCES = [0.1, 0.5, 0.75, 0.3]


def by_cases(happened: int) -> float:
    """The chance of exactly so many of CHANCES, case by case."""
    cases = itertools.product((False, True), repeat=len(CHANCES))
    each = (
        math.prod(chance if is_so else 1 - chance for is_so, chance in zip(case, CHANCES, strict=True))
        for case in cases
        if sum(case) == happened
    )
    return sum(each)


def test_sum_of_events_is_the_sum_over_every_case() -> None:
    assert sum_of_events(CHANCES) == pytest.approx([by_cases(k) for k in range(5)], abs=1e-12)


def test_tails_meet_in_the_count_itself() -> None:
    assert so_many_or_more(CHANCES, 2) + so_few_or_fewer(CHANCES, 1) == pytest.approx(1)
    assert so_many_or_more(CHANCES, 2) == pytest.approx(sum(by_cases(k) for k in (2, 3, 4)))


def test_no_events_are_no_surprise() -> None:
    assert (so_many_or_more([], 0), so_few_or_fewer([], 0)) == (1, 1)


@pytest.mark.parametrize("degrees", [1, 2, 3, 9, 11])
def test_chi_squared_tail_is_the_integral_of_its_density(degrees: int) -> None:
    value, step = 8.0, 0.001
    density = [
        x ** (degrees / 2 - 1) * math.exp(-x / 2) / (2 ** (degrees / 2) * math.gamma(degrees / 2))
        for x in (value + step * (n + 0.5) for n in range(200_000))
    ]

    assert chi_squared_tail(value, degrees) == pytest.approx(sum(density) * step, abs=1e-6)


def test_even_counts_are_as_even_as_can_be() -> None:
    assert unevenness([10] * 6) == 1


def test_too_few_throws_are_not_tested() -> None:
    assert unevenness([4] * 6) is None
