"""Connections that distant magic taps, and how they wear and mend (PAN-SYMP-04 to PAN-SYMP-08)."""

from collections.abc import Iterator
from typing import Annotated, Final, Literal

from msgspec import Meta

from rules.kernel.draws import Draws
from rules.kernel.effects import change_by
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import DERIVED, GM, PLAYER, by, record
from rules.kernel.parsing import wrong
from rules.kernel.procedure import OpenQuestion, Question, State
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input, Outcome
from rules.kernel.values import Values
from rules.pandemonium.types import PandemoniumInput, Subject

SYMPATHY: Final = "pandemonium.sympathy"
CLAUSE: Final = "PAN-SYMP-04"
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
    unwilling: Annotated[bool | None, PLAYER, by(CLAUSE)] = None
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


class Link(Input):
    """A connection of which a mage wants to make use."""

    id: Id
    rating: Steps
    base: Steps


class TapInput(PandemoniumInput):
    """A mage reaches somebody through a connection, which waits for a word of whoever it belongs to."""

    mage: Annotated[Subject, record("character")]
    connection: Annotated[Link, record("connection"), by(CLAUSE)]
    is_own: Annotated[bool, DERIVED] = False
    """Whether it belongs to whoever plays the mage: then the other end's will is the Storyteller's to know."""


class TapOutcome(Outcome):
    steps: int
    base: int


def tap(given: TapInput, draws: Draws) -> Result:
    """Ask whether a tap goes against the will of one of the two before it comes to anything (PAN-SYMP-04)."""
    link = given.connection
    _refuse_worn_out(link.rating)
    return Result(TapOutcome(steps=link.rating, base=link.base), clauses=("PAN-SYMP-08", CLAUSE))


def sympathy(given: SympathyInput, draws: Draws) -> Result:
    """Tap a connection, or let it mend (PAN-SYMP-04 to PAN-SYMP-06)."""
    known = given.connection
    if given.event == "tap":
        _refuse_worn_out(known.rating)
        after = known.rating - 1 if given.unwilling else known.rating
        clauses = cite("PAN-SYMP-08", CLAUSE)
    else:
        mends = not known.inanimate or known.wanted  # PAN-SYMP-06
        after = min(known.base, known.rating + (given.days or 0)) if mends else known.rating
        clauses = cite("PAN-SYMP-05", "PAN-SYMP-06" if known.inanimate else None)
    change = after - known.rating
    effects = (change_by(known.id, "rating", change),) if change else ()
    return Result(SympathyOutcome(before=known.rating, after=after, base=known.base), effects, clauses)


def asks(given: TapInput) -> Iterator[Question]:
    """Whoever the connection belongs to says whether it goes against the will of one of the two, else the GM."""
    link = given.connection.id
    data: Values = {"mage": given.mage.id, "connection": {"id": link}, "event": "tap"}
    yield Question(SYMPATHY, "gm" if given.is_own else "player", link, CLAUSE, optional=False, data=data)


def answers(given: SympathyInput, state: State) -> Iterator[str]:
    """The question that a tap settles; a connection that rests settles none."""
    if given.event == "tap":
        yield from (one.id for one in _open(given.connection.id, state))


def waits(given: TapInput, state: State) -> RuleViolation | None:
    """One tap at a time: the next may cost another step."""
    if not any(_open(given.connection.id, state)):
        return None
    told = "this connection is being tapped: wait until it is said whether that goes against someone's will"
    return RuleViolation(told, field="input.connection", clause=CLAUSE)


def _open(connection: str, state: State) -> Iterator[OpenQuestion]:
    return (one for one in state.pending if (one.question, one.who) == (SYMPATHY, connection))


def _refuse_worn_out(rating: int) -> None:
    if rating == 0:
        told = "this connection is worn out"
        raise RuleViolation(told, field="input.connection.rating", clause="PAN-SYMP-08")
