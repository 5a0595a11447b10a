"""What the templates of a fight take."""

from collections.abc import Sequence
from dataclasses import dataclass

from campaigns.games.fallen.fights.defences import Way
from campaigns.games.fallen.fights.reading import Fighter
from campaigns.queries.cast import Member
from campaigns.queries.layouts.parts import Roll
from campaigns.views.waiting import Pending


@dataclass(frozen=True)
class Press:
    """An act that needs no more than a press: where it is sent, with these values."""

    url: str
    label: str
    given: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True)
class Joining:
    """Who rolls initiative: each who could, and whether they are ticked."""

    url: str
    people: Sequence[tuple[Member, bool]]


@dataclass(frozen=True)
class Moment:
    """Somebody who holds back or steps in, and those ahead of whom she can act, by id and name."""

    who: str
    id: str
    is_waiting: bool
    url: str
    moments: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Magazine:
    """The rounds in a weapon, and where they are filled up."""

    id: str
    rounds: int
    url: str


Picks = tuple[str, Sequence[tuple[Roll, str]], Magazine | None]
"""Maneuvers under the name of what they are done with, each with where it leads."""


@dataclass(frozen=True)
class Movement:
    """How far a fighter gets: `gaits` are codes with their words and the yards that are left."""

    url: str
    fighter: str
    has_acted: bool
    half: int
    moved: int
    gaits: Sequence[tuple[str, str, int]]


@dataclass(frozen=True)
class OwnTurn:
    """What the fighter whose turn has begun may do; for whoever does not play her no more than that it has."""

    fighter: Fighter
    mine: bool
    barred: str | None = None
    spent: bool = False
    has_acted: bool = False
    groups: Sequence[Picks] = ()
    links: Sequence[tuple[str, str]] = ()
    move: Movement | None = None
    end: Press | None = None
    may_choose_way: bool = False
    is_held_unseen: bool = False
    """Whether somebody holds her whom this viewer does not see, and so cannot name in an attempt to break free."""


@dataclass(frozen=True)
class ShownStep:
    """One thing that comes next: what it is, and how it is done or for whom it waits."""

    label: str
    told: str
    who: str
    everybody: str
    forbidden: str | None
    why: str
    remedy: str
    is_first: bool
    waits_for: str
    join: Joining | None = None
    press: Press | None = None
    url: str = ""
    hold_back: Moment | None = None


@dataclass(frozen=True)
class ShownAnswer:
    """An open question, with the ways to answer it."""

    pending: Pending
    told: str
    who: str = ""
    defences: Sequence[tuple[str, Way, str]] = ()
    barred: str | None = None
    declare_url: str = ""
    let_through: Press | None = None
    groups: Sequence[Picks] = ()
    other: str = ""
    other_url: str = ""
