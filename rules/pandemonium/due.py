"""What game time and the table's own moments bring: wounds of slow spells, fading aftereffects, mending connections."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypedDict

from rules.kernel.clock import DAY, HOUR, MINUTE, Clock, Due, in_order
from rules.kernel.effects import set_to
from rules.kernel.parsing import convert
from rules.kernel.procedure import RecordState, State
from rules.kernel.values import Value, Values, as_values, as_whole
from rules.pandemonium.aftereffects import Duration
from rules.pandemonium.types import Interval

SECONDS: Final[dict[Interval, int]] = {
    "minute": MINUTE,
    "hour": HOUR,
    "day": DAY,
    "week": 7 * DAY,
    "month": 30 * DAY,
    "year": 365 * DAY,
}
"""The intervals that the clock measures; `turn` and `scene` are moments of the table."""

CONNECTION: Final = "pandemonium.connection"

WOUND_RANK: Final = 20
DECAY_RANK: Final = 21
REST_RANK: Final = 22
FADING_RANK: Final = 23
EXPIRY_RANK: Final = 24


class Kept(TypedDict, total=False):
    """What is stored of wounds to come, of what wears away, or of an aftereffect, each with the parts that it has."""

    left: int
    interval: Interval
    spell: str | None
    duration: Mapping[str, int] | None


def running(record: RecordState) -> Mapping[str, Clock]:
    """The clocks of wounds to come, of what wears away, of aftereffects that end, of a connection that mends.

    A connection's quiet day begins anew with each step that it loses (PAN-SYMP-05).
    """
    if record.kind == CONNECTION:
        return {"day_began": Clock("PAN-SYMP-05", key=-record.fields["rating"])} if _mends(record) else {}
    wounds = {
        f"began.ongoing.{spell}": Clock("PAN-ONGOING-02", key=kept["left"])
        for spell, kept in _under(record, "ongoing")
        if kept["left"] and kept["interval"] in SECONDS
    }
    decays = {
        f"began.decay.{name}": Clock("PAN-AFTER-12")
        for name, kept in _under(record, "decay")
        if kept["interval"] in SECONDS
    }
    fading = {
        f"began.aftereffect.{spell}": Clock("PAN-AFTER-07", key=_seconds(kept["duration"]))
        for spell, kept in _under(record, "aftereffect")
        if kept.get("duration")
    }
    return {**wounds, **decays, **fading}


def due(state: State, start: int, end: int) -> Iterator[Due]:
    """What falls due when game time goes from `start` to `end` (seconds), in order of moment, rank and record.

    Only the first step is certain: make the list again after each. What should have come before `start` comes at it.
    """
    streams: list[Iterable[Due]] = []
    for ident, one in state.records.items():
        if one.kind == CONNECTION:
            streams.append(_rests(ident, one, start, end))
        else:
            streams += (_wounds(ident, one, spell, start, end) for spell, _kept in _under(one, "ongoing"))
            streams += (_decays(ident, one, name, start, end) for name, _kept in _under(one, "decay"))
            streams += (_fades(ident, one, spell, start, end) for spell, _kept in _under(one, "aftereffect"))
    return in_order(streams)


def due_on_turn(state: State, caster: str, now: int) -> tuple[Due, ...]:
    """The slow wounds that fall on a turn of whoever cast them (PAN-ONGOING-02)."""
    return tuple(
        _wound(ident, spell, now)
        for ident, one in state.records.items()
        for spell, kept in _under(one, "ongoing")
        if kept["left"] and kept["interval"] == "turn" and _stored(state, spell, "caster") == caster
    )


def due_at_scene_end(state: State, now: int) -> tuple[Due, ...]:
    """Wounds and decay by the scene; then temporary damage and healing are undone, the newest first (PAN-TRACK-04)."""
    found: list[Due] = []
    for ident, one in state.records.items():
        slow = [
            spell for spell, kept in _under(one, "ongoing") if kept["left"] and kept["interval"] == "scene"
        ]
        found += (_wound(ident, spell, now) for spell in slow)
        wearing = [name for name, kept in _under(one, "decay") if kept["interval"] == "scene"]
        found += (_decay(ident, one, name, now) for name in wearing if _is_left(one, name))
    found += [
        _expires(ident, spell, now) for ident, one in state.records.items() for spell in newest_first(one)
    ]
    return tuple(found)


def newest_first(record: RecordState) -> list[str]:
    """The spells whose temporary damage or healing is on somebody, once for each record (PAN-TEMP-01)."""
    left = temporary_of(record)
    order: list[str] = []
    for spell in reversed(record.fields.get("temporary_order") or ()):
        if left.get(spell):
            left[spell] -= 1
            order.append(spell)
    return order + [spell for spell in sorted(left) for _ in range(left[spell])]


def seconds(duration: Duration) -> int:
    """A duration in seconds of game time: a month has 30 days, a year 365."""
    days = 365 * duration.years + 30 * duration.months + 7 * duration.weeks + duration.days
    return days * DAY


def temporary_of(record: RecordState) -> dict[str, int]:
    """How many records of temporary damage or healing there are on somebody, by spell."""
    start = "temporary."
    return {
        name.removeprefix(start): len(kept) for name, kept in record.fields.items() if name.startswith(start)
    }


def ends_at(fields: Values, spell: str) -> int | None:
    """The second at which what a spell left behind is over; None where nothing says when (PAN-AFTER-07)."""
    lasts = as_values(fields.get(f"aftereffect.{spell}") or {}).get("duration")
    began = fields.get(f"began.aftereffect.{spell}")
    return as_whole(began) + _seconds(lasts) if lasts and began is not None else None


def _wounds(target: str, one: RecordState, spell: str, start: int, end: int) -> Iterator[Due]:
    kept = one.fields[f"ongoing.{spell}"]
    since = _since(one, f"began.ongoing.{spell}", start)
    for number, moment in enumerate(_ticks(kept["interval"], since, end)):
        if number < kept["left"]:
            yield _wound(target, spell, max(moment, start), f"began.ongoing.{spell}", moment)


def _decays(target: str, one: RecordState, name: str, start: int, end: int) -> Iterator[Due]:
    if _is_left(one, name):
        since = _since(one, f"began.decay.{name}", start)
        for moment in _ticks(one.fields[f"decay.{name}"]["interval"], since, end):
            yield _decay(target, one, name, max(moment, start), f"began.decay.{name}", moment)


def _rests(connection: str, one: RecordState, start: int, end: int) -> Iterator[Due]:
    if not _mends(one):
        return
    missing = one.fields["base"] - one.fields["rating"]
    days = _ticks("day", _since(one, "day_began", start), end)
    for _step, moment in zip(range(missing), days, strict=False):
        yield Due(
            moment=max(moment, start),
            rank=REST_RANK,
            record=connection,
            step="pandemonium.sympathy",
            clause="PAN-SYMP-05",
            action="pandemonium.sympathy",
            given={"connection": connection, "event": "rest", "days": 1},
            begins="day_began",
            since=moment,
        )


def _fades(target: str, one: RecordState, spell: str, start: int, end: int) -> Iterator[Due]:
    """An aftereffect is over, and with it what it wears away (PAN-AFTER-07, PAN-AFTER-13)."""
    kept = one.fields[f"aftereffect.{spell}"]
    if not kept.get("duration"):
        return
    moment = _since(one, f"began.aftereffect.{spell}", start) + _seconds(kept["duration"])
    wearing = [name for name, decay in _under(one, "decay") if decay.get("spell") == spell]
    if moment <= end:
        yield Due(
            moment=max(moment, start),
            rank=FADING_RANK,
            record=target,
            step="pandemonium.aftereffect_ends",
            clause="PAN-AFTER-07",
            given={"spell": spell},
            effects=(
                set_to(target, f"aftereffect.{spell}", None),
                *(set_to(target, f"decay.{name}", None) for name in wearing),
            ),
        )


def _ticks(interval: Interval, began: int, end: int) -> range:
    """The ends of the intervals that are over by `end`."""
    length = SECONDS.get(interval)
    return range(began + length, end + 1, length) if length else range(0)


def _wound(target: str, spell: str, moment: int, begins: str | None = None, since: int = 0) -> Due:
    return Due(
        moment=moment,
        rank=WOUND_RANK,
        record=target,
        step="pandemonium.ongoing_tick",
        clause="PAN-ONGOING-02",
        action="pandemonium.ongoing_tick",
        given={"spell": spell, "target": target},
        begins=begins,
        since=since,
    )


def _decay(
    target: str, one: RecordState, name: str, moment: int, begins: str | None = None, since: int = 0
) -> Due:
    pool = one.fields[f"decay.{name}"].get("pool")
    lost = -int(one.fields.get(f"pools.{name}", 0))
    threat: Values = {"pool": list(pool), "label": name, "lost": max(0, lost)} if pool else {"trait": name}
    return Due(
        moment=moment,
        rank=DECAY_RANK,
        record=target,
        step="pandemonium.decay_tick",
        clause="PAN-AFTER-12",
        action="pandemonium.decay_tick",
        given={"target": target, "threat": threat},
        begins=begins,
        since=since,
    )


def _is_left(one: RecordState, name: str) -> bool:
    """Whether there is anything to lose: a trait or pool at 0 is not rolled (PAN-AFTER-12)."""
    pool = one.fields[f"decay.{name}"].get("pool")
    if not pool:
        return bool(one.fields.get(f"traits.{name}"))
    if any(f"traits.{trait}" not in one.fields for trait in pool):
        return False
    dots = sum(int(one.fields[f"traits.{trait}"]) for trait in pool)
    return dots + min(0, int(one.fields.get(f"pools.{name}", 0))) > 0


def _expires(target: str, spell: str, moment: int) -> Due:
    return Due(
        moment=moment,
        rank=EXPIRY_RANK,
        record=target,
        step="pandemonium.temporary_expire",
        clause="PAN-TRACK-04",
        action="pandemonium.temporary_expire",
        given={"spell": spell, "target": target},
    )


def _mends(one: RecordState) -> bool:
    """Whether a connection is worn and mends by itself; one to a thing or place does not (PAN-SYMP-06)."""
    return bool(one.fields["rating"] < one.fields["base"] and not one.fields["inanimate"])


def _seconds(duration: Value) -> int:
    return seconds(convert(duration, Duration))


def _since(one: RecordState, name: str, start: int) -> int:
    since = one.fields.get(name)
    return start if since is None else int(since)


def _under(one: RecordState, prefix: str) -> list[tuple[str, Kept]]:
    start = f"{prefix}."
    return sorted((name[len(start) :], kept) for name, kept in one.fields.items() if name.startswith(start))


def _stored(state: State, record: str, name: str) -> Value:
    found = state.records.get(record)
    value: Value = None if found is None else found.fields.get(name)
    return value
