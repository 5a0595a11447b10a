"""Which clauses are there, what decides or enforces each, and which of them a test run reached."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec
from msgspec import Struct

from rules.kernel.tables import read_table
from rules.reference import SYSTEMS, Clause, all_clauses

CLAUSE_ID = re.compile(r"[A-Z]{3}-[A-Z]+-\d\d")
ENFORCERS = ("input", "state", "log", "policy", "GM")
"""What may enforce a procedure besides code and another clause: a field of an input, what stored state can hold, the
log, who may act, and the GM's word."""


class Record(Struct, frozen=True):
    """What a test run saw: per clause, the actions whose answers cited it, each with the first case that did."""

    clauses: Mapping[str, Mapping[str, str]] = {}


class Enforced(Struct, frozen=True):
    """What enforces a procedure that no code of its system names. `by` is one of `ENFORCERS` or the id of a clause."""

    by: str
    how: str


class Covered(Struct, frozen=True):
    """One clause: `cited_by` are actions, `decided_in` the files that hold its id as a value, `told_in` those that only
    speak of it, `reached_by` the case that reached it."""

    clause: Clause
    cited_by: tuple[str, ...]
    reached_by: str | None
    decided_in: tuple[str, ...]
    told_in: tuple[str, ...]
    enforced: Enforced | None

    @property
    def is_settled(self) -> bool:
        """Whether something stands behind it: a test for a mechanic, an enforcer for a procedure."""
        if self.clause.kind == "mechanic":
            return self.reached_by is not None
        if self.clause.kind == "procedure":
            return bool(self.enforced or self.decided_in or self.told_in)
        return True


def covered(record: Record) -> tuple[Covered, ...]:
    """Every clause of every system, in the order of its text."""
    return tuple(_cover(clause, record.clauses.get(clause.id, {})) for clause in all_clauses())


def enforced(system: str) -> dict[str, Enforced]:
    """The enforced.toml of a system, by clause."""
    return msgspec.convert(read_table(SYSTEMS[system], "enforced.toml"), dict[str, Enforced])


def _cover(clause: Clause, seen: Mapping[str, str]) -> Covered:
    decides, tells = _written(clause.system)
    decided_in = decides.get(clause.id, ())
    return Covered(
        clause=clause,
        cited_by=tuple(sorted(seen)),
        reached_by=min(seen.values()) if seen else None,
        decided_in=decided_in,
        told_in=tuple(place for place in tells.get(clause.id, ()) if place not in decided_in),
        enforced=enforced(clause.system).get(clause.id),
    )


Places = dict[str, tuple[str, ...]]


@cache
def _written(system: str) -> tuple[Places, Places]:
    """Where a system's code holds a clause's id as a value of its own, and where its text names it at all."""
    if system not in SYSTEMS:
        raise LookupError(system)
    decides: Places = {}
    tells: Places = {}
    for place, text in _sources(files(SYSTEMS[system]), ""):
        for found in dict.fromkeys(_ids_as_values(text)):
            decides[found] = (*decides.get(found, ()), place)
        for found in dict.fromkeys(CLAUSE_ID.findall(text)):
            tells[found] = (*tells.get(found, ()), place)
    return decides, tells


def _sources(folder: Traversable, path: str) -> Iterator[tuple[str, str]]:
    for traversable in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if traversable.name.endswith((".py", ".toml")) and traversable.name not in (
            "clauses.toml",
            "enforced.toml",
            "words.toml",
        ):
            yield f"{path}{traversable.name}", traversable.read_text(encoding="utf-8")
        elif traversable.is_dir() and traversable.name != "__pycache__":
            yield from _sources(traversable, f"{path}{traversable.name}/")


def _ids_as_values(text: str) -> Iterator[str]:
    """Ids that stand alone as a string of the code; those of docstrings and comments are only told."""
    try:
        tree = ast.parse(text)
    except SyntaxError:  # a table
        yield from (found[1:-1] for found in re.findall(r'"[A-Z]{3}-[A-Z]+-\d\d"', text))
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and CLAUSE_ID.fullmatch(node.value):
            yield node.value
