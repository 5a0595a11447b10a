"""What the passing of game time brings by itself: levels that heal, and blackouts that end outside a fight."""

from collections.abc import Iterator, Mapping
from typing import Final

from rules.fallen.allowed import BLACKOUT, of
from rules.fallen.blackouts import SHORTEST_BLACKOUT
from rules.fallen.healing import NextLevel, next_level
from rules.fallen.turns import SECONDS
from rules.fallen.types import DamageKind, HealHours
from rules.kernel.clock import HOUR, Clock, Due, in_order
from rules.kernel.effects import set_to
from rules.kernel.parsing import convert
from rules.kernel.procedure import RecordState, State

KIND: Final = "fallen.character"
WAKING_RANK: Final = 40
HEALING_RANK: Final = 41


def running(record: RecordState) -> Mapping[str, Clock]:
    """Rest runs while a level can heal (FAL-HEALTH-08), a blackout while no fight counts its turns (FAL-UNCON-02)."""
    if record.kind != KIND or record.fields["dead"]:
        return {}
    clocks = {}
    if _next(record, _marks(record), HealHours()) is not None:
        clocks["healed_from"] = Clock("FAL-HEALTH-08")
    if record.fields["unconscious"] and not record.fields["in_combat"]:
        clocks["out_from"] = Clock("FAL-UNCON-02")
    return clocks


def due(state: State, start: int, end: int) -> Iterator[Due]:
    """What falls due when game time goes from `start` to `end` (seconds), in order of moment, rank and record.

    Only the first step is certain: make the list again after each. What should have come before `start` comes at it.
    """
    hours = _heal_hours(state)
    bodies = [(ident, one) for ident, one in state.records.items() if running(one)]
    healing = (_healing(ident, one, hours, start, end) for ident, one in bodies)
    waking = (_waking(state, ident, start, end) for ident, _one in bodies)
    return in_order((*healing, *waking))


def _waking(state: State, fighter: str, start: int, end: int) -> Iterator[Due]:
    """Outside a fight no turns are counted: a blackout is that many times three seconds (FAL-UNCON-02, FAL-TIME-01).

    One whose length the Storyteller has still to name waits for that when it has lasted as long as any.
    """
    fields = state.records[fighter].fields
    if "out_from" not in running(state.records[fighter]):
        return
    turns = fields["unconscious_for"]
    asked = next((question.id for question in of(state, BLACKOUT, fighter)), None) if turns is None else None
    lasting = SHORTEST_BLACKOUT if asked else turns
    if not isinstance(lasting, int):
        return
    moment = _since(fields["out_from"], start) + lasting * SECONDS
    if moment <= end:
        wakes = (set_to(fighter, "unconscious", False), set_to(fighter, "unconscious_for", None))
        yield Due(
            moment=max(moment, start),
            rank=WAKING_RANK,
            record=fighter,
            step=BLACKOUT if asked else "fallen.wakes",
            clause="FAL-UNCON-02",
            effects=() if asked else wakes,
            question=asked,
        )


def _healing(fighter: str, body: RecordState, hours: HealHours, start: int, end: int) -> Iterator[Due]:
    """Level by level, each once its hours are full; the Storyteller who lets time pass grants them (FAL-HEALTH-08)."""
    marks, saved = _marks(body), int(body.fields["heal_hours"])
    moment = _since(body.fields["healed_from"], start)
    upcoming = _next(body, marks, hours)
    while upcoming is not None:
        needed = max(1, upcoming.hours - saved)
        moment += needed * HOUR
        if moment > end:
            return
        yield Due(
            moment=max(moment, start),
            rank=HEALING_RANK,
            record=fighter,
            step="fallen.heal",
            clause="FAL-HEALTH-08",
            action="fallen.heal",
            given={"patient": fighter, "hours": needed},
            begins="healed_from",
            since=moment,
        )
        saved += needed
        while upcoming is not None and saved >= upcoming.hours:
            saved -= upcoming.hours
            marks[upcoming.kind] -= 1
            upcoming = _next(body, marks, hours)


def _next(body: RecordState, marks: dict[DamageKind, int], hours: HealHours) -> NextLevel | None:
    return next_level(body.fields["kind"], marks, hours) if body.fields["kind"] else None


def _marks(body: RecordState) -> dict[DamageKind, int]:
    kinds: tuple[DamageKind, ...] = ("bashing", "lethal", "aggravated")
    return {kind: body.fields[kind] for kind in kinds}


def _since(began: int | None, start: int) -> int:
    return start if began is None else began


def _heal_hours(state: State) -> HealHours:
    """The campaign's own tables, if it has them."""
    campaigns = (record.fields for record in state.records.values() if record.kind == "campaign")
    chosen = next((fields.get("settings.fallen.heal_hours") for fields in campaigns), None)
    return convert(chosen or {}, HealHours)
