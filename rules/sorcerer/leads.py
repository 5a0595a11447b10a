"""Counts the rolls that one side of a contest wins, by its victories, without going through them.

The faces are walked from the highest down. As long as both sides show as many dice of each face, the roll is open and
one number says where it stands: how many dice of the side lie above. At the first face that one side shows more often
it leads; what is left to find is the other side's next face, the target, and how many dice lie above that.

The rival's dice are walked all at once: ways by their number are the digits of one whole number, of so many bits that
none ever carries, so that one sum or product of such numbers serves for all.
"""

from dataclasses import dataclass, field
from itertools import accumulate

from rules.kernel import budget

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

    Of `len(standing)` to the power of all new dice. Needs about dice² steps a face; 12 against 12 takes a millisecond.
    """
    walk = _Walk(dice, standing, rival_dice, rival_standing)
    for face in range(len(standing), 0, -1):
        walk.meet_target(face)
        walk.go_on(face)
    return walk.wins


class _Walk:
    """One walk down the faces. `above` dice of the side's standing ones and `rival_above` of the rival's are passed.

    `open[mine]`: ways to have placed `mine` of the new dice on the faces passed, with the roll still open; the rival
    has then placed `mine + above - rival_above`. `leads[mine]`: ways with the side ahead, with a digit for each number
    of the rival's new dice.
    """

    def __init__(self, dice: int, standing: Faces, rival_dice: int, rival_standing: Faces) -> None:
        self.dice, self.standing = dice, standing
        self.rival_dice, self.rival_standing = rival_dice, rival_standing
        self.above = self.rival_above = 0
        self.digit = int(len(standing) ** (dice + rival_dice)).bit_length()
        sums = (dice + 1) * (dice + rival_dice // 4 + 10)  # for each face
        budget.spend(len(standing) * sums * (1 + (rival_dice + 1) * self.digit // 512))
        self.choices = _choices(rival_dice, self.digit)
        self.open = [1] + [0] * dice
        self.leads = [0] * (dice + 1)
        self.wins = Wins()

    def meet_target(self, face: int) -> None:
        """Settle the leads whose target is this face: the rival has a die here, and all other dice are no higher."""
        is_sure = bool(self.rival_standing[face - 1])
        targets = [
            face**left - (0 if is_sure else (face - 1) ** left) for left in range(self.rival_dice, -1, -1)
        ]
        all_passed, ahead = self.above == sum(self.standing), self.above - self.rival_above
        size, digit = self.digit, (1 << self.digit) - 1
        for mine, packed in enumerate(self.leads):
            rest, victories = packed * face ** (self.dice - mine), mine + ahead
            is_total = all_passed and mine == self.dice  # SOR-ROLL-10
            counts = self.wins.total if is_total else self.wins.plain
            for target_here in targets:
                if not rest:
                    break
                won = (rest & digit) * target_here
                if won:
                    counts[victories] = counts.get(victories, 0) + won
                rest >>= size
                victories -= 1

    def go_on(self, face: int) -> None:
        """Place dice on this face: leads grow, and open rolls stay open, turn into leads or are won by spare dice."""
        placed = _grown(self._facing(face))
        self.above += self.standing[face - 1]
        self.rival_above += self.rival_standing[face - 1]
        level = self.above - self.rival_above  # the rival's new dice less mine, when both sides are level
        rival_passed = self.rival_above == sum(self.rival_standing)
        size, digit = self.digit, (1 << self.digit) - 1
        self.open, self.leads = [0] * (self.dice + 1), [0] * (self.dice + 1)
        least = max(self.dice if face == 1 else 0, -level)  # the last face takes all dice left
        for mine in range(least, self.dice + 1):
            same, ways = size * (mine + level), placed[mine]
            self.open[mine] = ways >> same & digit
            ahead = ways & (1 << same) - 1
            if rival_passed and mine + level > self.rival_dice:  # SOR-ROLL-09
                spare = ahead >> size * self.rival_dice
                self.wins.add(1, spare * (face - 1) ** (self.dice - mine))
                ahead -= spare << size * self.rival_dice
            self.leads[mine] = ahead

    def _facing(self, face: int) -> list[int]:
        """Leads that this face does not end, and open rolls with the rival's dice for this face, by my dice placed."""
        begun = self.above - self.rival_above
        ways = [0] * (self.dice + 1) if self.rival_standing[face - 1] else self.leads[:]
        for mine, count in enumerate(self.open):
            if count:
                theirs = mine + begun
                ways[mine] += count * self.choices[self.rival_dice - theirs] << self.digit * theirs
        return ways


def _choices(most: int, digit: int) -> list[int]:
    """For up to `most` dice, in how many ways each number of them can be chosen: the digits of (1 + u)ⁿ."""
    return list(accumulate(range(most), lambda ways, _: ways + (ways << digit), initial=1))


def _grown(ways: list[int]) -> list[int]:
    """Ways by my dice placed after one more face, on which any number of the dice left may lie.

    From `mine` placed of n, C(n - mine, x) ways lead to mine + x. As the coefficients of a polynomial, highest first,
    that is a shift of its variable by 1, which takes nothing but running sums.
    """
    first = next((index for index, count in enumerate(ways) if count), len(ways))
    grown = ways[first:]
    for stop in range(len(grown), 1, -1):
        grown[:stop] = accumulate(grown[:stop])
    return ways[:first] + grown
