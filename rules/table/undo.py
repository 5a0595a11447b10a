"""Undo and redo: entries turned round, drawing nothing."""

from typing import Annotated, Any

from msgspec import Meta

from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, set_to
from rules.kernel.origins import PROCEDURE
from rules.kernel.parsing import wrong
from rules.kernel.result import Result
from rules.kernel.types import Id, Input
from rules.table.outcomes import TurnedRound


class NetChange(Input):
    """One field before and after; `[]` is absent, `[value]` a value."""

    record: Id
    field: Annotated[str, Meta(min_length=1, max_length=200)]
    before: Annotated[list[Any], Meta(max_length=1)]
    after: Annotated[list[Any], Meta(max_length=1)]


class UndoInput(Input):
    """Entries to turn round, newest first, and their changes in that order. `redo` tells an undo of undos."""

    entries: Annotated[tuple[int, ...], Meta(min_length=1), PROCEDURE]
    changes: Annotated[tuple[NetChange, ...], PROCEDURE]
    redo: Annotated[bool, PROCEDURE] = False

    def __post_init__(self) -> None:
        if list(self.entries) != sorted(set(self.entries), reverse=True):
            raise wrong("entries", "entries must be reversed newest first, each once")


def undo(given: UndoInput, draws: Draws) -> Result:
    """Turn entries round: every field as it was before (TAB-UNDO-01); nothing is drawn (TAB-UNDO-02)."""
    outcome = TurnedRound(entries=given.entries, redo=given.redo)
    effects = tuple(_back(change) for change in given.changes if not _goes_with_record(change))
    clause = "TAB-UNDO-02" if given.redo else "TAB-UNDO-01"
    return Result(outcome, effects, (clause,))


def _back(change: NetChange) -> Effect:
    return set_to(change.record, change.field, change.before[0] if change.before else None)


def _goes_with_record(change: NetChange) -> bool:
    """A field that was absent because its record was: the record's own removal takes it along."""
    return not change.before and change.field != "record" and "." not in change.field
