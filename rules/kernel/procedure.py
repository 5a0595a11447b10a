"""What a system's procedures see and say: stored state in, follow-ups and questions out. All of it pure."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from msgspec import UNSET, Struct, structs

from rules.kernel.effects import Effect
from rules.kernel.values import Values, as_whole


class RecordState(Struct, frozen=True):
    """A stored record: its kind, and its fields under their contract names."""

    kind: str
    fields: Mapping[str, Any]


class OpenQuestion(Struct, frozen=True):
    """An open question: the action that answers it, whom it is about, and what was asked for besides.

    `who` is the record asked (a sorcerer); `data` holds the rest (`demon`, `contact`, `basis`, `change`, …).
    """

    id: str
    question: str
    who: str | None
    optional: bool
    data: Values


class State(Struct, frozen=True):
    """What a procedure may know: the records that an act names, and the open questions about them."""

    records: Mapping[str, RecordState]
    pending: tuple[OpenQuestion, ...] = ()
    helpers: tuple[str, ...] = ()
    """The records that an act names for their help alone: they neither act nor are acted on."""
    by_hand: bool = False
    """Whether the dice or cards of the act lie on the players' own table."""
    by_gm: bool = False
    """Whether the GM acts."""
    by_clock: bool = False
    """Whether game time brings the act about."""


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
            fields[one.field] = as_whole(fields.get(one.field) or 0) + one.change
        if fields[one.field] is None and "." in one.field:  # a key of a map that was taken out
            del fields[one.field]
        records[one.on] = RecordState(records[one.on].kind, fields)
    return structs.replace(state, records=records)


class FollowUp(Struct, frozen=True):
    """What a clause makes the application change in the same act."""

    clause: str
    effects: tuple[Effect, ...]


class Question(Struct, frozen=True):
    """What an act leaves for somebody to answer: the action that answers it, and whose answer it is."""

    question: str
    for_role: Literal["player", "gm"]
    who: str | None
    clause: str
    optional: bool
    data: Values
