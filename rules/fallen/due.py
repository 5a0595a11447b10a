"""What the passing of game time brings by itself: levels that heal, and blackouts that end outside a fight."""

from collections.abc import Iterator, Mapping
from typing import Final, Literal

from msgspec import Struct

from rules.fallen.healing import next_level
from rules.fallen.turns import SECONDS
from rules.fallen.types import DamageKind, HealHours, Kind
from rules.kernel.effects import Effect, set_to

HOUR: Final = 3_600

WAKING_RANK: Final = 0
HEALING_RANK: Final = 1


class BodyClock(Struct, frozen=True, kw_only=True):
    """A fighter's wounds and blackout, and the seconds of game time from which their time counts on.

    `healed_from` is the moment up to which rest is in `heal_hours`, `out_from` the one at which `unconscious_for` held.
    """

    id: str
    kind: Kind
    marks: Mapping[DamageKind, int]
    dead: bool = False
    heal_hours: int = 0
    healed_from: int = 0
    unconscious: bool = False
    unconscious_for: int | Literal["scene"] | None = None
    out_from: int = 0
    in_combat: bool = False


class Due(Struct, frozen=True):
    """A step that game time brings: its effects come first, then its action, if `step` is one, with `seed` as subjects
    and `given` as its other values.

    Once it is done the record's clock begins anew at `moment`.
    """

    moment: int
    rank: int
    record: str
    step: str
    seed: dict[str, str]
    given: dict[str, int]
    effects: tuple[Effect, ...] = ()


def due(bodies: tuple[BodyClock, ...], hours: HealHours, start: int, end: int) -> tuple[Due, ...]:
    """What falls due when game time goes from `start` to `end` (seconds), in order of moment, rank and record.

    Only the first step is certain: make the list again after each. What should have come before `start` comes at it.
    """
    steps = [
        step for body in bodies for step in (*_waking(body), *_healing(body, hours)) if step.moment <= end
    ]
    late = [step if step.moment >= start else _at(step, start) for step in steps]
    return tuple(sorted(late, key=lambda step: (step.moment, step.rank, step.record)))


def _waking(body: BodyClock) -> Iterator[Due]:
    """Outside a fight no turns are counted: a blackout is that many times three seconds (FAL-UNCON-02, FAL-TIME-01)."""
    turns = body.unconscious_for
    if body.dead or body.in_combat or not body.unconscious or not isinstance(turns, int):
        return
    wakes = (set_to(body.id, "unconscious", False), set_to(body.id, "unconscious_for", None))
    moment = body.out_from + turns * SECONDS
    yield Due(moment, WAKING_RANK, body.id, "fallen.wakes", {"fighter": body.id}, {}, wakes)


def _healing(body: BodyClock, hours: HealHours) -> Iterator[Due]:
    """The next level, once its hours are full; the Storyteller who lets time pass grants them (FAL-HEALTH-08)."""
    upcoming = None if body.dead else next_level(body.kind, dict(body.marks), hours)
    if upcoming is None:
        return
    needed = max(1, upcoming.hours - body.heal_hours)
    moment = body.healed_from + needed * HOUR
    yield Due(moment, HEALING_RANK, body.id, "fallen.heal", {"patient": body.id}, {"hours": needed})


def _at(step: Due, moment: int) -> Due:
    return Due(moment, step.rank, step.record, step.step, step.seed, step.given, step.effects)
