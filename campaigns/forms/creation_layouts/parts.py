"""What the guided page of a system is made of: parts, fields, rows, and the rules beside them.

Types, bounds and defaults come from the declarations in `campaigns/state/`; a layout says only the order, what may not
stay empty and by which clause, and what follows from what was typed.
"""

from collections.abc import Callable
from dataclasses import dataclass

from campaigns.game import Text
from rules.kernel.values import Value, Values

Said = Callable[[str], Value]
"""What was typed for a field, or None."""


@dataclass(frozen=True)
class AskedField:
    """One field of the character. `needs` is the clause by which it may not stay empty."""

    field: str
    needs: str = ""
    told: Text = ""
    label: Text = ""


@dataclass(frozen=True)
class Measured:
    """A number from which others follow."""

    field: str
    label: Text
    told: Text
    initial: int
    least: int = 0
    most: int = 30
    needs: str = ""
    kept: str = ""
    """The field that keeps it, if one does."""


@dataclass(frozen=True)
class Ticked:
    """A word of the GM's that no field keeps; players are not asked."""

    field: str
    label: Text


@dataclass(frozen=True)
class NamedEntries:
    """Entries of a map that are named by whoever makes the character."""

    field: str
    title: Text
    noun: Text
    value: Text
    told: Text = ""
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
    title: Text
    noun: Text
    fields: tuple[str, ...]
    told: Text = ""


Hold = AskedField | Measured | Ticked | NamedEntries | Carried
"""What stands in a part of the page."""


@dataclass(frozen=True)
class Sum:
    """A number that is the sum of typed ones."""

    label: Text
    of: tuple[str, ...]


@dataclass(frozen=True)
class CreationPart:
    """A part of the page with the clauses that stand beside it."""

    key: str
    title: Text
    clauses: tuple[str, ...]
    holds: tuple[Hold, ...]
    sums: tuple[Sum, ...] = ()
    told: Text = ""

    @property
    def is_quiet(self) -> bool:
        """Nothing in it is needed, so that nothing has to say that it may stay empty."""
        return not any(getattr(hold, "needs", "") for hold in self.holds)


@dataclass(frozen=True)
class Trouble:
    """Something wrong with the whole: the field it lies in, what to do, and the clause that says so, if one does."""

    field: str
    text: Text
    clause: str = ""


def _nothing_follows(_said: Said) -> Values:
    return {}


def _nothing_wrong(_fields: Values, _said: Said) -> list[Trouble]:
    return []


@dataclass(frozen=True)
class CreationLayout:
    """The page of one system."""

    system: str
    kind: str
    lead: Text
    parts: tuple[CreationPart, ...]
    follows: Callable[[Said], Values] = _nothing_follows
    """Fields that follow from what was typed."""
    troubles: Callable[[Values, Said], list[Trouble]] = _nothing_wrong

    @property
    def carried(self) -> tuple[Carried, ...]:
        """What is made along with a character, and stays theirs."""
        return tuple(hold for part in self.parts for hold in part.holds if isinstance(hold, Carried))


def needed(clause: str, *fields: str, prefix: str = "") -> tuple[AskedField, ...]:
    """Fields that may not stay empty, all by the same clause."""
    return tuple(AskedField(f"{prefix}{field}", needs=clause) for field in fields)
