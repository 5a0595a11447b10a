"""Exact odds of pools: counts of equally likely cases by number of successes, divided once (PAN-POOL-11).

The successes of n dice with an again number of 11 - a are the coefficients of ((7 + 10(3 - a)y) / (1 - ay))^n, the
one of y^k standing over 10^(n + k). They follow from one another: one step for each number of successes.
"""

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from rules.kernel.chances import share
from rules.pandemonium.pools import Plan

NEGLIGIBLE = 10**18
"""Sums without end stop where less than one part in this many is left, far below the 1e-9 that is promised."""

SHOWN = 20
"""How far lists of net successes reach."""


class Tally(Struct, frozen=True):
    """A number of successes before the roll: a pool, or `least` alone, which counts even on a dramatic failure."""

    pool: Plan | None = None
    least: int = 0


class Spread(Struct, frozen=True):
    """`ways[k]` of `total` equally likely cases come to k successes; what is left of them to more than are listed."""

    ways: tuple[int, ...]
    total: int

    def below(self, number: int) -> int:
        """The cases with fewer successes than `number`, which is at most the length of the list."""
        return sum(self.ways[:number])

    def from_(self, number: int) -> int:
        """The cases with at least `number` successes, which is at most the length of the list."""
        return self.total - self.below(number)


def spread(tally: Tally, upto: int) -> Spread:
    """The cases of 0 to `upto` successes."""
    if tally.pool is None:
        return Spread(tuple(int(number == tally.least) for number in range(upto + 1)), 1)
    pool = tally.pool
    if pool.chance:
        return _floored(Spread(_chance_die(pool.minimum, upto), 10), tally.least)
    fallen = Spread(pool_ways(pool.size, pool.again, upto), 10 ** (pool.size + upto))
    return _floored(fallen, max(pool.minimum, tally.least))


@lru_cache(maxsize=512)
def pool_ways(size: int, again: int, upto: int) -> tuple[int, ...]:
    """The cases of 0 to `upto` successes of `size` dice, of 10^(size + upto) in all (PAN-POOL-04)."""
    a = 11 - again
    b = 10 * (3 - a)
    terms = [7**size]
    before = 0
    for k in range(upto):
        here = terms[-1]
        terms.append(
            ((size * (30 - 3 * a) + (7 * a - b) * k) * here + a * b * (k - 1) * before) // (7 * (k + 1))
        )
        before = here
    return tuple(term * 10 ** (upto - k) for k, term in enumerate(terms))


def reach(tally: Tally) -> int:
    """A number of successes above which nothing worth counting happens."""
    if tally.pool is None or tally.pool.chance:
        return max(tally.least, tally.pool.minimum if tally.pool else 0, 1)
    upto = max(16, tally.least, tally.pool.minimum)
    while True:
        found = spread(tally, upto)
        if found.from_(upto + 1) * NEGLIGIBLE < found.total:
            return upto
        upto *= 2


def dramatic(pool: Plan | None) -> float:
    """The chance of a dramatic failure (PAN-POOL-06)."""
    return share(1, 10) if pool is not None and pool.chance else 0.0


def at_least(tally: Tally, number: int) -> float:
    """The chance of `number` successes or more."""
    found = spread(tally, max(number, 0))
    return share(found.from_(max(number, 0)), found.total)


def successes(tally: Tally) -> dict[str, list[float]]:
    """`exactly` and `at_least` for 0 to 20 successes."""
    found = spread(tally, SHOWN)
    return {
        "exactly": [share(ways, found.total) for ways in found.ways],
        "at_least": [share(found.from_(number), found.total) for number in range(SHOWN + 1)],
    }


def lead(acting: Tally, opposing: Tally) -> dict[str, list[float]]:
    """`exactly` and `at_least` for 0 to 20 net successes of a contest (PAN-POOL-09)."""
    top = reach(opposing)
    against = _of_bearable_size(spread(opposing, top))
    mine = _of_bearable_size(spread(acting, top + SHOWN))
    cases = mine.total * against.total
    from_ = [mine.total]
    for ways in mine.ways:
        from_.append(from_[-1] - ways)
    net = [
        sum(ways * from_[other + number] for other, ways in enumerate(against.ways))
        for number in range(1, SHOWN + 1)
    ]
    exact = [
        sum(ways * mine.ways[other + number] for other, ways in enumerate(against.ways))
        for number in range(1, SHOWN + 1)
    ]
    return {
        "exactly": [share(cases - net[0], cases), *(share(ways, cases) for ways in exact)],
        "at_least": [1.0, *(share(ways, cases) for ways in net)],
    }


def exceeds(acting: Tally, opposing: Tally) -> float:
    """The chance that one number of successes is above another, independent one."""
    return lead(acting, opposing)["at_least"][1]


def highest(numbers: Sequence[Spread]) -> Spread:
    """The greatest of several independent numbers; their lists are complete and of one length."""
    total = 1
    for one in numbers:
        total *= one.total
    ways: list[int] = []
    reached = 0
    for number in range(max((len(one.ways) for one in numbers), default=1)):
        within = 1
        for one in numbers:
            within *= one.below(number + 1)
        ways.append(within - reached)
        reached = within
    return Spread(tuple(ways), total)


def _of_bearable_size(found: Spread) -> Spread:
    """Hundreds of dice count in thousands of digits: these are cut to 384 bits, far more than is promised."""
    excess = found.total.bit_length() - 384
    if excess <= 0:
        return found
    return Spread(tuple(ways >> excess for ways in found.ways), found.total >> excess)


def _chance_die(minimum: int, upto: int) -> tuple[int, ...]:
    """A 1 is no success whatever is guaranteed, a 10 is one, the rest none (PAN-POOL-05, PAN-POOL-06)."""
    ways = [0] * (upto + 1)
    for number, cases in ((0, 1), (minimum, 8), (max(1, minimum), 1)):
        if number <= upto:
            ways[number] += cases
    return tuple(ways)


def _floored(found: Spread, least: int) -> Spread:
    """All weight below `least` moved onto it."""
    moved = found.below(min(least, len(found.ways)))
    ways = [0 if number < least else cases for number, cases in enumerate(found.ways)]
    if least < len(ways):
        ways[least] += moved
    return Spread(tuple(ways), found.total)
