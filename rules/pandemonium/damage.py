"""Damage as actions deal it: what it is, what it did, and what is kept of it (PAN-HEALTH, PAN-TEMP-01)."""

from typing import Annotated, TypedDict

import msgspec
from msgspec import Struct, structs

from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, set_to
from rules.kernel.origins import DERIVED, GM, PLAYER, RESULT, by, record
from rules.kernel.parsing import wrong
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input, Outcome
from rules.kernel.values import as_whole
from rules.pandemonium import health
from rules.pandemonium.health import WORST_FIRST, WOUNDS, Change, Dealt, Status, Track
from rules.pandemonium.types import PandemoniumInput, Severity, Subject, Successes, Wound


class LastingDamageInput(Input):
    """The kind of wounds that a spell deals, as it was cast."""

    kind: Annotated[Wound, DERIVED, by("PAN-ATTACK-03", "PAN-DIRECT-04")]
    resistant: Annotated[bool, DERIVED, by("PAN-HEALTH-08")] = False


class DamageInput(LastingDamageInput):
    temporary: Annotated[bool, DERIVED, by("PAN-TEMP-01")] = False


class CountedDamageInput(Input):
    """Wounds that no spell's own act deals."""

    kind: Annotated[Wound, GM, by("PAN-ATTACK-03", "PAN-DIRECT-04")]
    resistant: Annotated[bool, GM, by("PAN-HEALTH-08")] = False
    temporary: Annotated[bool, GM, by("PAN-TEMP-01")] = False
    wounds: Annotated[Successes, RESULT]


Harm = DamageInput | CountedDamageInput
"""What damage is, by whomever it is dealt."""


class Damage(Outcome):
    """Wounds as they were dealt."""

    kind: Wound
    wounds: int
    resistant: bool
    temporary: bool


class DamageOutcome(Outcome):
    """The base outcome of whatever deals damage."""

    damage: Damage
    change: Change
    health: Track
    status: Status


class Wounded(Subject):
    """Somebody whose health track is read."""

    health: Track


class Toll(Struct, frozen=True):
    """The wounds that net successes come to, and the clause by which they do where there is a choice."""

    kind: Wound
    wounds: int
    clause: str | None = None


class Hurt(Input):
    """The wounds that one mage has dealt somebody in this turn, by kind (PAN-POT-11)."""

    bashing: Successes = 0
    lethal: Successes = 0
    aggravated: Successes = 0

    def of(self, kind: Wound) -> int:
        return as_whole(getattr(self, kind))

    def beside(self, toll: Toll) -> int:
        """How many wounds of a toll come on top: never more in all, or of its kind, than the best alone deals."""
        room = max(sum(map(self.of, WOUNDS)), toll.wounds) - sum(map(self.of, _worse_than(toll.kind)))
        return max(0, min(toll.wounds, room) - self.of(toll.kind))

    def after(self, kind: Wound, wounds: int) -> "Hurt":
        """With so many more of a kind, which take the place of milder ones (PAN-MULTI-06, PAN-MULTI-07)."""
        had = {one: self.of(one) for one in WOUNDS}
        left = sum(had.values())
        had[kind] += wounds
        for one in WORST_FIRST:
            if WOUNDS.index(one) < WOUNDS.index(kind):
                had[one] = min(had[one], max(0, left))
            left -= had[one]
        return Hurt(**had)


class ApplyDamageInput(PandemoniumInput):
    target: Annotated[Wounded, record("character")]
    damage: CountedDamageInput
    spell: Annotated[Id | None, record("spell"), PLAYER, by("PAN-TEMP-01")] = None

    def __post_init__(self) -> None:
        if self.damage.temporary and self.spell is None:
            raise wrong("spell", "temporary damage needs its spell")


def direct_toll(kind: Wound, net: int, severity: Severity) -> Toll:
    """The wounds of direct damage; a normal consequence is milder."""
    if severity != "normal":
        return Toll(kind, net, "PAN-DIRECT-04" if severity == "severe" else "PAN-DIRECT-07")
    milder = health.milder(kind)
    return Toll(milder or kind, net if milder else (net + 1) // 2, "PAN-DIRECT-05")


def overlapping(track: Track, hurt: Hurt | None, damage: Harm, toll: Toll) -> tuple[Toll, Dealt]:
    """Deal what of a toll comes on top of what its mage has done to them in this turn (PAN-POT-11, PAN-DIRECT-06)."""
    before = hurt or Hurt()
    more = structs.replace(toll, wounds=before.beside(toll))
    given_way = gave_way(track, before, before.after(toll.kind, more.wounds))
    dealt = inflict(health.without(track, given_way), damage, more)
    is_less = more.wounds < toll.wounds or any(given_way.values())
    return more, structs.replace(dealt, clauses=(*dealt.clauses, "PAN-POT-11")) if is_less else dealt


def gave_way(track: Track, before: Hurt, after: Hurt) -> dict[Wound, int]:
    """How many of a mage's wounds on this track give way to worse ones of theirs, by kind (PAN-MULTI-06)."""
    fewer: dict[Wound, int] = {kind: max(0, before.of(kind) - after.of(kind)) for kind in WOUNDS}
    return {kind: min(wounds, track.ordinary(kind)) for kind, wounds in fewer.items()}


def inflict(track: Track, damage: Harm, toll: Toll) -> Dealt:
    """Deal a toll as this damage says."""
    return health.deal(track, toll.kind, toll.wounds, resistant=damage.resistant)


class Described(TypedDict):
    """The four outcome fields of whatever deals damage."""

    damage: Damage
    change: Change
    health: Track
    status: Status


def described(damage: Harm, toll: Toll, dealt: Dealt) -> Described:
    """What a toll has come to, for the outcome of its action."""
    return {
        "damage": Damage(
            kind=toll.kind, wounds=toll.wounds, resistant=damage.resistant, temporary=damage.temporary
        ),
        "change": dealt.change,
        "health": dealt.track,
        "status": health.status_of(dealt.track),
    }


def effects_of(
    on: str, before: Track, damage: Harm, toll: Toll, dealt: Dealt, spell: str | None
) -> tuple[Effect, ...]:
    """The track where it changed, and the record by which temporary damage is undone (PAN-TEMP-01)."""
    if dealt.track == before:
        return ()
    changes = [new_track(on, dealt.track)]
    if damage.temporary:
        kept = {
            "type": "damage",
            "kind": toll.kind,
            "resistant": damage.resistant,
            "marked": dealt.change.marked,
            "pushed": msgspec.to_builtins(dealt.change.pushed),
            "upgraded": msgspec.to_builtins(dealt.change.upgraded),
        }
        changes.append(set_to(on, f"temporary.{spell}", kept))
    return tuple(changes)


def new_track(on: str, track: Track) -> Effect:
    """Set a whole health track."""
    return set_to(on, "health", msgspec.to_builtins(track))


def changed_track(on: str, before: Track, after: Track) -> tuple[Effect, ...]:
    """Set a whole health track where it differs."""
    return () if after == before else (new_track(on, after),)


def clauses_of(damage: Harm, dealt: Dealt) -> tuple[str, ...]:
    """The clauses by which damage was dealt."""
    return cite(
        "PAN-HEALTH-02",
        *dealt.clauses,
        "PAN-HEALTH-08" if damage.resistant else None,
        "PAN-TEMP-01" if damage.temporary else None,
    )


def _worse_than(kind: Wound) -> tuple[Wound, ...]:
    return WOUNDS[WOUNDS.index(kind) + 1 :]


def apply_damage(given: ApplyDamageInput, draws: Draws) -> Result:
    """Deal a number of wounds (PAN-HEALTH-02 to PAN-HEALTH-08)."""
    toll = Toll(given.damage.kind, given.damage.wounds)
    dealt = inflict(given.target.health, given.damage, toll)
    return Result(
        DamageOutcome(**described(given.damage, toll, dealt)),
        effects_of(given.target.id, given.target.health, given.damage, toll, dealt, given.spell),
        clauses_of(given.damage, dealt),
    )
