"""What an entry says: the steps of an act, its changes, and which of it is for whom."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import msgspec

from campaigns.game import Document, Hides, Origin, Step, plain
from campaigns.log.audiences import (
    are_drawn,
    hidden_fields,
    of_overrides,
    of_what_follows,
    readers_of,
    secrets_of,
    shown_by,
    untold_fields,
    words_in,
)
from campaigns.log.parts import Path, Secret
from campaigns.log.record import Draft
from campaigns.log.words import NOT_WORDS, texts_in
from campaigns.state.unit_of_work import Net, Sheet
from campaigns.viewing import GM, TABLE
from rules.kernel.draws import Drawn
from rules.kernel.result import Result
from rules.kernel.values import Value, Values, as_list

UNDO = "table.undo"
CREATE = "table.create"
EDIT = "table.edit"
ID_LENGTH = 36
RULING = "table.ruling"


@dataclass(frozen=True)
class PlayedStep:
    """One action as it was played: its input exactly as the engine got it, the draws it took, what came of it."""

    action: str
    version: int
    input: Values
    drawn: tuple[Drawn, ...]
    result: Result
    is_apart: bool = False
    """Whether only the GM may read what it drew."""

    def as_document(self) -> Step:
        answer = self.result.as_answer()
        told: Step = {
            "action": self.action,
            "version": self.version,
            "input": self.input,
            "draws": [list(one) for one in self.drawn],
            "outcome": answer["outcome"],
            "effects": answer["effects"],
            "clauses": answer["clauses"],
        }
        if self.drawn and self.is_apart:
            told["of"] = "sealed"
        return told


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
    steps: list[PlayedStep],
    draws_from: Origin,
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
    document = _document(circumstances, steps, draws_from, changes)
    sheets = {**_found(find, ids_told(document) - sheets.keys()), **sheets}
    # Names as they were: an entry has to read the same after a record is renamed or gone.
    document["names"] = {sheet.id: sheet.name for sheet in sheets.values() if sheet.name}
    under = _found(find, _ids_under(document) - sheets.keys())
    hidden, came_out = hidden_fields({**under, **sheets}), shown_by(document)
    untold = untold_fields(sheets, hidden, are_dice_open=are_drawn(document))
    secrets = {} if sealed else dict(secrets_of(document, hidden, untold))
    secrets |= dict(of_overrides(document, secrets))
    secrets |= dict(of_what_follows(document, secrets))
    apart = _told_apart(document, secrets, hidden)
    if apart:
        document["apart"] = apart
        document["names"] = {one: name for one, name in document["names"].items() if one not in apart}
        secrets["apart",] = Secret(GM, "apart")
    return Draft(
        document=document,
        audience=GM if sealed else TABLE,
        changes=changes,
        secrets=secrets,
        secret_changes={
            number: GM
            for number, (record, name, before, _after) in enumerate(changes)
            if hidden(record, name) or (record in came_out and before)
        },
        is_word=words_in(document, frozenset(words), sheets),
        tags=tuple(tags_of(document)),
        secret_tags=_clauses_apart(document, secrets),
        readers=readers_of(document) if sealed else (),
        record_tags={one: GM if one in apart or hidden(one, "record") else TABLE for one in sheets},
    )


def _document(
    circumstances: Circumstances, steps: list[PlayedStep], draws_from: Origin, changes: list[Net]
) -> Document:
    told: Document = {
        "actor": circumstances.actor,
        "for": circumstances.on_behalf_of,
        "session": circumstances.session,
        "scene": circumstances.scene,
        "now": circumstances.now,
        "steps": [step.as_document() for step in steps],
        "from": draws_from,
        "changes": list(changes),
        "names": {},
    }
    document: Document = msgspec.to_builtins(told)
    return document


def _found(find: Callable[[str], Sheet | None], ids: Iterable[str]) -> dict[str, Sheet]:
    found = map(find, sorted(ids))
    return {sheet.id: sheet for sheet in found if sheet is not None}


def _ids_under(document: Document) -> set[str]:
    """The ids under which changed fields are kept, such as that of the spell in the hold of a spell."""
    effects = [effect["field"] for step in document["steps"] for effect in step["effects"]]
    fields = [*effects, *(name for _record, name, _before, _after in document["changes"])]
    return _ids_in([part for name in fields for part in name.split(".")])


def _told_apart(document: Document, secrets: Mapping[Path, Secret], hidden: Hides) -> list[str]:
    """Records that exist for all, of which this entry tells only the GM: such as whom a hidden spell searched."""
    told_in: dict[str, Value] = {"steps": plain(document["steps"]), "changes": document["changes"]}
    openly = [_without(told, (key,), secrets) for key, told in told_in.items()] if secrets else []
    told = ids_told(document) - _ids_in(openly) if secrets else set()
    return sorted(one for one in told if not hidden(one, "record"))


def _without(value: Value, path: Path, secrets: Mapping[Path, Secret]) -> Value:
    """A value without what is lifted out of it for the GM."""
    if path in secrets:
        return None
    if isinstance(value, dict):
        return {key: _without(one, (*path, key), secrets) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_without(one, (*path, number), secrets) for number, one in enumerate(value)]
    return value


def _clauses_apart(document: Document, secrets: Mapping[Path, Secret]) -> frozenset[tuple[str, str]]:
    """Tags of clauses that only the GM may find the entry by."""
    numbered = enumerate(document["steps"])
    return clauses_apart(document, [("steps", number, "clauses") in secrets for number, _step in numbered])


def clauses_apart(document: Document, are_secret: Iterable[bool]) -> frozenset[tuple[str, str]]:
    """The same, from which steps keep their clauses from the table."""
    by_secrecy: dict[bool, set[str]] = {True: set(), False: set()}
    for step, is_secret in zip(document["steps"], are_secret, strict=True):
        by_secrecy[is_secret].update(step["clauses"])
    return frozenset(("clause", one) for one in by_secrecy[True] - by_secrecy[False])


def ids_told(document: Document) -> set[str]:
    """Every id that an account tells of, of a record or of something else, however deep in a value."""
    return _ids_in([plain(document["steps"]), document["changes"]])


def _ids_in(told: Value) -> set[str]:
    return {text for text in texts_in(told) if len(text) == ID_LENGTH and NOT_WORDS.fullmatch(text)}


def tags_of(document: Document) -> Iterable[tuple[str, str]]:
    """What an entry is found by besides the records that it names: (kind, value)."""
    placed = {kind: document[kind] for kind in ("actor", "for", "session", "scene")}
    yield from ((kind, value) for kind, value in placed.items() if value)
    for step in document["steps"]:
        yield "action", step["action"]
        yield "system", step["action"].partition(".")[0]
        yield from (("clause", clause) for clause in step["clauses"])
        given = step["input"]
        if step["action"] == RULING and isinstance(given["clause"], str):
            yield "ruling", given["clause"]
        if step["action"] == EDIT and given.get("corrects") is not None:
            yield "corrects", str(given["corrects"])
        if step["action"] == UNDO:
            yield from (("undoes", str(seq)) for seq in as_list(given["entries"]))
