"""Game time: what falls due by it, and what begins to run. All of it pure."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from heapq import merge
from typing import Final

from msgspec import Struct

from rules.kernel.effects import Effect, set_to
from rules.kernel.procedure import FollowUp, RecordState, State
from rules.kernel.values import Values

MINUTE: Final = 60
HOUR: Final = 3_600
DAY: Final = 86_400


class Due(Struct, frozen=True, kw_only=True):
    """A step that comes at a moment (a second of game time), by a clause.

    Its effects come first, and `begins`, a field of `record`, is set to `since`: its clock runs anew from when the step
    should have come, so that nothing late is lost. Then comes its action with `given` as input, if it has one;
    without an action `given` only names what it is about. With `question` it waits for that open question's answer.
    `rank` orders what comes at one moment; `step` is its name in its system's words.
    """

    moment: int
    rank: int
    record: str
    step: str
    clause: str
    action: str | None = None
    given: Values = {}
    effects: tuple[Effect, ...] = ()
    begins: str | None = None
    since: int = 0
    question: str | None = None


class Clock(Struct, frozen=True):
    """A clock that runs in a record: by which clause. It begins anew whenever `key` rises.

    `is_cleared`: whether its field goes back to null when it runs no more.
    """

    clause: str
    key: int = 0
    is_cleared: bool = True


Running = Callable[[RecordState], Mapping[str, Clock]]
"""The clocks that run in a record, by the field that keeps the second from which each runs."""


def in_order(streams: Iterable[Iterable[Due]]) -> Iterator[Due]:
    """Several lists, each in order of time already, as one: by moment, rank, record and step."""
    # Lazily: only the first step is certain, and only the first is asked for.
    return merge(*streams, key=lambda due: (due.moment, due.rank, due.record, due.step))


def begun(running: Running, before: State, after: State, now: int) -> tuple[FollowUp, ...]:
    """What an act does to clocks: those that it set going run from `now` on, those that it stopped are cleared.

    A field that the act itself set is left alone.
    """
    found: dict[str, list[Effect]] = {}
    for ident, record in after.records.items():
        was = before.records.get(ident)
        had, has = running(was) if was else {}, running(record)
        for name, clock in has.items():
            is_new = name not in had or clock.key > had[name].key
            if is_new and record.fields.get(name) != now and not _was_set(was, record, name):
                found.setdefault(clock.clause, []).append(set_to(ident, name, now))
        for name in had.keys() - has.keys():
            if had[name].is_cleared and record.fields.get(name) is not None:
                found.setdefault(had[name].clause, []).append(set_to(ident, name, None))
    return tuple(FollowUp(clause, tuple(effects)) for clause, effects in found.items())


def unbegun(running: Running, state: State, now: int) -> tuple[FollowUp, ...]:
    """Clocks that run in stored records and were never told since when: they run from `now` on."""
    found: dict[str, list[Effect]] = {}
    for ident, record in state.records.items():
        for name, clock in running(record).items():
            if record.fields.get(name) is None:
                found.setdefault(clock.clause, []).append(set_to(ident, name, now))
    return tuple(FollowUp(clause, tuple(effects)) for clause, effects in found.items())


def now_of(state: State) -> int:
    """The campaign's game time, as far as the state tells of it."""
    campaign = next((record for record in state.records.values() if record.kind == "campaign"), None)
    return int(campaign.fields["now"]) if campaign else 0


def _was_set(was: RecordState | None, record: RecordState, name: str) -> bool:
    since = record.fields.get(name)
    return since not in (None, 0) if was is None else since != was.fields.get(name)
