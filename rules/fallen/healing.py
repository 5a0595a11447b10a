"""Healing: hours of rest, paid out level by level (FAL-HEALTH-08 to -12)."""

from typing import Annotated

from msgspec import Meta, Struct

from rules.fallen.health import LEVEL_NAMES, Health, LevelName, describe
from rules.fallen.subjects import Marked, refuse_dead
from rules.fallen.types import DamageKind, FallenInput, HealHours, Kind, SavedHours
from rules.kernel.draws import Draws
from rules.kernel.effects import change_by, set_to
from rules.kernel.origins import RESULT, record
from rules.kernel.result import Result, cite
from rules.kernel.types import Outcome


class Patient(Marked):
    kind: Kind
    heal_hours: SavedHours = 0


class HealInput(FallenInput):
    patient: Annotated[Patient, record("character")]
    hours: Annotated[int, Meta(ge=1, le=100000), RESULT]


class Healed(Struct, frozen=True):
    bashing: int
    lethal: int
    aggravated: int


class NextLevel(Struct, frozen=True):
    """The level that heals next, its kind of mark and its full time."""

    level: LevelName
    kind: DamageKind
    hours: int


class HealOutcome(Outcome):
    healed: Healed
    heal_hours: int
    next: NextLevel | None
    permanent: bool
    health: Health


def heal(given: HealInput, draws: Draws) -> Result:
    """Rest for some hours; what does not complete a level is saved up (FAL-HEALTH-08 to -12)."""
    patient = given.patient
    refuse_dead(patient, "input.patient")
    left = patient.heal_hours + given.hours
    marks = marks_by_kind(patient)
    upcoming = next_level(patient.kind, marks, given.settings.heal_hours)
    while upcoming and left >= upcoming.hours:
        left -= upcoming.hours
        marks[upcoming.kind] -= 1
        upcoming = next_level(patient.kind, marks, given.settings.heal_hours)
    return _result(patient, marks, upcoming, left if upcoming else 0)  # FAL-HEALTH-12


def next_level(kind: Kind, marks: dict[DamageKind, int], hours: HealHours) -> NextLevel | None:
    """The last mark of a track and its time, or None where nothing can heal (FAL-HEALTH-08)."""
    total = sum(marks.values())
    worst_last: tuple[DamageKind, ...] = ("bashing", "lethal", "aggravated")
    mark = next((mark for mark in worst_last if marks[mark]), None)
    if mark is None or (mark == "aggravated" and kind == "mortal"):  # FAL-HEALTH-11
        return None
    return NextLevel(level=LEVEL_NAMES[total], kind=mark, hours=_times(kind, mark, hours)[total - 1])


def marks_by_kind(body: Marked) -> dict[DamageKind, int]:
    """A body's marks by kind."""
    return {"bashing": body.bashing, "lethal": body.lethal, "aggravated": body.aggravated}


def _times(kind: Kind, mark: DamageKind, hours: HealHours) -> tuple[int, ...]:
    if kind == "mortal":
        return hours.mortal_bashing if mark == "bashing" else hours.mortal_lethal  # FAL-HEALTH-09
    return hours.demon_bashing if mark == "bashing" else hours.demon_lethal  # FAL-HEALTH-10, FAL-TYPE-05


def _result(patient: Patient, marks: dict[DamageKind, int], upcoming: NextLevel | None, saved: int) -> Result:
    lost = {kind: before - marks[kind] for kind, before in marks_by_kind(patient).items()}
    permanent = patient.kind == "mortal" and upcoming is None and marks["aggravated"] > 0
    outcome = HealOutcome(
        healed=Healed(**lost),
        heal_hours=saved,
        next=upcoming,
        permanent=permanent,
        health=describe(marks["bashing"], marks["lethal"], marks["aggravated"]),
    )
    effects = [change_by(patient.id, kind, -amount) for kind, amount in lost.items() if amount]
    if saved != patient.heal_hours:
        effects.append(set_to(patient.id, "heal_hours", saved))
    return Result(outcome, tuple(effects), _clauses(patient, lost, permanent=permanent))


def _clauses(patient: Patient, lost: dict[DamageKind, int], *, permanent: bool) -> tuple[str, ...]:
    return cite(
        "FAL-HEALTH-08",
        "FAL-TYPE-06",
        "FAL-HEALTH-10" if patient.kind == "demon" else "FAL-HEALTH-09",
        "FAL-TYPE-05" if lost["aggravated"] or permanent else None,
        "FAL-HEALTH-11" if permanent else None,
        "FAL-HEALTH-12",
    )
