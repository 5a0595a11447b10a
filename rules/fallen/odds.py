"""Exact odds of a pool: each die is a small polynomial of whole weights, and a pool is its power.

A polynomial is written as one whole number whose digits are its coefficients, with so many bits for each that none
ever carries: its power is that of the number, and no roll is ever enumerated. Counts stay integers to the end.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from math import comb
from operator import lshift, mul

from msgspec import Struct

from rules.fallen.pool import SIDES, PoolPlan
from rules.kernel import budget
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


def roll_odds(pool: PoolChances) -> dict[str, float | list[float]]:
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
    end = len(counts)
    while end > 1 and not counts[end - 1]:
        end -= 1
    return [cases / total for cases in counts[:end]]


def mean(counts: Sequence[int], total: int) -> float:
    return share(sum(map(mul, counts, count())), total)


def mixed(planned: PoolPlan, by_dice: Mapping[int, int]) -> list[int]:
    """The successes of pools that differ in nothing but their dice, `by_dice[n]` cases of them having n.

    On one denominator, that of the largest pool; no pool has sure successes or a threshold.
    """
    weights = _balance_weights(planned) if planned.ones_cancel else _hit_weights(planned)
    most, least, scale = max(by_dice, default=0), min(by_dice, default=0), _scale(planned)
    digit = max(1, int(sum(by_dice.values()) * scale**most).bit_length())  # there may be no cases at all
    places = (len(weights) - 1) * most + 1
    spend_on(3 * places, digit)
    die, nothing = packed(weights, digit), digit if planned.ones_cancel else 0
    pools = 0
    for dice in range(most, least - 1, -1):  # Horner's rule; a die that is missing changes nothing
        fewer = most - dice
        pools = pools * die + (by_dice.get(dice, 0) * scale**fewer << nothing * fewer)
    counts = unpacked(pools * die**least, digit, places)
    return [sum(counts[: most + 1]), *counts[most + 1 :]] if planned.ones_cancel else counts


def power(weights: Sequence[int], exponent: int) -> list[int]:
    """The coefficients of a polynomial, lowest first, raised to a power."""
    digit = int(sum(weights) ** exponent).bit_length()
    places = (len(weights) - 1) * exponent + 1
    spend_on(places, digit)
    return unpacked(packed(weights, digit) ** exponent, digit, places)


def spend_on(places: int, digit: int) -> None:
    """Spend what it takes to make and take apart a number of so many places: each moves all of it."""
    budget.spend(places * (1 + places * digit // 128))


def packed(coefficients: Iterable[int], digit: int) -> int:
    """A polynomial as one whole number with `digit` bits for each coefficient."""
    return sum(map(lshift, coefficients, count(0, digit)))


def unpacked(number: int, digit: int, places: int) -> list[int]:
    """The coefficients of such a number, lowest first."""
    ones = (1 << digit) - 1
    return [number >> at & ones for at in range(0, digit * places, digit)]


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
        others = power([blank, *hits], planned.dice - ones)
        for fewer, cases in enumerate(others[:ones]):
            counts[fewer] -= ways * cases
            counts[0] += ways * cases
    return counts
