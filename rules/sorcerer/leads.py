"""Counts the rolls that one side of a contest wins, by its victories, without going through them.

The faces are walked from the highest down. As long as both sides show as many dice of each face, the roll is open and
one number says where it stands: how many dice of the side lie above. At the first face that one side shows more often
it leads; what is left to find is the other side's next face, the target, and how many dice lie above that.
"""

from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import accumulate
from math import comb
from operator import mul

Counts = dict[int, int]
Faces = tuple[int, ...]
"""How many dice lie there with the face 1, 2 and so on up to the die."""


@dataclass
class Wins:
    """Ways in which the side wins, by its victories: those that are no total victory, and those that are."""

    plain: Counts = field(default_factory=dict)
    total: Counts = field(default_factory=dict)

    def add(self, victories: int, ways: int, *, total: bool = False) -> None:
        counts = self.total if total else self.plain
        if ways:
            counts[victories] = counts.get(victories, 0) + ways


def count_wins(dice: int, standing: Faces, rival_dice: int, rival_standing: Faces) -> Wins:
    """The rolls that a side wins with `dice` new dice besides those that lie there, against the rival's likewise.

    Of `len(standing)` to the power of all new dice. Needs about dice³ steps a face; 12 against 12 takes milliseconds.
    """
    walk = _Walk(dice, standing, rival_dice, rival_standing)
    for face in range(len(standing), 0, -1):
        walk.meet_target(face)
        walk.go_on(face)
    return walk.wins


class _Walk:
    """One walk down the faces. `above` dice of the side's standing ones and `rival_above` of the rival's are passed.

    `open[mine]`: ways to have placed `mine` of the new dice on the faces passed, with the roll still open; the rival
    has then placed `mine + above - rival_above`. `leads[theirs][mine]`: ways with the side ahead.
    """

    def __init__(self, dice: int, standing: Faces, rival_dice: int, rival_standing: Faces) -> None:
        self.dice, self.standing = dice, standing
        self.rival_dice, self.rival_standing = rival_dice, rival_standing
        self.above = self.rival_above = 0
        self.open = [1] + [0] * dice
        self.leads: dict[int, list[int]] = {}
        self.wins = Wins()

    def meet_target(self, face: int) -> None:
        """Settle the leads whose target is this face: the rival has a die here, and all other dice are no higher."""
        at_most = [face**count for count in range(self.dice + 1)]
        all_passed = self.above == sum(self.standing)
        for theirs, ways in self.leads.items():
            left = self.rival_dice - theirs
            target_here = face**left - (0 if self.rival_standing[face - 1] else (face - 1) ** left)
            if not target_here:
                continue
            ahead = self.above - theirs - self.rival_above
            plain = self.wins.plain
            for mine, count in enumerate(ways[:-1]):
                if count:
                    won = count * at_most[self.dice - mine] * target_here
                    plain[mine + ahead] = plain.get(mine + ahead, 0) + won
            self.wins.add(self.dice + ahead, ways[-1] * target_here, total=all_passed)  # SOR-ROLL-10

    def go_on(self, face: int) -> None:
        """Place dice on this face: leads grow, and open rolls stay open, turn into leads or are won by spare dice."""
        if self.rival_standing[face - 1]:
            self.leads.clear()
        else:
            self.leads = {theirs: _grown(ways) for theirs, ways in self.leads.items()}
        spread, begun = self._spread(), self.above - self.rival_above
        self.above += self.standing[face - 1]
        self.rival_above += self.rival_standing[face - 1]
        level = self.above - self.rival_above  # the rival's new dice less mine, when both sides are level
        rival_passed = self.rival_above == sum(self.rival_standing)
        choices = _rival_choices(self.dice, self.rival_dice, begun)
        still_open = [0] * (self.dice + 1)
        leads = [self.leads.get(theirs) or [0] * (self.dice + 1) for theirs in range(self.rival_dice + 1)]
        least = (0, 0) if face > 1 else (self.dice, self.rival_dice)  # the last face takes all dice left
        for mine in range(least[0], self.dice + 1):
            for theirs in range(least[1], min(self.rival_dice, mine + level) + 1):
                ways = sum(map(mul, spread[mine], choices[theirs]))
                if theirs == mine + level:
                    still_open[mine] = ways
                elif rival_passed and theirs == self.rival_dice:  # SOR-ROLL-09
                    self.wins.add(1, ways * (face - 1) ** (self.dice - mine))
                else:
                    leads[theirs][mine] += ways
        self.open = still_open
        self.leads = {theirs: ways for theirs, ways in enumerate(leads) if any(ways)}

    def _spread(self) -> list[list[int]]:
        """For each number of my new dice placed after this face, the ways from each number before, fewest first."""
        rows = [_row(self.dice - before) for before in range(self.dice + 1)]
        reached = max((before for before, ways in enumerate(self.open) if ways), default=0) + 1
        return [
            [self.open[before] * rows[before][mine - before] for before in range(min(mine + 1, reached))]
            for mine in range(self.dice + 1)
        ]


@lru_cache(maxsize=32)
def _rival_choices(dice: int, rival_dice: int, begun: int) -> list[list[int]]:
    """For each number of the rival's dice placed after a face, the ways by the number of my dice placed before.

    The rival has then placed as many before, and `begun` more (see `_spread`).
    """
    return [
        [
            _choose(rival_dice - before - begun, theirs - before - begun)
            for before in range(min(dice, theirs - begun) + 1)
        ]
        for theirs in range(rival_dice + 1)
    ]


def _grown(ways: list[int]) -> list[int]:
    """A lead after one more face, on which any number of the dice left may lie.

    From `mine` placed of n, C(n - mine, x) ways lead to mine + x. As the coefficients of a polynomial, highest first,
    that is a shift of its variable by 1, which takes nothing but running sums.
    """
    first = next(index for index, count in enumerate(ways) if count)
    grown = ways[first:]
    for stop in range(len(grown), 1, -1):
        grown[:stop] = accumulate(grown[:stop])
    return ways[:first] + grown


@cache
def _row(count: int) -> tuple[int, ...]:
    return tuple(comb(count, chosen) for chosen in range(count + 1))


def _choose(count: int, chosen: int) -> int:
    return _row(count)[chosen] if 0 <= chosen <= count else 0
