"""Exact chances: integer counts of equally likely cases, divided once at the very end."""

from collections.abc import Mapping

from rules.kernel import budget

Counts = Mapping[int, int]


def share(count: int, total: int) -> float:
    """`count` of `total` equally likely cases as a number from 0 to 1, rounded once."""
    return count / total


def add_up(first: Counts, second: Counts) -> dict[int, int]:
    """The counts of the sum of two independent numbers."""
    # From the sizes alone, before the loop: the whole question is refused and not broken off.
    budget.spend(20 * len(first) * len(second) * (1 + sum(second.values()).bit_length() // 128))
    sums: dict[int, int] = {}
    for a, ways_a in first.items():
        for b, ways_b in second.items():
            sums[a + b] = sums.get(a + b, 0) + ways_a * ways_b
    return sums


def as_shares(counts: Counts, total: int) -> dict[str, float]:
    """Counts by number as chances under the number's text; what cannot happen is left out."""
    return {str(number): share(ways, total) for number, ways in sorted(counts.items()) if ways}
