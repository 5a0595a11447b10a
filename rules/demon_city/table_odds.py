"""Odds with replacement, every value from 1 to 10 equally likely: for tables and for setting Intensities."""

from typing import Annotated, Literal

from msgspec import Meta

from rules.demon_city.cards import HIGHEST_NUMBER
from rules.demon_city.types import Counting, DemonCityInput, Intensity
from rules.kernel.action import Chances
from rules.kernel.chances import Counts, share
from rules.kernel.draws import Draws
from rules.kernel.origins import by
from rules.kernel.parsing import wrong
from rules.kernel.result import Result
from rules.kernel.types import Outcome
from rules.kernel.values import Value

MostThrows = Annotated[int, Meta(ge=1, le=20)]
VALUES = range(1, HIGHEST_NUMBER + 1)


class TableOddsInput(DemonCityInput):
    throws: Annotated[MostThrows, by("DEC-THROW-15")]
    count: Annotated[Counting, by("DEC-THROW-15")] = "highest"
    opposing: Annotated[MostThrows | None, by("DEC-THROW-15")] = None
    opposing_count: Annotated[Counting, by("DEC-THROW-15")] = "highest"
    intensity: Annotated[Intensity | None, by("DEC-THROW-15")] = None
    ties: Annotated[Literal["keep", "rethrow"], by("DEC-THROW-15")] = "keep"

    def __post_init__(self) -> None:
        if self.opposing is not None and self.intensity is not None:
            raise wrong("intensity", "can't be combined with an opponent")


class NothingPlayed(Outcome):
    """No card is drawn and nothing changes: there are only odds."""


def nothing_to_play(given: TableOddsInput, draws: Draws) -> Result:
    """The engine of an action that has odds alone."""
    return Result(NothingPlayed())


def table_odds(given: TableOddsInput) -> Chances:
    """`values` and `mean`, and against an opponent or Intensity `win`, `tie`, `lose` (DEC-THROW-15)."""
    mine = _counts(given.throws, given.count)
    total = HIGHEST_NUMBER**given.throws
    odds: dict[str, Value] = {
        "values": [share(mine[value], total) for value in VALUES],
        "mean": share(sum(value * count for value, count in mine.items()), total),
    }
    clauses = ["DEC-THROW-15", "DEC-HOST-11"]
    if given.intensity is not None:  # an equal value fails: DEC-THROW-05
        win = sum(count for value, count in mine.items() if value > given.intensity)
        odds |= _verdict(win, 0, total, given)
        clauses.append("DEC-THROW-05")
    elif given.opposing is not None:
        theirs = _counts(given.opposing, given.opposing_count)
        win = sum(count * theirs[value] for mark, count in mine.items() for value in range(1, mark))
        tie = sum(count * theirs[value] for value, count in mine.items())
        odds |= _verdict(win, tie, total * HIGHEST_NUMBER**given.opposing, given)
        clauses.append("DEC-THROW-06")
    return Chances(odds, tuple(clauses))


def _counts(throws: int, count: Counting) -> Counts:
    """In how many of the equally likely throws each value counts."""
    if count == "highest":
        return {value: value**throws - (value - 1) ** throws for value in VALUES}
    return {value: (11 - value) ** throws - (10 - value) ** throws for value in VALUES}


def _verdict(win: int, tie: int, total: int, given: TableOddsInput) -> dict[str, float]:
    lose = total - win - tie
    if given.ties == "rethrow":
        total, tie = total - tie, 0
    return {"win": share(win, total), "tie": share(tie, total), "lose": share(lose, total)}
