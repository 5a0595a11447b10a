"""What game time and the table's own moments bring: wounds of slow spells, fading aftereffects, mending connections."""

from collections.abc import Iterator
from typing import Final, Literal

from msgspec import Struct

from rules.kernel.effects import Effect, set_to
from rules.pandemonium.aftereffects import Duration
from rules.pandemonium.types import Interval

DAY: Final = 86_400
SECONDS: Final[dict[Interval, int]] = {
    "minute": 60,
    "hour": 3_600,
    "day": DAY,
    "week": 7 * DAY,
    "month": 30 * DAY,
    "year": 365 * DAY,
}
"""The intervals that the clock measures; `turn` and `scene` are moments of the table."""

WOUND_RANK: Final = 0
DECAY_RANK: Final = 1
REST_RANK: Final = 2
FADING_RANK: Final = 3
EXPIRY_RANK: Final = 4

Moment = Literal["turn", "scene"]


class WoundClock(Struct, frozen=True):
    """Damage still to come (PAN-ONGOING-02): `left` wounds, and the second at which the current interval began.

    With the interval `turn` it is the caster's turns that count.
    """

    spell: str
    target: str
    caster: str
    interval: Interval
    left: int
    began: int = 0


class DecayClock(Struct, frozen=True):
    """A trait or pool that wears away (PAN-AFTER-12); `threat` is its name."""

    target: str
    threat: str
    interval: Interval
    began: int = 0


class ConnectionClock(Struct, frozen=True):
    """A worn connection that mends by itself, a step for each quiet day (PAN-SYMP-05)."""

    id: str
    rating: int
    base: int
    day_began: int


class FadingClock(Struct, frozen=True):
    """An aftereffect and the second at which it ends; None for one without end (PAN-AFTER-06)."""

    spell: str
    target: str
    ends: int | None


class Expiry(Struct, frozen=True):
    """A record of temporary damage or healing; they are undone newest first (PAN-TEMP-01)."""

    spell: str
    target: str
    made: int


class Clocks(Struct, frozen=True):
    """All that runs by itself in a campaign's pandemonium part."""

    wounds: tuple[WoundClock, ...] = ()
    decays: tuple[DecayClock, ...] = ()
    connections: tuple[ConnectionClock, ...] = ()
    fading: tuple[FadingClock, ...] = ()
    expiries: tuple[Expiry, ...] = ()


class Due(Struct, frozen=True):
    """A step that time brings: its effects first, then its action, if `step` is one, with `seed` as subjects.

    Once it is done the record's clock begins anew at `moment`.
    """

    moment: int
    rank: int
    record: str
    step: str
    seed: dict[str, str]
    effects: tuple[Effect, ...] = ()


def due(state: Clocks, start: int, end: int) -> tuple[Due, ...]:
    """What falls due when game time goes from `start` to `end` (seconds), in order of moment, rank and record.

    Only the first step is certain: make the list again after each. What should have come before `start` comes at it.
    """
    steps = [step for clock in state.wounds for step in _wounds(clock, start, end)]
    steps += [step for clock in state.decays for step in _decays(clock, start, end)]
    steps += [step for clock in state.connections for step in _rests(clock, start, end)]
    steps += [
        _fades(clock, max(clock.ends, start))
        for clock in state.fading
        if clock.ends is not None and clock.ends <= end
    ]
    return tuple(sorted(steps, key=lambda step: (step.moment, step.rank, step.record, step.step)))


def due_at(state: Clocks, moment: Moment, now: int, *, caster: str | None = None) -> tuple[Due, ...]:
    """What falls due as a scene ends, or on a turn of `caster` after the casting (PAN-ONGOING-02, PAN-TRACK-04)."""
    wounds = [
        _wound(clock, now)
        for clock in state.wounds
        if clock.left and clock.interval == moment and (moment == "scene" or clock.caster == caster)
    ]
    decays = [_decay(clock, now) for clock in state.decays if clock.interval == moment == "scene"]
    if moment == "turn":
        return tuple(wounds)
    newest_first = sorted(state.expiries, key=lambda one: (-one.made, one.target, one.spell))
    return (*wounds, *decays, *(_expires(one, now) for one in newest_first))


def seconds(duration: Duration) -> int:
    """A duration in seconds of game time: a month has 30 days, a year 365."""
    days = 365 * duration.years + 30 * duration.months + 7 * duration.weeks + duration.days
    return days * DAY


def _wounds(clock: WoundClock, start: int, end: int) -> Iterator[Due]:
    for number, moment in enumerate(_ticks(clock.interval, clock.began, end)):
        if number < clock.left:
            yield _wound(clock, max(moment, start))


def _decays(clock: DecayClock, start: int, end: int) -> Iterator[Due]:
    return (_decay(clock, max(moment, start)) for moment in _ticks(clock.interval, clock.began, end))


def _rests(clock: ConnectionClock, start: int, end: int) -> Iterator[Due]:
    for number, moment in enumerate(_ticks("day", clock.day_began, end)):
        if clock.rating + number < clock.base:
            seed = {"connection": clock.id}
            yield Due(max(moment, start), REST_RANK, clock.id, "pandemonium.sympathy", seed)


def _ticks(interval: Interval, began: int, end: int) -> range:
    """The ends of the intervals that are over by `end`."""
    length = SECONDS.get(interval)
    return range(began + length, end + 1, length) if length else range(0)


def _wound(clock: WoundClock, moment: int) -> Due:
    seed = {"spell": clock.spell, "target": clock.target}
    return Due(moment, WOUND_RANK, clock.target, "pandemonium.ongoing_tick", seed)


def _decay(clock: DecayClock, moment: int) -> Due:
    seed = {"target": clock.target, "threat": clock.threat}
    return Due(moment, DECAY_RANK, clock.target, "pandemonium.decay_tick", seed)


def _fades(clock: FadingClock, moment: int) -> Due:
    gone = (set_to(clock.target, f"aftereffect.{clock.spell}", None),)
    seed = {"spell": clock.spell, "target": clock.target}
    return Due(moment, FADING_RANK, clock.target, "pandemonium.aftereffect_ends", seed, gone)


def _expires(one: Expiry, moment: int) -> Due:
    seed = {"spell": one.spell, "target": one.target}
    return Due(moment, EXPIRY_RANK, one.target, "pandemonium.temporary_expire", seed)
