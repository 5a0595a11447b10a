"""Short questions to the stored state that procedures see."""

from collections.abc import Iterable, Iterator
from typing import Any

from rules.kernel.procedure import OpenQuestion, State


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
