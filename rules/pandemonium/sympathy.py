"""Connections that distant magic taps, and how they wear and mend (PAN-SYMP-04 to PAN-SYMP-08)."""

from typing import Annotated, Literal

from msgspec import Meta

from rules.kernel.draws import Draws
from rules.kernel.effects import change_by
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import DERIVED, GM, PLAYER, by, record
from rules.kernel.parsing import wrong
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input, Outcome
from rules.pandemonium.types import PandemoniumInput

Steps = Annotated[int, Meta(ge=0, le=20)]


class Connection(Input):
    """A sympathetic connection: a number of steps from 0 to what it once was (PAN-SYMP-08)."""

    id: Id
    rating: Steps
    base: Steps
    inanimate: bool = False
    wanted: Annotated[bool, GM, by("PAN-SYMP-06")] = False

    def __post_init__(self) -> None:
        if self.rating > self.base:
            raise wrong("rating", "a connection cannot be above its original rating")


class SympathyInput(PandemoniumInput):
    connection: Annotated[Connection, record("connection")]
    event: Annotated[Literal["tap", "rest"], PLAYER, by("PAN-SYMP-04", "PAN-SYMP-05")]
    unwilling: Annotated[bool | None, GM, by("PAN-SYMP-04")] = None
    days: Annotated[Annotated[int, Meta(ge=0, le=9999)] | None, DERIVED] = None

    def __post_init__(self) -> None:
        if (self.unwilling is not None) != (self.event == "tap"):
            raise wrong("unwilling", "this applies when the connection is tapped, and only then")
        if (self.days is not None) != (self.event == "rest"):
            raise wrong("days", "this applies when the connection rests, and only then")


class SympathyOutcome(Outcome):
    before: int
    after: int
    base: int


def sympathy(given: SympathyInput, draws: Draws) -> Result:
    """Tap a connection, or let it mend (PAN-SYMP-04 to PAN-SYMP-06)."""
    known = given.connection
    if given.event == "tap":
        if known.rating == 0:
            raise RuleViolation(
                "this connection is worn out", field="input.connection.rating", clause="PAN-SYMP-08"
            )
        after = known.rating - 1 if given.unwilling else known.rating
        clauses = cite("PAN-SYMP-08", "PAN-SYMP-04")
    else:
        mends = not known.inanimate or known.wanted  # PAN-SYMP-06
        after = min(known.base, known.rating + (given.days or 0)) if mends else known.rating
        clauses = cite("PAN-SYMP-05", "PAN-SYMP-06" if known.inanimate else None)
    change = after - known.rating
    effects = (change_by(known.id, "rating", change),) if change else ()
    return Result(SympathyOutcome(before=known.rating, after=after, base=known.base), effects, clauses)
