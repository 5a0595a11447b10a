"""What game time brings: lanterns burn down (LAN-BURN-01)."""

from collections.abc import Iterator, Mapping
from typing import Any

from rules.kernel.clock import HOUR, Clock, Due, in_order
from rules.kernel.effects import change_by
from rules.kernel.procedure import RecordState, State

KIND = "lanterns.character"
RANK = 50


def running(record: RecordState) -> Mapping[str, Clock]:
    """A lantern burns while it has Light."""
    lit = record.kind == KIND and record.fields["light"] > 0
    return {"burns_from": Clock("LAN-BURN-01")} if lit else {}


def due(state: State, start: int, end: int) -> Iterator[Due]:
    """A point of Light for each time that has passed, lantern by lantern."""
    lasts = _hours(state) * HOUR
    lit = ((ident, one.fields) for ident, one in state.records.items() if running(one))
    return in_order([_burning(ident, fields, lasts, start, end) for ident, fields in lit])


def _burning(bearer: str, fields: Mapping[str, Any], lasts: int, start: int, end: int) -> Iterator[Due]:
    since = start if fields["burns_from"] is None else int(fields["burns_from"])
    for moment in range(since + lasts, min(end, since + fields["light"] * lasts) + 1, lasts):
        yield Due(
            moment=max(moment, start),
            rank=RANK,
            record=bearer,
            step="lanterns.burn",
            clause="LAN-BURN-01",
            effects=(change_by(bearer, "light", -1),),
            begins="burns_from",
            since=moment,
        )


def _hours(state: State) -> int:
    table = next((record.fields for record in state.records.values() if record.kind == "campaign"), {})
    return int(table.get("settings.lanterns.hours", 1))
