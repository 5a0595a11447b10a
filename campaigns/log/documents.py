"""What an entry says: the steps of an act, its changes, and which of it is for whom."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from campaigns.log.audiences import GM, TABLE, hidden_fields, secrets_of, shown_by, words_in
from campaigns.log.record import Draft
from campaigns.log.words import NOT_WORDS, texts_in
from campaigns.state.working import Net, Sheet
from rules.kernel.draws import Drawn
from rules.kernel.result import Result

UNDO = "table.undo"
EDIT = "table.edit"
ID_LENGTH = 36
RULING = "table.ruling"


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
    find: Callable[[str], Sheet | None],
) -> Draft:
    """An entry's draft: the whole document, and what of it only some may read.

    `sheets` are the records that the act read, changed, removed or pointed at; `find` gets those that it mentions
    besides, deep in a value. `sealed` makes the whole entry the GM's.
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
    }
    document = msgspec.to_builtins(document)
    mentioned = map(find, sorted(ids_told(document) - sheets.keys()))
    sheets = {**sheets, **{sheet.id: sheet for sheet in mentioned if sheet is not None}}
    document["names"] = {sheet.id: sheet.name for sheet in sheets.values() if sheet.name}
    hidden, came_out = hidden_fields(sheets), shown_by(document)
    return Draft(
        document=document,
        audience=GM if sealed else TABLE,
        changes=changes,
        secrets={} if sealed else dict(secrets_of(document, hidden)),
        secret_changes={
            number: GM
            for number, (record, name, before, _after) in enumerate(changes)
            if hidden(record, name) or (record in came_out and before)
        },
        is_word=words_in(document, frozenset(words), sheets),
        tags=tuple(tags_of(document)),
        record_tags={sheet.id: GM if hidden(sheet.id, "record") else TABLE for sheet in sheets.values()},
    )


def ids_told(document: dict[str, Any]) -> set[str]:
    """Every id that an account tells of, of a record or of something else, however deep in a value."""
    told = [document["steps"], document["changes"]]
    return {text for text in texts_in(told) if len(text) == ID_LENGTH and NOT_WORDS.fullmatch(text)}


def tags_of(document: dict[str, Any]) -> Iterable[tuple[str, str]]:
    """What an entry is found by besides the records that it names: (kind, value)."""
    for kind in ("actor", "for", "session", "scene"):
        if document[kind]:
            yield kind, document[kind]
    for step in document["steps"]:
        yield "action", step["action"]
        yield "system", step["action"].partition(".")[0]
        yield from (("clause", clause) for clause in step["clauses"])
        if step["action"] == RULING and isinstance(step["input"]["clause"], str):
            yield "ruling", step["input"]["clause"]
        if step["action"] == EDIT and step["input"].get("corrects") is not None:
            yield "corrects", str(step["input"]["corrects"])
        if step["action"] == UNDO:
            yield from (("undoes", str(seq)) for seq in step["input"]["entries"])
