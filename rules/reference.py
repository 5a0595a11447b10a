"""The clauses of every system in our own words, for pages that explain a result, a refusal or the rules themselves."""

from functools import cache
from typing import Literal

from msgspec import Struct

from rules import catalogue
from rules.kernel.parsing import convert
from rules.kernel.tables import read_table

SYSTEMS = catalogue.PACKAGES
"""Every system that has clauses, and where its tables lie."""


class Clause(Struct, frozen=True):
    """One numbered rule of a system."""

    id: str
    title: str
    kind: Literal["mechanic", "procedure", "guidance"]
    area: str
    summary: str
    system: str

    @property
    def first_sentence(self) -> str:
        """What it says, where there is room for no more."""
        return self.summary.partition(". ")[0].rstrip(".") + "."


class UnknownClause(LookupError):
    """No system has a clause of that id."""


def find_clause(id: str) -> Clause:  # noqa: A002  # the clause's own field
    """The clause of that id; `UnknownClause` where no system has it."""
    try:
        return _by_id()[id]
    except KeyError:
        raise UnknownClause(id) from None


def all_clauses() -> tuple[Clause, ...]:
    """Every clause, system by system, in the order of its text."""
    return tuple(_by_id().values())


@cache
def _by_id() -> dict[str, Clause]:
    clauses = {}
    for system, package in SYSTEMS.items():
        for row in read_table(package, "clauses.toml")["clause"]:
            clauses[row["id"]] = convert({**row, "system": system}, Clause)
    return clauses
