"""All kinds of records, of every system.

A kind's name stands in the log and never changes. The kinds of the table and of `sorcerer` have plain names (`session`,
`character`, `demon`); those of every other system bear its name before a dot (`fallen.character`, `pandemonium.spell`),
since all four may share a campaign and what two of them call alike (a character's `stamina`, a spell's `state`) is not
the same thing. Whoever is played in two systems is a record in each, with a sheet of each.

Rules know nothing of this: a mark `record("character")` or `New("spell")` in an input type of `fallen.attack` means the
noun within the action's own system, and procedures see records under their noun.
"""

from collections.abc import Collection
from importlib import import_module

from django.conf import settings

from campaigns.state import table
from campaigns.state.fields import Kind

KINDS: dict[str, Kind] = dict(table.KINDS)
for _package in settings.GAMES:
    KINDS |= import_module(f"{_package}.kinds").KINDS


def kind(name: str) -> Kind:
    """The kind of that name."""
    return KINDS[name]


def named(noun: str, system: str) -> str:
    """The name of the kind that a system's rules call by this noun."""
    own = f"{system}.{noun}"
    return own if own in KINDS else noun


def fits(name: str, nouns: Collection[str], system: str) -> bool:
    """Whether a record of this kind may stand where an action of the system wants one of these."""
    return "any" in nouns or any(name == named(noun, system) for noun in nouns)


def as_seen(name: str, system: str) -> str:
    """How a system's procedures call this kind: its own by the noun, any other by its whole name."""
    return name.removeprefix(f"{system}.")
