"""Temporary damage and healing run out (PAN-TEMP-02 to PAN-TEMP-05)."""

from typing import Annotated

from msgspec import field

from rules.kernel.draws import Draws
from rules.kernel.effects import set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import DERIVED, by, record
from rules.kernel.parsing import wrong
from rules.kernel.result import Result, cite
from rules.kernel.types import Input, Outcome
from rules.pandemonium import health
from rules.pandemonium.damage import Wounded, changed_track
from rules.pandemonium.healing import Lessened
from rules.pandemonium.health import WORST_FIRST, WOUNDS, ByKind, Marking, Status, Track
from rules.pandemonium.types import PandemoniumInput, Subject, Successes, Wound


class StoredByMilder(Input):
    bashing: Successes = 0
    lethal: Successes = 0


class DamageRecord(Input, tag_field="type", tag="damage"):
    """What temporary damage did to a track."""

    kind: Wound
    resistant: bool = False
    marked: Successes = 0
    pushed: StoredByMilder = StoredByMilder()
    upgraded: StoredByMilder = StoredByMilder()


class StoredDowngrade(Input):
    from_: Wound = field(name="from")
    to: Lessened
    count: Successes

    def __post_init__(self) -> None:
        if self.to != "none" and WOUNDS.index(self.to) >= WOUNDS.index(self.from_):
            raise wrong("to", "healing makes wounds milder: choose a milder kind")


class HealingRecord(Input, tag_field="type", tag="healing"):
    """What temporary healing did to a track."""

    downgraded: tuple[StoredDowngrade, ...]


class ExpireInput(PandemoniumInput):
    spell: Annotated[Subject, record("spell")]
    target: Annotated[Wounded, record("character"), by("PAN-TEMP-01")]
    record: Annotated[DamageRecord | HealingRecord | None, DERIVED] = None
    """None where the spell left nothing temporary on the target."""


class LessenedByKind(Outcome):
    aggravated: int
    lethal: int


class DamageExpired(Outcome, tag_field="type", tag="damage"):
    removed: int
    lessened: LessenedByKind
    health: Track
    status: Status


class HealingExpired(Outcome, tag_field="type", tag="healing"):
    upgraded: ByKind
    inflicted: ByKind
    health: Track
    status: Status


def temporary_expire(given: ExpireInput, draws: Draws) -> Result:
    """Undo what temporary damage or healing did (PAN-TEMP-02 to PAN-TEMP-05)."""
    before, kept = given.target.health, given.record
    if kept is None:
        raise RuleViolation(
            "this spell left nothing temporary on them", field="input.spell", clause="PAN-TEMP-01"
        )
    outcome = _undo_damage(before, kept) if isinstance(kept, DamageRecord) else _undo_healing(before, kept)
    effects = (
        *changed_track(given.target.id, before, outcome.health),
        set_to(given.target.id, f"temporary.{given.spell.id}", None),
    )
    undone = (
        ("PAN-TEMP-03", "PAN-TEMP-02") if isinstance(kept, DamageRecord) else ("PAN-TEMP-04", "PAN-TEMP-05")
    )
    return Result(outcome, effects, cite(*undone, "PAN-HEALTH-07"))


def _undo_damage(before: Track, kept: DamageRecord) -> DamageExpired:
    """First what was upgraded returns, then what was marked goes (PAN-TEMP-02, PAN-TEMP-03)."""
    marking = Marking(before)
    to_lethal = min(kept.upgraded.lethal, marking.count("aggravated"))
    for _ in range(to_lethal):
        marking.turn("aggravated", "lethal")
    to_bashing = min(kept.upgraded.bashing, marking.count("lethal"))
    for _ in range(to_bashing):
        marking.turn("lethal", "bashing")
    removed = min(kept.marked, marking.count(kept.kind))
    for _ in range(removed):
        marking.take(kept.kind, resistant_first=kept.resistant)
    track = marking.track()
    return DamageExpired(
        removed=removed,
        lessened=LessenedByKind(aggravated=to_lethal, lethal=to_bashing),
        health=track,
        status=health.status_of(track),
    )


def _undo_healing(before: Track, kept: HealingRecord) -> HealingExpired:
    """Lessened wounds return, the worst first; what cannot is dealt anew (PAN-TEMP-04, PAN-TEMP-05)."""
    marking = Marking(before)
    upgraded: dict[Wound, int] = dict.fromkeys(WOUNDS, 0)
    short: dict[Wound, int] = dict.fromkeys(WOUNDS, 0)
    for row in sorted(kept.downgraded, key=lambda row: WORST_FIRST.index(row.from_)):
        back = 0 if row.to == "none" else min(row.count, marking.ordinary[row.to])
        if row.to != "none":
            marking.ordinary[row.to] -= back
            marking.ordinary[row.from_] += back
        upgraded[row.from_] += back
        short[row.from_] += row.count - back
    track = marking.track()
    for kind in WORST_FIRST:
        track = health.deal(track, kind, short[kind]).track
    return HealingExpired(
        upgraded=ByKind(**upgraded),
        inflicted=ByKind(**short),
        health=track,
        status=health.status_of(track),
    )
