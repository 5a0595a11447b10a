"""Every worked case asked of the rules, and which clauses the answers cite."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from rules import requests
from rules.coverage import Record

VECTORS = Path(__file__).parent / "vectors"
RECORD = Path(__file__).parents[2] / ".pytest_cache" / "clauses.json"


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
    """All cases of all systems, played once."""
    seen: dict[str, dict[str, str]] = {}
    for case in _every_case():
        for clause in cited(answer(case)):
            seen.setdefault(clause, {}).setdefault(case["action"], case["id"])
    return Record(clauses=seen)


def keep(what: Record) -> None:
    """Write a record where `manage.py clauses` reads it; whole or not at all."""
    RECORD.parent.mkdir(exist_ok=True)
    written = RECORD.with_suffix(".new")
    written.write_bytes(msgspec.json.encode(what))
    written.replace(RECORD)


def _every_case() -> Iterator[dict[str, Any]]:
    for path in sorted(VECTORS.glob("*.json")):
        yield from json.loads(path.read_text(encoding="utf-8"))
