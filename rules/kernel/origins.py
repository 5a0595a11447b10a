"""Where the fields of an input come from. Only what stands as `person` is ever taken from a form.

Written into an input type's annotations:

    sorcerer: Annotated[Performer, record("character", "demon")]
    contact_id: Annotated[Id | None, New("contact")] = None
    modifiers: Annotated[tuple[Modifier, ...], GM] = ()

A field without an origin inside a subject (a Struct with an `id`) is read from that subject's record under its own
name; any other field without an origin is given by the acting person.
"""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class FromRecord:
    """A subject (or a list of subjects, or a bare id): a stored record of one of these kinds."""

    kinds: tuple[str, ...]


@dataclass(frozen=True)
class New:
    """The id of a record that this action creates; the application makes it."""

    kind: str


@dataclass(frozen=True)
class Given:
    """By whom a value is given: `player` (who acts), `gm` (a ruling or award), `procedure` (a step of a ritual or
    conflict knows it), `derived` (computed from stored state), `setting` (the campaign's settings)."""

    by: Literal["player", "gm", "procedure", "derived", "setting"]


@dataclass(frozen=True)
class FreeText:
    """A person's own words; kept in a part of the log that can be redacted."""


def record(*kinds: str) -> FromRecord:
    """A subject read from a stored record of one of these kinds."""
    return FromRecord(kinds)


PLAYER = Given("player")
GM = Given("gm")
PROCEDURE = Given("procedure")
DERIVED = Given("derived")
SETTING = Given("setting")
TEXT = FreeText()
