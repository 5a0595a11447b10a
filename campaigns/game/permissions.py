"""Whose the acts of a game are."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True)
class Permissions:
    """Whose the acts of a game are, by action, and what of its records players make."""

    of_gm: frozenset[str] = frozenset()
    """Actions that only the GM plays."""
    never_asked: frozenset[str] = frozenset()
    """Of those, what the GM puts to no player."""
    of_application: frozenset[str] = frozenset()
    """Actions that nobody plays: the application does, as a part of an act."""
    asks_only: frozenset[str] = frozenset()
    """What any player may ask of the rules or the cards: nobody acts in it."""
    leaves_no_answer: Mapping[str, str] = field(default_factory=dict)
    """Acts that settle at once what whoever they meet would answer, and the clause that lets them answer: a player
    plays them on their own alone."""
    by_setting: Mapping[str, str] = field(default_factory=dict)
    """Acts that are offered only where the campaign has a setting on, and its name."""
    acting: Mapping[str, str] = field(default_factory=dict)
    """The kind of record that acts, where it is none of the game's characters, by action."""
    acts_first: bool = False
    """Whether the record that an action names first acts, whatever its kind."""
    players_make: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Kinds of records that players may make for themselves, and the fields they may ask for."""
    stays_gms: Mapping[str, str] = field(default_factory=dict)
    """Kinds of which players describe some that are the GM's to play, and the clause that says so."""
    never_sealed: str = ""
    """The clause that lets nobody roll in secret, if there is one."""
