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
    """The equally likely cases of a pool, `total` in all: `botch` of them botch.

    `successes[n]` counts those with n successes (failures and botches under 0).
    """

    successes: tuple[int, ...]
    botch: int
    total: int


def chances(planned: PoolPlan) -> PoolChances:
    """All that a pool can roll, counted (FAL-POOL-02 to FAL-POOL-10)."""
    dice = planned.dice
    by_balance = can_botch(planned) and planned.botch_rule == "net_negative"
    balance = power(_balance_weights(planned), dice) if planned.ones_cancel or by_balance else []
    if planned.ones_cancel:  # FAL-POOL-04
        kept = [sum(balance[: dice + 1]), *balance[dice + 1 :]]
    else:
        kept = power(_hit_weights(planned), dice)
        if by_balance:
            kept = _without_botches(planned, kept)
    if by_balance:
        botch = sum(balance[:dice])
    else:
        botch = _hitless_botches(planned) if can_botch(planned) else 0
    return PoolChances(_shifted(kept, planned), botch, _scale(planned) ** dice)


def can_botch(planned: PoolPlan) -> bool:
    """Damage and soak never botch, nor does a roll with a sure success (FAL-POOL-07)."""
    return planned.automatic == 0 and planned.botch_rule != "never"


def botch_sizes(planned: PoolPlan) -> list[int]:
    """The cases of each size of botch, from 0, which has none (FAL-POOL-08)."""
    if not can_botch(planned):
        return [0]
    if planned.botch_rule == "net_negative":
        balance = power(_balance_weights(planned), planned.dice)
        return [0, *reversed(balance[: planned.dice])]
    one, blank, *_ = _balance_weights(planned)
    sizes = range(1, planned.dice + 1)
    return [0, *(comb(planned.dice, ones) * one**ones * blank ** (planned.dice - ones) for ones in sizes)]


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
    if len(weights) == 2:
        return [
            comb(exponent, k) * weights[1] ** k * weights[0] ** (exponent - k) for k in range(exponent + 1)
        ]
    if len(weights) == 3:
        first, second, third = weights
        return _power_of_three(first, second, third, exponent)
    first, degree = weights[0], len(weights) - 1
    coefficients = [first**exponent]
    for k in range(1, degree * exponent + 1):
        following = 0
        for i in range(1, min(k, degree) + 1):
            following += ((exponent + 1) * i - k) * weights[i] * coefficients[k - i]
        coefficients.append(following // (k * first))
    return coefficients


def _power_of_three(first: int, second: int, third: int, exponent: int) -> list[int]:
    """The same recurrence written out for the plain die of three kinds of faces, which is by far the commonest."""
    before, here = 0, first**exponent
    coefficients = [here]
    for k in range(1, 2 * exponent + 1):
        by_second, by_third = (exponent + 1 - k) * second, (2 * exponent + 2 - k) * third
        before, here = here, (by_second * here + by_third * before) // (k * first)
        coefficients.append(here)
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


def _shifted(kept: Sequence[int], planned: PoolPlan) -> tuple[int, ...]:
    """Hits with sure successes, less the threshold (FAL-POOL-06)."""
    if planned.automatic == planned.threshold:
        return tuple(kept)
    successes = [0] * (len(kept) + planned.automatic)
    for net, cases in enumerate(kept):
        successes[max(0, net + planned.automatic - planned.threshold)] += cases
    return tuple(successes)


def _hitless_botches(planned: PoolPlan) -> int:
    """The cases without a hit and with at least one 1."""
    one, blank, *_ = _balance_weights(planned)
    return int((one + blank) ** planned.dice - blank**planned.dice)


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
