"""The spell book: what stays the same of a spell from casting to casting, written down once (PAN-TRACK-09)."""

from typing import Annotated

import msgspec
from msgspec import Meta

from rules.kernel.draws import Draws
from rules.kernel.effects import set_to
from rules.kernel.origins import OWN, PLAYER, TEXT, New, by, record
from rules.kernel.parsing import check_distinct, wrong
from rules.kernel.result import Result
from rules.kernel.types import Id, Input, OptionalText, Outcome
from rules.pandemonium.types import (
    Arcanum,
    Aspect,
    Interval,
    Kind,
    Name,
    PandemoniumInput,
    PoolTraits,
    SpellDuration,
    Subject,
    Timing,
    Wound,
)

Reach = Annotated[int, Meta(ge=0, le=30)]
"""How many targets a casting is meant for; none where it fills an area or touches nobody."""
Cost = Annotated[int, Meta(ge=0, le=50)]
Label = Annotated[str, Meta(max_length=100)]
WOUNDING: tuple[Kind, ...] = ("attack", "direct", "control", "plunder", "other")
"""Kinds that deal damage, or may add some (PAN-ADDED-01)."""
STRIKING: tuple[Kind, ...] = ("attack", "direct")
"""Kinds whose damage may lie in wait or fall piece by piece (PAN-DELAY-01, PAN-ONGOING-01)."""


class Written(Input):
    """A spell as it stands in the book, but for its name."""

    aspect: Aspect
    kind: Kind
    arcanum: Arcanum
    wound: Wound | None = None
    resistant: bool = False
    temporary: bool = False
    interval: Interval | None = None
    delayed: bool = False
    reach: Reach = 1
    area: Label = ""
    compared: Name | None = None
    resisted_by: PoolTraits | None = None
    shaped_with: PoolTraits | None = None
    mana: Cost = 0
    timing: Timing = "instant"
    duration: SpellDuration = "sustained"
    words: Annotated[OptionalText, TEXT] = ""


class NewKnownSpell(Written):
    """A spell that is written down, or written anew under its own id."""

    id: Annotated[Id, New("known_spell")]

    def __post_init__(self) -> None:
        if self.wound is not None and self.kind not in WOUNDING:
            raise wrong("wound", "leave this empty: a spell of this kind deals no wounds of its own")
        if self.wound is None and (self.resistant or self.kind in ("attack", "direct")):
            raise wrong("wound", "choose the kind of wounds that it deals")
        for name in ("interval", "delayed"):
            if getattr(self, name) and self.kind not in STRIKING:
                raise wrong(name, "leave this empty: only damage falls piece by piece or lies in wait")
        if self.interval is not None and self.temporary:
            raise wrong("interval", "leave this empty: wounds for a while fall all at once")
        for name in ("resisted_by", "shaped_with"):
            check_distinct(name, getattr(self, name) or ())


class BookEntry(Subject):
    """What a casting reads of the spell that it is made from, besides what it says itself."""

    caster: Id | None = None
    compared: Name | None = None
    resisted_by: PoolTraits | None = None
    temporary: bool = False


class WriteSpellInput(PandemoniumInput):
    spell: Annotated[NewKnownSpell, PLAYER, OWN, by("PAN-TRACK-09")]
    caster: Annotated[Subject, record("character")]


class WriteSpellOutcome(Outcome):
    kind: Kind
    aspect: Aspect


def write_spell(given: WriteSpellInput, draws: Draws) -> Result:
    """Write a spell into a mage's book, or write it anew (PAN-TRACK-09)."""
    written = msgspec.to_builtins(given.spell)
    del written["id"]
    stored = set_to(given.spell.id, "record", {"caster": given.caster.id, **written})
    outcome = WriteSpellOutcome(kind=given.spell.kind, aspect=given.spell.aspect)
    return Result(outcome, (stored,), ("PAN-TRACK-09",))
