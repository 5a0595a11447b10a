"""Where the fields of an input come from. Only what stands as `person` is ever taken from a form.

Written into an input type's annotations:

    sorcerer: Annotated[Performer, record("character", "demon")]
    contact_id: Annotated[Id | None, New("contact")] = None
    modifiers: Annotated[tuple[Modifier, ...], GM] = ()

A field without an origin inside a subject (a Struct with an `id`) is read from that subject's record under its own
name; any other field without an origin is given by the acting person.

Whatever a person gives, a record they pick included, names the clause that leaves it to a person, here or in what it
stands in; the record that acts is one's own (TAB-ACT-01):

    snapshot: Annotated[bool, PLAYER, by("SOR-RITUAL-06")] = False
"""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class FromRecord:
    """A subject (or a list of subjects, or a bare id): a stored record of one of these kinds."""

    kinds: tuple[str, ...]


@dataclass(frozen=True)
class Helper:
    """The id of what helps: a stored record of one of these kinds, of which the rest is read, or a name that the GM
    gives to something else."""

    kinds: tuple[str, ...]


@dataclass(frozen=True)
class New:
    """The id of a record that this action creates; the application makes it."""

    kind: str


@dataclass(frozen=True)
class Given:
    """By whom a value is given: `player` (who acts), `gm` (a ruling or award, which a table may let players enter),
    `result` (what a roll, an earlier act or a secret of the GM's decides: the GM's alone), `stored` (a subject's own,
    and only the GM says otherwise), `procedure` (a step of a ritual or conflict knows it), `derived` (computed from
    stored state), `setting` (the campaign's settings)."""

    by: Literal["player", "gm", "result", "stored", "procedure", "derived", "setting"]


@dataclass(frozen=True)
class SideOf:
    """Whose side of an act a value belongs to: that of the record which this field beside it names.

    What is said inside of a subject is its own side without this mark; all else is that of whoever acts.
    """

    field: str


@dataclass(frozen=True)
class Decision:
    """What people decide for their own side alone: nobody else's player gives it, the GM does so in their name."""


@dataclass(frozen=True)
class FreeText:
    """A person's own words; kept in a part of the log that can be redacted."""


@dataclass(frozen=True)
class ByClause:
    """The clauses that leave a value to a person; those of a group or a subject are those of what is inside it, too."""

    clauses: tuple[str, ...]


def by(*clauses: str) -> ByClause:
    """The clauses that leave a value to a person."""
    return ByClause(clauses)


def side_of(field: str) -> SideOf:
    """What speaks for the record that another field beside this one names."""
    return SideOf(field)


def record(*kinds: str) -> FromRecord:
    """A subject read from a stored record of one of these kinds; `*.character` is that of every system."""
    return FromRecord(kinds)


def helper(*kinds: str) -> Helper:
    """What helps a roll: a stored record of one of these kinds, or whatever the GM calls by a name."""
    return Helper(kinds)


PLAYER = Given("player")
GM = Given("gm")
RESULT = Given("result")
STORED = Given("stored")
PROCEDURE = Given("procedure")
DERIVED = Given("derived")
SETTING = Given("setting")
TEXT = FreeText()
OWN = Decision()
