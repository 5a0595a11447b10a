"""The games that are installed, and what is asked of all of them together.

`settings.GAMES` names their packages, in the order in which pages list them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import TypeVar

from django.conf import settings

from campaigns.game.evening import Evening
from campaigns.game.inputs import Inputs
from campaigns.game.odds import Odds
from campaigns.game.pages import Pages
from campaigns.game.permissions import Permissions
from campaigns.game.playing import Playing
from campaigns.game.records import Records
from campaigns.game.telling import Telling
from campaigns.game.terms import TABLE, Path
from campaigns.game.values import Values
from campaigns.game.waiting import Waits

OF_TABLE = frozenset({"bonus", "campaign", "session", "scene", "pending"})
"""Kinds of records that the table itself keeps by acts of their own: nobody makes, edits or opens one by itself."""
K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True, kw_only=True)
class Game:
    """One game. A member is there because a floor outside has to ask for it, even if one game alone has an answer."""

    code: str
    name: str
    odds: Odds = field(default_factory=Odds)
    values: Values = field(default_factory=Values)
    telling: Telling = field(default_factory=Telling)
    permissions: Permissions = field(default_factory=Permissions)
    inputs: Inputs = field(default_factory=Inputs)
    playing: Playing = field(default_factory=Playing)
    records: Records = field(default_factory=Records)
    waiting: Waits = field(default_factory=Waits)
    pages: Pages = field(default_factory=Pages)
    evening: Evening | None = None


OF_NO_GAME = Game(code=TABLE, name="", permissions=Permissions(acts_first=True))
"""The table, in the place of a game: it has nothing that a floor asks a game for."""


# Imported at the first question and not with this module: games import the floors, and the floors this.
@cache
def games() -> Mapping[str, Game]:
    """The games that are installed, by code, in the order of the settings."""
    found = [import_module(f"{package}.game").GAME for package in settings.GAMES]
    return {game.code: game for game in found}


def of_all(rows: Callable[[Game], Mapping[K, V]]) -> dict[K, V]:
    """The rows of a table of every game in one, which no two of them share a key of."""
    return {key: row for game in games().values() for key, row in rows(game).items()}


@cache
def secret_places() -> Mapping[str, tuple[Path, ...]]:
    """What only the GM may read of a step, of every game: paths in its document, by action."""
    return of_all(lambda game: game.inputs.secret)


@cache
def known_as_sets() -> Mapping[str, tuple[tuple[str, ...], ...]]:
    """Of those, lists of which everybody knows what is in them and nobody the order."""
    return of_all(lambda game: game.inputs.known_as_sets)


@cache
def dealing_actions() -> frozenset[str]:
    """Actions that draw what a throw takes, by steps of their own before it."""
    return frozenset().union(*(game.playing.deals for game in games().values()))


@cache
def nameless_kinds() -> frozenset[str]:
    """Kinds of records that nobody calls by a name: those of the table itself, and those of each game."""
    return OF_TABLE.union(*(game.values.nameless for game in games().values()))


@cache
def kinds_for_the_actor() -> frozenset[str]:
    """Kinds of records that an act makes for whoever acts, or is granted something."""
    return frozenset({"bonus"}).union(*(game.playing.made_for_actor for game in games().values()))


def game_of(action: str) -> Game:
    """The game that an action or a kind of record with a dotted name belongs to, or a system is; else the table."""
    return games().get(action.partition(".")[0], OF_NO_GAME)
