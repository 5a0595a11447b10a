"""Exact odds of a contest: dice are counted face by face, never roll by roll, and divided once at the end."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypedDict

from rules.kernel.action import Chances
from rules.kernel.chances import as_shares, share
from rules.sorcerer.contest import Pools, Side
from rules.sorcerer.leads import Counts, Wins, count_wins


class ContestOdds(TypedDict):
    """The odds of a contest, each from 0 to 1, those of victories by their number."""

    success: float
    failure: float
    tie: float
    total: float
    victories: dict[str, float]
    opposing_victories: dict[str, float]


SURE_SUCCESS: ContestOdds = {
    "success": 1.0,
    "failure": 0.0,
    "tie": 0.0,
    "total": 0.0,
    "victories": {},
    "opposing_victories": {},
}
"""The odds of an act that succeeds without a contest."""


@dataclass(frozen=True)
class VictoryCounts:
    """How many of the `cases` equally likely rolls end with each (winner, victories, total)."""

    cases: int
    counts: dict[tuple[Side, int, bool], int]

    def won_by(self, side: Side) -> int:
        """The rolls that a side wins, or with "none" those in which everything cancels."""
        return sum(ways for (winner, _, _), ways in self.counts.items() if winner == side)

    def total_of(self, side: Side) -> int:
        """The rolls in which a side's victory is total (SOR-ROLL-10)."""
        return sum(ways for (winner, _, total), ways in self.counts.items() if winner == side and total)

    def victories_of(self, side: Side) -> Counts:
        """The rolls that a side wins, by the number of its victories."""
        by_number: Counts = {}
        for (winner, victories, _), ways in self.counts.items():
            if winner == side:
                by_number[victories] = by_number.get(victories, 0) + ways
        return by_number


def contest_odds(
    pools: Pools, die: int, *, acting_faces: tuple[int, ...] = (), opposing_faces: tuple[int, ...] = ()
) -> ContestOdds:
    """The odds of a contest before its roll, each from 0 to 1 (SOR, *Odds*).

    `pools.sizes` count all dice of a side; of these, the faces given lie on the table already and are certain.
    """
    counted = victory_counts(pools, die, acting_faces=acting_faces, opposing_faces=opposing_faces)
    return {
        "success": share(counted.won_by("acting"), counted.cases),
        "failure": share(counted.won_by("opposing"), counted.cases),
        "tie": share(counted.won_by("none"), counted.cases),
        "total": share(counted.total_of("acting"), counted.cases),
        "victories": as_shares(counted.victories_of("acting"), counted.cases),
        "opposing_victories": as_shares(counted.victories_of("opposing"), counted.cases),
    }


def contest_chances(pools: Pools, die: int, clauses: Iterable[str] = ()) -> Chances:
    """The odds of an action whose whole result is one contest."""
    return Chances(contest_odds(pools, die), tuple(clauses))


def victory_counts(
    pools: Pools, die: int, *, acting_faces: tuple[int, ...] = (), opposing_faces: tuple[int, ...] = ()
) -> VictoryCounts:
    """The joint law of winner, victories and total victory as whole numbers of equally likely rolls."""
    acting = pools.sizes[0] - len(acting_faces), _by_face(acting_faces, die)
    opposing = pools.sizes[1] - len(opposing_faces), _by_face(opposing_faces, die)
    cases: int = die ** (acting[0] + opposing[0])
    mine = count_wins(*acting, *opposing)
    theirs = mine if acting == opposing else count_wins(*opposing, *acting)
    sides: tuple[tuple[Side, Wins], ...] = (("acting", mine), ("opposing", theirs))
    counts: dict[tuple[Side, int, bool], int] = {}
    for side, wins in sides:
        counts |= {(side, number, False): ways for number, ways in wins.plain.items()}
        counts |= {(side, number, True): ways for number, ways in wins.total.items()}
    counts["none", 0, False] = cases - sum(counts.values())
    return VictoryCounts(cases, {key: ways for key, ways in counts.items() if ways})


def _by_face(faces: Iterable[int], die: int) -> tuple[int, ...]:
    """How many of the faces show 1, 2 and so on up to the die."""
    counts = [0] * die
    for face in faces:
        counts[face - 1] += 1
    return tuple(counts)
