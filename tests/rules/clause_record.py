"""Every worked case asked of the rules, which clauses the answers cite, and which tests are named for a clause."""

import ast
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from rules import requests
from rules.coverage import Record

VECTORS = Path(__file__).parent / "vectors"
PROJECT = Path(__file__).parents[2]
RECORD = PROJECT / ".pytest_cache" / "clauses.json"
TESTS = (PROJECT / "tests/rules", PROJECT / "tests/campaigns", PROJECT / "tests/journeys")


def more_cases(system: str) -> list[dict[str, Any]]:
    """Cases beside the vectors: one for each clause that no vector reaches."""
    path = VECTORS / f"more_{system}.json"
    cases: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    return cases


def answer(case: dict[str, Any]) -> dict[str, Any]:
    """What the rules say to a case, in plain JSON values."""
    request = {key: case[key] for key in ("action", "input", "draws") if key in case}
    door = requests.odds if "odds" in case["expect"] else requests.resolve
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(door(msgspec.json.encode(request))))
    return found


def cited(found: dict[str, Any]) -> tuple[str, ...]:
    """The clauses that decided an answer, or the one that refused it."""
    if "error" in found:
        return (found["error"]["clause"],) if found["error"]["code"] == "rule_violation" else ()
    return tuple(found.get("clauses", ()))


def record() -> Record:
    """All cases of all systems, played once, and all tests that are named for a clause."""
    seen: dict[str, dict[str, str]] = {}
    for case in _every_case():
        for clause in cited(answer(case)):
            seen.setdefault(clause, {}).setdefault(case["action"], case["id"])
    return Record(clauses=seen, tests=tests_by_clause())


def tests_by_clause(folders: Sequence[Path] = TESTS) -> dict[str, tuple[str, ...]]:
    """Per clause, the tests that stand under `@pytest.mark.clause(…)` with its id: "tests/…/test_rounds.py::test_it".

    Read from the files, so that the rules' own run knows the tests of the application without running them."""
    named: dict[str, tuple[str, ...]] = {}
    for path in (path for folder in folders for path in sorted(folder.rglob("test_*.py"))):
        text = path.read_text(encoding="utf-8")
        if "mark.clause(" not in text:
            continue
        for function in (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)):
            test = f"{path.relative_to(PROJECT)}::{function.name}"
            for clause in dict.fromkeys(found for mark in function.decorator_list for found in _named(mark)):
                named[clause] = (*named.get(clause, ()), test)
    return named


def _named(decorator: ast.expr) -> Iterator[str]:
    """The ids of every `pytest.mark.clause(…)` in a decorator, those of single parameters too."""
    for node in ast.walk(decorator):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.clause":
            yield from (str(ast.literal_eval(argument)) for argument in node.args)


def keep(what: Record) -> None:
    """Write a record where `manage.py clauses` reads it; whole or not at all."""
    RECORD.parent.mkdir(exist_ok=True)
    written = RECORD.with_suffix(".new")
    written.write_bytes(msgspec.json.encode(what))
    written.replace(RECORD)


def _every_case() -> Iterator[dict[str, Any]]:
    for path in sorted(VECTORS.glob("*.json")):
        yield from json.loads(path.read_text(encoding="utf-8"))
