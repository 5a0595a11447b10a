"""Entries undone in an order that nobody chose: after each the rows are what the log tells."""

import random
from collections.abc import Iterable

from campaigns.log import undo_graph
from tests.campaigns.spine import Game, folded


def undo_in_some_order(game: Game, entries: Iterable[int], seed: int) -> None:
    """Undo all of these, each with what depends on it."""
    left, chance = list(entries), random.Random(seed)
    while left:
        plan = undo_graph.plan_undo(game.campaign, chance.choice(left)).entries
        game.undo(*plan)
        left = [seq for seq in left if seq not in plan]
        assert game.state() == folded(game.campaign)
