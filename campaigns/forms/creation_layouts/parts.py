"""What the guided page of a system is made of: parts, fields, rows, and the rules beside them.

Types, bounds and defaults come from the declarations in `campaigns/state/`; a layout says only the order, what may not
stay empty and by which clause, and what follows from what was typed.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Said = Callable[[str], Any]
"""What was typed for a field, or None."""


@dataclass(frozen=True)
class AskedField:
    """One field of the character. `needs` is the clause by which it may not stay empty."""

    field: str
    needs: str = ""
    told: Any = ""
    label: Any = ""


@dataclass(frozen=True)
class Measured:
    """A number that no field keeps and that others follow from."""

    field: str
    label: Any
    told: Any
    initial: int
    least: int = 0
    most: int = 30
    needs: str = ""


@dataclass(frozen=True)
class Ticked:
    """A word of the GM's that no field keeps; players are not asked."""

    field: str
    label: Any


@dataclass(frozen=True)
class NamedEntries:
    """Entries of a map that are named by whoever makes the character."""

    field: str
    title: Any
    noun: Any
    value: Any
    told: Any = ""
    most: int | None = None
    """The highest value, where the map itself sets none."""
    suggests: tuple[str, ...] = ()
    rows: int = 2
    """How many stand there to begin with."""


@dataclass(frozen=True)
class Carried:
    """Records of another kind that belong to the character by a reference of theirs."""

    kind: str
    ref: str
    title: Any
    noun: Any
    fields: tuple[str, ...]
    told: Any = ""


@dataclass(frozen=True)
class Sum:
    """A number that is the sum of typed ones."""

    label: Any
    of: tuple[str, ...]


@dataclass(frozen=True)
class CreationPart:
    """A part of the page with the clauses that stand beside it."""

    key: str
    title: Any
    clauses: tuple[str, ...]
    holds: tuple[AskedField | Measured | Ticked | NamedEntries | Carried, ...]
    sums: tuple[Sum, ...] = ()
    told: Any = ""

    @property
    def is_quiet(self) -> bool:
        """Nothing in it is needed, so that nothing has to say that it may stay empty."""
        return not any(getattr(hold, "needs", "") for hold in self.holds)


@dataclass(frozen=True)
class Trouble:
    """Something wrong with the whole: the field it lies in, what to do, and the clause that says so, if one does."""

    field: str
    text: Any
    clause: str = ""


def _nothing_follows(_said: Said) -> dict[str, Any]:
    return {}


def _nothing_wrong(_fields: Mapping[str, Any], _said: Said) -> list[Trouble]:
    return []


@dataclass(frozen=True)
class CreationLayout:
    """The page of one system."""

    system: str
    kind: str
    lead: Any
    parts: tuple[CreationPart, ...]
    follows: Callable[[Said], dict[str, Any]] = _nothing_follows
    """Fields that follow from what was typed."""
    troubles: Callable[[Mapping[str, Any], Said], list[Trouble]] = _nothing_wrong

    @property
    def carried(self) -> tuple[Carried, ...]:
        """What is made along with a character, and stays theirs."""
        return tuple(hold for part in self.parts for hold in part.holds if isinstance(hold, Carried))


def needed(clause: str, *fields: str, prefix: str = "") -> tuple[AskedField, ...]:
    """Fields that may not stay empty, all by the same clause."""
    return tuple(AskedField(f"{prefix}{field}", needs=clause) for field in fields)
