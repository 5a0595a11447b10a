"""Short questions to the stored state that procedures see."""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import UNSET, structs

from rules.kernel.effects import Effect
from rules.kernel.procedure import OpenQuestion, RecordState, State
from rules.kernel.values import as_whole


def stored(state: State, record: str | None, name: str, default: Any = None) -> Any:
    """A field of a record, or `default` where either is unknown."""
    found = state.records.get(record) if record is not None else None
    return default if found is None else found.fields.get(name, default)


def asked(state: State, question: str) -> Iterator[OpenQuestion]:
    """The open questions that an action answers, oldest first."""
    return (one for one in state.pending if one.question == question)


def of_kind(state: State, subjects: Iterable[str], kind: str) -> list[str]:
    """Those of the records named that are of a kind."""
    return [
        subject for subject in subjects if subject in state.records and state.records[subject].kind == kind
    ]


def setting(state: State, name: str, default: Any) -> Any:
    """What the campaign has chosen for a setting, as far as the state tells it."""
    chosen = (
        one.fields.get(f"settings.sorcerer.{name}")
        for one in state.records.values()
        if one.kind == "campaign"
    )
    return next((value for value in chosen if value is not None), default)


def changed(state: State, effects: Iterable[Effect]) -> State:
    """The state with these effects on the records that it tells of."""
    records = dict(state.records)
    for one in effects:
        if one.on not in records:
            continue
        fields = dict(records[one.on].fields)
        if one.set is not UNSET:
            fields[one.field] = one.set
        elif one.change is not UNSET:
            fields[one.field] = as_whole(fields.get(one.field, 0)) + one.change
        if fields[one.field] is None and "." in one.field:  # a key of a map that was taken out
            del fields[one.field]
        records[one.on] = RecordState(records[one.on].kind, fields)
    return structs.replace(state, records=records)
