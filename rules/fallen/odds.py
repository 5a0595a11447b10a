"""Exact odds of a pool: each die is a small polynomial of whole weights, and a pool is its power.

The power comes from a recurrence over its coefficients, so that no roll is ever enumerated and a pool of n dice takes
about 2n steps. Counts stay integers to the end.
"""

from collections.abc import Mapping, Sequence
from math import comb
from typing import Any

from msgspec import Struct

from rules.fallen.pool import SIDES, PoolPlan
from rules.kernel.chances import share


class PoolChances(Struct, frozen=True):
    """The equally likely cases of a pool, `total` in all.

    `successes[n]` counts those with n successes (failures and botches under 0), `botches[n]` those with a botch of size
    n; `botches[0]` is always 0.
    """

    successes: tuple[int, ...]
    botches: tuple[int, ...]
    total: int

    @property
    def botch(self) -> int:
        return sum(self.botches)


def chances(planned: PoolPlan) -> PoolChances:
    """All that a pool can roll, counted (FAL-POOL-02 to FAL-POOL-10)."""
    botches = _botches(planned)
    kept = _net(planned)
    if botches and not planned.ones_cancel and planned.botch_rule == "net_negative":
        kept = _without_botches(planned, kept)
    successes: list[int] = [0] * (len(kept) + planned.automatic)
    for net, cases in enumerate(kept):
        successes[max(0, net + planned.automatic - planned.threshold)] += cases
    return PoolChances(tuple(successes), tuple(botches), _scale(planned) ** planned.dice)


def roll_odds(pool: PoolChances) -> dict[str, Any]:
    """The odds of a single roll under the names of `fallen.roll`."""
    failed = pool.successes[0] - pool.botch
    return {
        "success": share(pool.total - pool.successes[0], pool.total),
        "failure": share(failed, pool.total),
        "botch": share(pool.botch, pool.total),
        "successes": as_list(pool.successes, pool.total),
        "mean": mean(pool.successes, pool.total),
    }


def as_list(counts: Sequence[int], total: int) -> list[float]:
    """Counts by number as chances, without the zeros at the end."""
    last = max((number for number, cases in enumerate(counts) if cases), default=0)
    return [share(cases, total) for cases in counts[: last + 1]]


def mean(counts: Sequence[int], total: int) -> float:
    return share(sum(number * cases for number, cases in enumerate(counts)), total)


def spread(counts: Mapping[int, int]) -> list[int]:
    """Counts by number as a list from 0 up."""
    return [counts.get(number, 0) for number in range(max(counts, default=0) + 1)]


def power(weights: Sequence[int], exponent: int) -> list[int]:
    """The coefficients of a polynomial (lowest first, that one not 0) raised to a power, by Miller's recurrence."""
    first, degree = weights[0], len(weights) - 1
    coefficients = [first**exponent]
    for k in range(1, degree * exponent + 1):
        terms = (
            ((exponent + 1) * i - k) * weights[i] * coefficients[k - i] for i in range(1, min(k, degree) + 1)
        )
        coefficients.append(sum(terms) // (k * first))
    return coefficients


def _scale(planned: PoolPlan) -> int:
    """The cases of one die, with the bonus dice that it may earn."""
    return SIDES ** (1 + planned.reroll_limit) if planned.specialty == "reroll" else SIDES


def _hit_weights(planned: PoolPlan) -> list[int]:
    """The cases in which one die brings 0, 1, 2, … hits; its 1 counts as no hit."""
    hit = SIDES + 1 - planned.difficulty
    if planned.specialty == "off":
        return [SIDES - hit, hit]
    if planned.specialty == "double":
        return [SIDES - hit, hit - 1, 1]
    weights, cases = [1], 1
    for _ in range(planned.reroll_limit + 1):  # from the last bonus die back to the die of the pool
        weights = [(SIDES - hit) * cases, (hit - 1) * cases + weights[0], *weights[1:]]
        cases *= SIDES
    return weights


def _balance_weights(planned: PoolPlan) -> list[int]:
    """The cases in which one die brings -1 (its 1), 0, 1, 2, … to hits less ones."""
    misses, *hits = _hit_weights(planned)
    one = _scale(planned) // SIDES
    return [one, misses - one, *hits]


def _net(planned: PoolPlan) -> list[int]:
    """The cases of each number of hits after the ones (FAL-POOL-04)."""
    if not planned.ones_cancel:
        return power(_hit_weights(planned), planned.dice)
    balance = power(_balance_weights(planned), planned.dice)
    return [sum(balance[: planned.dice + 1]), *balance[planned.dice + 1 :]]


def _botches(planned: PoolPlan) -> list[int]:
    """The cases of each size of botch, from 0 (FAL-POOL-07, FAL-POOL-08)."""
    if planned.automatic or planned.botch_rule == "never":
        return []
    if planned.botch_rule == "net_negative":
        balance = power(_balance_weights(planned), planned.dice)
        return [0, *(balance[planned.dice - size] for size in range(1, planned.dice + 1))]
    one, blank, *_ = _balance_weights(planned)
    return [
        0,
        *(
            comb(planned.dice, ones) * one**ones * blank ** (planned.dice - ones)
            for ones in range(1, planned.dice + 1)
        ),
    ]


def _without_botches(planned: PoolPlan, kept: Sequence[int]) -> list[int]:
    """Move the cases with more ones than hits to no successes, where ones cancel nothing but still make a botch."""
    one, blank, *hits = _balance_weights(planned)
    counts = list(kept)
    for ones in range(1, planned.dice + 1):
        ways = comb(planned.dice, ones) * one**ones
        others = _power_of_any([blank, *hits], planned.dice - ones)
        for fewer, cases in enumerate(others[:ones]):
            counts[fewer] -= ways * cases
            counts[0] += ways * cases
    return counts


def _power_of_any(weights: Sequence[int], exponent: int) -> list[int]:
    """As `power`, for weights that may begin with a 0: at difficulty 2 no face is blank."""
    if weights[0]:
        return power(weights, exponent)
    return [0] * exponent + power(weights[1:], exponent)
