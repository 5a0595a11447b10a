from argparse import ArgumentParser
from collections import Counter
from pathlib import Path

import msgspec
from django.core.management.base import BaseCommand, CommandError

from rules.coverage import Covered, Record, covered
from rules.reference import SYSTEMS, all_clauses

RECORD = Path(__file__).resolve().parents[3] / ".pytest_cache" / "clauses.json"
"""Written by tests/rules/test_clause_coverage.py."""

SCREENS = "screens-*.json"
"""Beside it, written by tests/campaigns/test_screens.py: where each procedure of a game is acted on and its tests."""

HOW_TO_RECORD = (
    "No test run is recorded here. Run: .venv/bin/python -m pytest tests/rules/test_clause_coverage.py"
)


class Command(BaseCommand):
    help = "List every clause with its kind, what decides or enforces it, and the case or the tests that show it."
    requires_system_checks: list[str] = []  # declared so by BaseCommand

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("system", nargs="?", choices=SYSTEMS, help="only this system")
        parser.add_argument("--kind", choices=("mechanic", "procedure", "guidance"), help="only this kind")
        parser.add_argument(
            "--open", dest="only_open", action="store_true", help="only clauses with nothing behind them yet"
        )

        parser.add_argument(
            "--screens",
            action="store_true",
            help="procedures alone, with the pages where each is acted on, by whom",
        )

    def handle(
        self,
        *,
        system: str | None,
        kind: str | None,
        only_open: bool,
        screens: bool,
        **_of_all: str | int | bool | None,
    ) -> None:
        if screens:
            self._list_screens(system)
            return
        record = _read()
        rows = [
            row
            for row in covered(record)
            if system in (None, row.clause.system) and kind in (None, row.clause.kind)
        ]
        for row in rows:
            if not only_open or not row.is_settled:
                self.stdout.write(_line(row))
        self.stdout.write("")
        for line in _summary(rows):
            self.stdout.write(line)
        if not record.clauses:
            raise CommandError(HOW_TO_RECORD)
        if any(not row.is_settled for row in rows):
            raise CommandError("Some clauses have nothing behind them: see `manage.py clauses --open`.")

    def _list_screens(self, system: str | None) -> None:
        told: dict[str, tuple[str, tuple[str, ...]]] = {}
        for path in RECORD.parent.glob(SCREENS):
            told |= msgspec.json.decode(path.read_bytes(), type=dict[str, tuple[str, tuple[str, ...]]])
        if not told:
            raise CommandError(HOW_TO_RECORD.replace("rules/test_clause_coverage", "campaigns/test_screens"))
        cases = _read().clauses
        for clause in all_clauses():
            if clause.id in told and system in (None, clause.system):
                where, tests = told[clause.id]
                shown = tests or sorted(cases.get(clause.id, {}).values())[:1]
                self.stdout.write("\t".join((clause.id, clause.title, where, ", ".join(shown))))


def _read() -> Record:
    if not RECORD.exists():
        return Record()
    return msgspec.json.decode(RECORD.read_bytes(), type=Record)


def _line(row: Covered) -> str:
    """One clause a line, its parts divided by tabs."""
    return "\t".join((row.clause.id, row.clause.kind, row.clause.title, _behind(row), _reached(row)))


def _behind(row: Covered) -> str:
    if row.clause.kind == "guidance":
        return "shown, decides nothing"
    if row.enforced:
        return f"{row.enforced.by}: {row.enforced.how}"
    if row.cited_by or row.decided_in:
        return ", ".join(row.cited_by) or f"enforced in {', '.join(row.decided_in)}"
    return "as its tests say" if row.tests else "nothing"


def _reached(row: Covered) -> str:
    if row.reached_by:
        return f"reached by {row.reached_by}"
    if row.tests and row.clause.kind == "procedure":
        return f"shown by {', '.join(row.tests)}"
    return "" if row.is_settled else "NOT SHOWN"


def _summary(rows: list[Covered]) -> list[str]:
    kinds = Counter((row.clause.system, row.clause.kind) for row in rows)
    shown = Counter((row.clause.system, row.clause.kind) for row in rows if row.is_settled)
    return [
        f"{system}: {count} {kind}" + (f", {shown[system, kind]} shown" if kind != "guidance" else "")
        for (system, kind), count in kinds.items()
    ]
