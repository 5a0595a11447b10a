"""Which clauses are there, what decides or enforces each, and which of them a test run reached."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from msgspec import Struct

from rules.kernel.parsing import convert
from rules.kernel.tables import read_table
from rules.reference import SYSTEMS, Clause, all_clauses

CLAUSE_ID = re.compile(r"[A-Z]{3}-[A-Z]+-\d\d")
ENFORCERS = ("input", "state", "log", "policy", "GM")
"""What may enforce a procedure besides code and another clause: a field of an input, what stored state can hold, the
log, who may act, and the GM's word."""


class Record(Struct, frozen=True):
    """What a test run saw: per clause, the actions whose answers cited it, each with the first case that did, and the
    tests that are named for it."""

    clauses: Mapping[str, Mapping[str, str]] = {}
    tests: Mapping[str, tuple[str, ...]] = {}


class Enforced(Struct, frozen=True):
    """What enforces a procedure that no answer cites. `by` is one of `ENFORCERS` or the id of a clause, and `how` says
    no more than the tests that are named for it show."""

    by: str
    how: str


class Covered(Struct, frozen=True):
    """One clause: `cited_by` are actions, `decided_in` the files that hold its id as a value, `reached_by` the case
    that reached it, `tests` those that are named for it."""

    clause: Clause
    cited_by: tuple[str, ...]
    reached_by: str | None
    decided_in: tuple[str, ...]
    tests: tuple[str, ...]
    enforced: Enforced | None

    @property
    def is_settled(self) -> bool:
        """Whether something that ran stands behind it: a case that reached a mechanic; for a procedure that, or a test
        that is named for it. Code or a comment that only names the clause settles nothing."""
        if self.clause.kind == "mechanic":
            return self.reached_by is not None
        if self.clause.kind == "procedure":
            return bool(self.reached_by or self.tests)
        return True


def covered(record: Record) -> tuple[Covered, ...]:
    """Every clause of every system, in the order of its text."""
    return tuple(_cover(clause, record) for clause in all_clauses())


def enforced(system: str) -> dict[str, Enforced]:
    """The enforced.toml of a system, by clause."""
    return convert(read_table(SYSTEMS[system], "enforced.toml"), dict[str, Enforced])


def _cover(clause: Clause, record: Record) -> Covered:
    seen = record.clauses.get(clause.id, {})
    return Covered(
        clause=clause,
        cited_by=tuple(sorted(seen)),
        reached_by=min(seen.values()) if seen else None,
        decided_in=_decided_in(clause.system).get(clause.id, ()),
        tests=record.tests.get(clause.id, ()),
        enforced=enforced(clause.system).get(clause.id),
    )


@cache
def _decided_in(system: str) -> dict[str, tuple[str, ...]]:
    """Where a system's code holds a clause's id as a value of its own."""
    if system not in SYSTEMS:
        raise LookupError(system)
    decides: dict[str, tuple[str, ...]] = {}
    for place, text in _sources(files(SYSTEMS[system]), ""):
        for found in dict.fromkeys(_ids_as_values(text)):
            decides[found] = (*decides.get(found, ()), place)
    return decides


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
