"""What an entry says: the steps of an act, its changes, and which of it is for whom."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from campaigns.log.parts import Path
from campaigns.log.record import Draft
from campaigns.state.working import Net, Sheet
from rules.kernel.draws import Drawn
from rules.kernel.result import Result

GM = "gm"
TABLE = "table"


@dataclass(frozen=True)
class Step:
    """One action as it was played: its input exactly as the engine got it, the draws it took, what came of it."""

    action: str
    version: int
    input: dict[str, Any]
    drawn: tuple[Drawn, ...]
    result: Result

    def as_document(self) -> dict[str, Any]:
        answer = self.result.as_answer()
        return {
            "action": self.action,
            "version": self.version,
            "input": self.input,
            "draws": [list(one) for one in self.drawn],
            "outcome": answer["outcome"],
            "effects": answer["effects"],
            "clauses": answer["clauses"],
        }


@dataclass(frozen=True)
class Circumstances:
    """Who acted in whose name, and when in the game."""

    actor: str | None
    on_behalf_of: str | None
    session: str | None
    scene: str | None
    now: int


def draft(
    circumstances: Circumstances,
    steps: list[Step],
    draws_from: dict[str, Any],
    changes: list[Net],
    sheets: Mapping[str, Sheet],
    words: Iterable[str],
    sealed: bool,
) -> Draft:
    """An entry's draft: the whole document, and what of it only some may read.

    `sheets` are the records that the act read or changed; `sealed` makes the whole entry the GM's.
    """
    document = {
        "actor": circumstances.actor,
        "for": circumstances.on_behalf_of,
        "session": circumstances.session,
        "scene": circumstances.scene,
        "now": circumstances.now,
        "steps": [step.as_document() for step in steps],
        "from": draws_from,
        "changes": [list(change) for change in changes],
        "names": {sheet.id: sheet.name for sheet in sheets.values() if sheet.name},
    }
    document = msgspec.to_builtins(document)
    hidden = _hidden_fields(sheets)
    secrets = {} if sealed else dict(_secret_paths(document, hidden))
    return Draft(
        document=document,
        audience=GM if sealed else TABLE,
        changes=changes,
        secrets=secrets,
        secret_changes={
            number: GM for number, (record, name, _b, _a) in enumerate(changes) if hidden(record, name)
        },
        words=frozenset(words),
        tags=tuple(_tags(document, sheets)),
    )


def _hidden_fields(sheets: Mapping[str, Sheet]) -> Callable[[str, str], bool]:
    """Whether only the GM may see a record's field."""

    def hidden(record: str, name: str) -> bool:
        sheet = sheets.get(record)
        if sheet is None:
            return False
        if sheet.about["visibility"] == GM:
            return True
        try:
            return sheet.kind.secret(name) is not None
        except KeyError:
            return False

    return hidden


def _secret_paths(document: dict[str, Any], hidden: Callable[[str, str], bool]) -> Iterable[tuple[Path, str]]:
    for number, step in enumerate(document["steps"]):
        yield from _secrets_in(step["input"], ("steps", number, "input"), None, hidden)
        yield from _secrets_in(step["effects"], ("steps", number, "effects"), None, hidden)
    for number, (record, name, _before, _after) in enumerate(document["changes"]):
        if hidden(record, name):
            yield ("changes", number, 2, 0), GM
            yield ("changes", number, 3, 0), GM
    for record in document["names"]:
        if hidden(record, "record"):
            yield ("names", record), GM


def _secrets_in(
    value: Any, path: Path, record: str | None, hidden: Callable[[str, str], bool]
) -> Iterable[tuple[Path, str]]:
    """Secret values inside an input or effects: `record` is the one that bare fields here belong to."""
    if isinstance(value, list):
        for number, one in enumerate(value):
            yield from _secrets_in(one, (*path, number), record, hidden)
    if not isinstance(value, dict):
        return
    record = _record_of(value) or record
    name = value.get("field")
    if isinstance(name, str) and record is not None and hidden(record, name):
        yield from (((*path, key), GM) for key in ("set", "change") if key in value)
        yield from (((*path, key, 0), GM) for key in ("before", "after") if key in value)
        return
    for key, one in value.items():
        if record is not None and "id" in value and key != "id" and hidden(record, key):
            yield (*path, key), GM
        else:
            yield from _secrets_in(one, (*path, key), record, hidden)


def _record_of(value: dict[str, Any]) -> str | None:
    for key in ("on", "id", "record"):
        named = value.get(key)
        if isinstance(named, str):
            return named
        if key == "record" and isinstance(named, dict) and isinstance(named.get("id"), str):
            return str(named["id"])
    return None


def _tags(document: dict[str, Any], sheets: Mapping[str, Sheet]) -> Iterable[tuple[str, str]]:
    for kind in ("actor", "session", "scene"):
        if document[kind]:
            yield kind, document[kind]
    for step in document["steps"]:
        yield "action", step["action"]
        yield "system", step["action"].partition(".")[0]
        yield from (("clause", clause) for clause in step["clauses"])
    yield from (("record", sheet.id) for sheet in sheets.values())
