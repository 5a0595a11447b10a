"""The health track: how wounds are marked, push milder ones off, get worse and are lessened (PAN-HEALTH)."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from rules.kernel.parsing import wrong
from rules.kernel.result import cite
from rules.kernel.types import Input, Outcome
from rules.kernel.values import as_whole
from rules.pandemonium.types import Wound

WOUNDS: tuple[Wound, ...] = ("bashing", "lethal", "aggravated")
"""The kinds from the mildest to the most severe (PAN-HEALTH-02)."""

WORST_FIRST: tuple[Wound, ...] = WOUNDS[::-1]
_HURT: Mapping[Wound, int] = {"bashing": 1, "lethal": 2, "aggravated": 3}

Status = Literal["able", "faltering", "incapacitated", "dead"]
_FULL: Mapping[Wound, Status] = {"bashing": "faltering", "lethal": "incapacitated", "aggravated": "dead"}

Boxes = Annotated[int, Meta(ge=1, le=60)]
_Wounds = Annotated[int, Meta(ge=0, le=60)]


class ByKind(Outcome):
    """A number for each kind of wound."""

    bashing: int = 0
    lethal: int = 0
    aggravated: int = 0


class ByMilder(Outcome):
    """A number for each kind of wound that can be pushed off or get worse."""

    bashing: int = 0
    lethal: int = 0


class ResistantWounds(Input):
    bashing: _Wounds = 0
    lethal: _Wounds = 0
    aggravated: _Wounds = 0


class Track(Input):
    """A health track: its boxes, the wounds of each kind, and how many of these are Resistant."""

    boxes: Boxes
    bashing: _Wounds = 0
    lethal: _Wounds = 0
    aggravated: _Wounds = 0
    resistant: ResistantWounds = ResistantWounds()

    def __post_init__(self) -> None:
        if self.bashing + self.lethal + self.aggravated > self.boxes:
            raise wrong("boxes", "there are more wounds than boxes")
        for kind in WOUNDS:
            if getattr(self.resistant, kind) > getattr(self, kind):
                raise wrong(f"resistant.{kind}", "there are more Resistant wounds than wounds")

    def ordinary(self, kind: Wound) -> int:
        """How many wounds of a kind are not Resistant."""
        return as_whole(getattr(self, kind)) - as_whole(getattr(self.resistant, kind))


class Change(Outcome):
    """What a number of wounds did to a track."""

    marked: int
    pushed: ByMilder
    upgraded: ByMilder
    overflow: int


class Dealt(Struct, frozen=True):
    """A track after wounds, what they did to it, and the clauses by which they did, in their order."""

    track: Track
    change: Change
    clauses: tuple[str, ...]


class Marking:
    """A track while wounds are dealt or lessened one at a time: ordinary and Resistant ones by kind."""

    def __init__(self, track: Track) -> None:
        self.boxes = track.boxes
        self.resistant: dict[Wound, int] = {kind: getattr(track.resistant, kind) for kind in WOUNDS}
        self.ordinary: dict[Wound, int] = {kind: track.ordinary(kind) for kind in WOUNDS}

    def count(self, kind: Wound) -> int:
        return self.ordinary[kind] + self.resistant[kind]

    def is_full(self) -> bool:
        return sum(self.count(kind) for kind in WOUNDS) == self.boxes

    def mildest(self) -> Wound:
        """The kind in the last box of a full track."""
        return next(kind for kind in WOUNDS if self.count(kind))

    def add(self, kind: Wound, *, resistant: bool) -> None:
        (self.resistant if resistant else self.ordinary)[kind] += 1

    def take(self, kind: Wound, *, resistant_first: bool = False) -> bool:
        """Take a wound away, ordinary ones first (PAN-HEALTH-08), and say whether it was Resistant."""
        resistant = self.resistant[kind] > 0 if resistant_first else self.ordinary[kind] == 0
        (self.resistant if resistant else self.ordinary)[kind] -= 1
        return resistant

    def turn(self, kind: Wound, into: Wound) -> None:
        """Make one wound another kind; it keeps its mark (PAN-HEALTH-08)."""
        self.add(into, resistant=self.take(kind))

    def lessen_ordinary(self, kind: Wound) -> int:
        """Make all ordinary wounds of a kind one step milder; says how many there were."""
        count, self.ordinary[kind] = self.ordinary[kind], 0
        lesser = milder(kind)
        if lesser is not None:
            self.ordinary[lesser] += count
        return count

    def track(self) -> Track:
        return Track(
            boxes=self.boxes,
            **{kind: self.count(kind) for kind in WOUNDS},
            resistant=ResistantWounds(**self.resistant),
        )


def worse(kind: Wound) -> Wound:
    """The next worse kind; aggravated is the worst."""
    return WOUNDS[min(WOUNDS.index(kind) + 1, 2)]


def milder(kind: Wound) -> Literal["lethal", "bashing"] | None:
    """The next milder kind, or None below bashing."""
    if kind == "bashing":
        return None
    return "lethal" if kind == "aggravated" else "bashing"


def deal(track: Track, kind: Wound, wounds: int, *, resistant: bool = False) -> Dealt:
    """Deal wounds one at a time (PAN-HEALTH-03 to PAN-HEALTH-06)."""
    tally = Marking(track)
    by: list[str] = []
    marked = overflow = 0
    pushed: dict[Wound, int] = {"bashing": 0, "lethal": 0}
    upgraded: dict[Wound, int] = {"bashing": 0, "lethal": 0}
    for _ in range(wounds):
        mildest = tally.mildest() if tally.is_full() else None
        if mildest is None:
            by.append("PAN-HEALTH-03")
            tally.add(kind, resistant=resistant)
            marked += 1
        elif WOUNDS.index(kind) > WOUNDS.index(mildest):
            by.append("PAN-HEALTH-04")
            tally.take(mildest)
            tally.add(kind, resistant=resistant)
            pushed[mildest] += 1
            marked += 1
        elif mildest != "aggravated":
            by.append("PAN-HEALTH-05")
            tally.turn(mildest, worse(mildest))
            upgraded[mildest] += 1
        else:
            by.append("PAN-HEALTH-06")
            overflow += 1
    change = Change(
        marked=marked, pushed=ByMilder(**pushed), upgraded=ByMilder(**upgraded), overflow=overflow
    )
    return Dealt(tally.track(), change, cite(*by, "PAN-HEALTH-07"))


def without(track: Track, fewer: Mapping[Wound, int]) -> Track:
    """A track with so many fewer ordinary wounds of each kind."""
    tally = Marking(track)
    for kind, wounds in fewer.items():
        tally.ordinary[kind] -= wounds
    return tally.track()


def status_of(track: Track) -> Status:
    """Able while a box is empty, else by the wound in the last box (PAN-HEALTH-07)."""
    tally = Marking(track)
    return _FULL[tally.mildest()] if tally.is_full() else "able"


def hurt(track: Track) -> int:
    """One number for how badly a track is hurt (PAN-ONGOING-06)."""
    return sum(getattr(track, kind) * _HURT[kind] for kind in WOUNDS)
