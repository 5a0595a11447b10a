"""Shuffling by draws."""

from collections.abc import Iterable

from rules.kernel.draws import Draws


def shuffled(cards: Iterable[str], draws: Draws) -> tuple[str, ...]:
    """Fisher-Yates from the end, an index draw for each step."""
    pile = list(cards)
    for last in range(len(pile) - 1, 0, -1):
        chosen = draws.index(last + 1)
        pile[last], pile[chosen] = pile[chosen], pile[last]
    return tuple(pile)
