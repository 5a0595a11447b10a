"""A game as the campaign's side knows it: the one object by which everything outside its room asks it.

`settings.GAMES` names the packages of those that are installed, in the order in which pages list them. A package has a
module `kinds` (the kinds of its records) and a module `game` (its `GAME`). Nothing outside a game's package names the
game, an action of it or a kind of its records.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from django.conf import settings

if TYPE_CHECKING:
    from campaigns.state.working import Sheet, Working

TABLE = "table"
"""The system of what belongs to no game: sessions, scenes, notes, corrections."""

Given = Mapping[str, Any]
Place = tuple[str | int, ...]
Deriver = Callable[["Working", "Sheet", Given, Given], Any]
"""A trait of a record, from what was chosen for it and what was chosen for the action as a whole."""


@dataclass(frozen=True, kw_only=True)
class Permissions:
    """Whose the acts of a game are, by action, and what of its records players make."""

    of_gm: frozenset[str] = frozenset()
    """Actions that only the GM plays."""
    asks_only: frozenset[str] = frozenset()
    """What any player may ask of the rules or the cards: nobody acts in it."""
    leaves_no_answer: frozenset[str] = frozenset()
    """Acts that settle at once what whoever they meet would answer: a player plays them on their own alone."""
    acting: Mapping[str, str] = field(default_factory=dict)
    """The kind of record that acts, where it is none of the game's characters, by action."""
    acts_first: bool = False
    """Whether the record that an action names first acts, whatever its kind."""
    players_make: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Kinds of records that players may make for themselves, and the fields they may ask for."""
    never_sealed: str = ""
    """The clause that lets nobody roll in secret, if there is one."""


@dataclass(frozen=True, kw_only=True)
class Inputs:
    """What the application fills in of an action's input, and what of a step stays with the GM."""

    derived: Mapping[tuple[str, str], Deriver] = field(default_factory=dict)
    """How a trait is worked out that is none of the record's own, by action and path."""
    told: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Fields that `Playing.known` tells, so that no form asks for them, by action."""
    secret: Mapping[str, tuple[Place, ...]] = field(default_factory=dict)
    """Paths in a step's document that only the GM may read, besides secret fields of records; `*`: every element."""
    known_as_sets: Mapping[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    """Of those, lists of which everybody knows what is in them and nobody the order."""


@dataclass(frozen=True, kw_only=True)
class Game:
    """One game. What only one of them needs stays in its own room and is no member here."""

    code: str
    name: str
    permissions: Permissions = Permissions()
    inputs: Inputs = Inputs()


@cache
def games() -> Mapping[str, Game]:
    """The games that are installed, by code, in the order of the settings."""
    found = [import_module(f"{package}.game").GAME for package in settings.GAMES]
    return {game.code: game for game in found}


@cache
def secret_places() -> Mapping[str, tuple[Place, ...]]:
    """What only the GM may read of a step, of every game: paths in its document, by action."""
    return {action: paths for game in games().values() for action, paths in game.inputs.secret.items()}


@cache
def known_as_sets() -> Mapping[str, tuple[tuple[str, ...], ...]]:
    """Of those, lists of which everybody knows what is in them and nobody the order."""
    return {action: paths for game in games().values() for action, paths in game.inputs.known_as_sets.items()}


def game_of(action: str) -> Game | None:
    """The game that an action or a kind of record with a dotted name belongs to; None for the table's own."""
    return games().get(action.partition(".")[0])
