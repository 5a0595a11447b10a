"""Whom or what a spell is meant for, what its net successes are compared with, and how far it gets (PAN-CONSEQ)."""

from collections.abc import Collection
from typing import Annotated

from msgspec import Meta

from rules.kernel.chances import share
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import DERIVED, GM, PLAYER, PROCEDURE, STORED, by, side_of
from rules.kernel.parsing import wrong
from rules.kernel.types import Id, Input, Outcome
from rules.kernel.values import Value
from rules.pandemonium import pools
from rules.pandemonium.odds import spread
from rules.pandemonium.resisting import Resist, Side
from rules.pandemonium.types import (
    Applied,
    Character,
    Dots,
    Fame,
    Hold,
    Name,
    PandemoniumInput,
    PoolTraits,
    Severity,
    Traits,
    Willpower,
)

_STRENGTH: dict[str, int] = {"none": 0, "resisted": 0, "normal": 1, "severe": 2}


class HeldCharacter(Character):
    """A target and what this spell's record says of its hold on them."""

    hold: Annotated[Hold, DERIVED] = "none"


class Target(Input):
    """A character, or an object or place without a fitting trait (PAN-CONSEQ-08)."""

    id: Id
    traits: Traits | None = None
    willpower: Willpower | None = None
    object: Annotated[bool, DERIVED] = False
    fame: Fame | None = None
    rating: Annotated[Dots | None, GM, by("PAN-CONSEQ-08", "PAN-CONSEQ-09")] = None

    def __post_init__(self) -> None:
        foreign = ("traits", "willpower", "hold") if self.object else ("fame", "rating")
        for field in foreign:
            if getattr(self, field, None) is not None:
                raise wrong(field, f"{'an object' if self.object else 'a character'} has no {field}")

    @property
    def character(self) -> Character:
        return Character(id=self.id, traits=self.traits or {}, willpower=self.willpower)

    @property
    def object_dots(self) -> int:
        return 2 + (self.fame or 0) if self.rating is None else self.rating  # PAN-CONSEQ-09


class HeldTarget(Target):
    hold: Annotated[Hold | None, DERIVED] = None

    @property
    def held(self) -> Hold:
        return self.hold or "none"


class Compared(Outcome):
    """What net successes are measured against."""

    name: str
    dots: int


class Resisted(PandemoniumInput):
    """What a target resists, with the traits that were said when the spell was brought to bear (PAN-CONSEQ-07)."""

    resisted_by: Annotated[PoolTraits | None, PROCEDURE] = None
    """None: the act's usual ones."""

    @property
    def usual(self) -> tuple[str, ...]:
        """The traits that resist this act where nothing else was said."""
        return ()

    @property
    def first_resisted_with(self) -> tuple[str, ...]:
        """The traits that resist it, whether or not they are rolled (PAN-STRUGGLE-02)."""
        return self.resisted_by or self.usual


class MayCompare(Resisted):
    """A consequence whose target may be an object, which neither resists nor has traits to compare."""

    target: HeldTarget
    compare: Annotated[Name | None, GM, by("PAN-CONSEQ-05")] = None
    instead: Annotated[Name | None, PLAYER, by("PAN-CONSEQ-06")] = None
    resist: Annotated[Resist | None, side_of("target")] = None

    @property
    def usual(self) -> tuple[str, ...]:
        return (self.compare, "power") if self.compare else ()

    def __post_init__(self) -> None:
        check_object(self.target, compare=self.compare, instead=self.instead)
        if not self.target.object and self.resist is None:
            raise wrong("resist", "a character resists: give their pool or their successes")


class SpellInUse(Input):
    """A spell as it comes to bear at this moment, its newest Shaping included (PAN-POT-15)."""

    id: Id
    potency: Annotated[int, Meta(ge=0, le=40), STORED]
    applied: Annotated[Applied, STORED] = "cast"
    """How it came about that it bears: known of every spell that was cast here (PAN-CONSEQ-17)."""


class FarSpell(SpellInUse):
    """A spell that may have reached its target through sympathy."""

    sympathetic: bool = False


def check_object(target: Target, **traits: str | None) -> None:
    """For `__post_init__`: an object has no trait to compare, a character must have one named."""
    if target.object:
        for field, name in traits.items():
            if name is not None:
                raise wrong(field, "leave this empty: an object is measured by its rating")
    elif traits["compare"] is None:
        raise wrong("compare", "name the Attribute of the target that counts against it")


def compare(who: Character, name: str, instead: str | None) -> Compared:
    """The trait compared, or the Skill or Merit put in its place even if lower (PAN-CONSEQ-06)."""
    measured = Compared(name=name, dots=pools.dots(who, name))
    return measured if instead is None else Compared(name=instead, dots=pools.dots(who, instead))


def compare_target(target: Target, name: str | None, instead: str | None) -> Compared:
    """As `compare`; an object counts its rating or 2 + Fame (PAN-CONSEQ-08)."""
    if target.object or name is None:
        return Compared(name="object", dots=target.object_dots)
    return compare(target.character, name, instead)


BY_DEGREE: dict[Severity, str] = {"severe": "PAN-CONSEQ-01", "normal": "PAN-CONSEQ-02"}
"""The clause by which a net comes to a severity."""


def severity_of(net: int, dots: int) -> Severity:
    """None without net successes, severe where they match the trait, else normal."""
    if net < 1:
        return "none"
    return "severe" if net >= dots else "normal"


def capped(severity: Severity) -> Severity:
    """Where no more than ordinary stakes are met, nothing is severe (PAN-CONSEQ-03)."""
    return "normal" if severity == "severe" else severity


def hold_after(applied: Applied, stored: Hold, severity: Severity) -> Hold:
    """What a spell's hold becomes: only a new casting loosens one that stands (PAN-CONSEQ-17)."""
    if applied != "cast" and _STRENGTH.get(stored, 0) > _STRENGTH[severity]:
        return stored
    return "resisted" if severity == "none" else severity


def refuse_retry(
    applied: Applied, held: Hold, *, clause: str, tries: Collection[str], over: Collection[str]
) -> None:
    """Refuse a try of one of these kinds where the stored hold is one of `over`."""
    if applied in tries and held in over:
        raise RuleViolation(
            f"{applied}, it may not be tried again", field="input.spell.applied", clause=clause
        )


def refuse_lost_sympathy(spell: FarSpell, held: Hold) -> None:
    """Who shook a distant spell off is only reached by a new casting (PAN-SYMP-02)."""
    if spell.sympathetic and spell.applied != "cast" and held in ("resisted", "escaped"):
        raise RuleViolation(
            "only a new casting can reach them again", field="input.spell.applied", clause="PAN-SYMP-02"
        )


ANY_HOLD = ("resisted", "normal", "severe", "escaped")
KEPT_UP = ("sustained", "refreshed")


def odds_of(potency: int, side: Side, dots: int | None) -> dict[str, Value]:
    """The odds of a resisted spell: its net successes and how far it gets; without `dots` nothing is severe."""
    against = spread(side.tally, potency)
    none = against.from_(potency)
    nets = [none, *(against.ways[potency - net] for net in range(1, potency + 1))]
    least = potency + 1 if dots is None else max(1, dots)
    return {
        "net": [share(ways, against.total) for ways in nets],
        "none": share(none, against.total),
        "normal": share(sum(nets[1:least]), against.total),
        "severe": share(sum(nets[least:]), against.total),
    }
