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
from campaigns.state.fields import Column, Kind

KINDS: dict[str, Kind] = dict(table.KINDS)
PLAIN: dict[str, str] = {}
"""The system of each kind of a game that has no system in its name."""
for _package in settings.GAMES:
    _own = import_module(f"{_package}.kinds").KINDS
    KINDS |= _own
    PLAIN |= {name: _package.rpartition(".")[2] for name in _own if "." not in name}


_MARKS = frozenset(
    name for one in KINDS.values() for name, declared in one.stored().items() if declared.is_mark
)
_UNLESS = {
    name: declared.unless
    for one in KINDS.values()
    for name, declared in one.stored().items()
    if isinstance(declared, Column) and declared.unless
}


def kept_back_by(field: str) -> list[str]:
    """The marks that are said only where this does not hold of their record."""
    return [name for name, held in _UNLESS.items() if field in held]


def may_be_mark(field: str) -> bool:
    """Whether some kind has a mark of that name: the others need not be looked at."""
    return any(field == name or field.startswith(f"{name}.") for name in _MARKS)


def kind(name: str) -> Kind:
    """The kind of that name."""
    return KINDS[name]


def system_of(name: str) -> str:
    """The system that a kind belongs to; `table` for those of no game."""
    system, dot, _noun = name.partition(".")
    return system if dot else PLAIN.get(name, "table")


def words_from(name: str) -> str:
    """The system whose words a kind's fields have; of the table's kinds, which stand in every game, the first."""
    system = system_of(name)
    return settings.GAMES[0].rpartition(".")[2] if system == "table" else system


def named(noun: str, system: str) -> str:
    """The name of the kind that a system's rules call by this noun."""
    own = f"{system}.{noun}"
    return own if own in KINDS else noun


def fits(name: str, nouns: Collection[str], system: str) -> bool:
    """Whether a record of this kind may stand where an action of the system wants one of these."""
    every = f"*.{name.partition('.')[2]}"
    return "any" in nouns or every in nouns or any(name == named(noun, system) for noun in nouns)


def as_seen(name: str, system: str) -> str:
    """How a system's procedures call this kind: its own by the noun, any other by its whole name."""
    return name.removeprefix(f"{system}.")
