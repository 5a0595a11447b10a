"""What is asked of a stored value whose declared type leaves its parts open: the shape that its rules give it."""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from campaigns.state import kinds
from campaigns.state.fields import Ref
from rules.fallen.types import Trait
from rules.kernel.errors import InvalidInput
from rules.kernel.parsing import parse, wrong
from rules.kernel.types import Id, Input, OptionalText, Text
from rules.pandemonium.temporary import StoredByMilder, StoredDowngrade
from rules.pandemonium.types import Points, Successes, Wound
from rules.sorcerer.characters import Background, Descriptors
from rules.sorcerer.contact import AbilityName
from rules.sorcerer.contain import Scope
from rules.sorcerer.demons import AbilityUser


class AbilityDetail(Input):
    """What stands on a sheet beside an Ability (SOR-ABIL-01), stored under its name."""

    name: AbilityName
    user: AbilityUser | None = None
    target: OptionalText = ""
    effect: OptionalText = ""


class Fate(Input):
    """What a spell has made of somebody for good (PAN-ENDING)."""

    fate: Text
    spell: Id | None = None


class Length(Input):
    """A length of game time; a month is 30 days, a year 365."""

    years: Points = 0
    months: Points = 0
    weeks: Points = 0
    days: Points = 0


class Lingering(Input):
    """How long something stays behind: for a time, or without end (PAN-AFTER-06, PAN-AFTER-07)."""

    indefinite: bool = False
    duration: Length | None = None

    def __post_init__(self) -> None:
        if self.indefinite == (self.duration is not None):
            raise wrong("indefinite", "say how long it lasts, or that it has no end: one of the two")


class Temporary(Input):
    """Damage or healing that is undone when its time is up (PAN-TEMP), whichever of the two it is."""

    type: Literal["damage", "healing"]
    kind: Wound | None = None
    resistant: bool = False
    marked: Successes = 0
    pushed: StoredByMilder = StoredByMilder()
    upgraded: StoredByMilder = StoredByMilder()
    downgraded: tuple[StoredDowngrade, ...] = ()

    def __post_init__(self) -> None:
        is_damage = self.type == "damage"
        if is_damage == (self.kind is None):
            raise wrong("kind", "damage has a kind of wound, healing has none")
        if is_damage and self.downgraded:
            raise wrong("downgraded", "only healing makes wounds milder")
        if not is_damage and (
            self.resistant or self.marked or {self.pushed, self.upgraded} != {StoredByMilder()}
        ):
            raise wrong("marked", "only damage marks, pushes off or makes worse")


ASKED: Mapping[tuple[str, str], Any] = {
    ("character", "descriptors"): Descriptors,
    ("character", "background"): tuple[Background, ...],
    ("demon", "ability_details"): tuple[AbilityDetail, ...],
    ("contain", "scope"): Scope,
    ("pandemonium.character", "ending"): Fate | None,
    **{(f"pandemonium.{noun}", "aftereffect"): Lingering for noun in ("character", "thing", "place")},
    **{
        (f"pandemonium.{noun}", "temporary"): tuple[Temporary, ...]
        for noun in ("character", "thing", "place")
    },
    ("fallen.character", "traits"): Trait,
}
"""By kind and field."""

PARTS: Mapping[str, Mapping[Any, tuple[str, ...]]] = {
    "temporary": {
        "damage": ("type", "kind", "resistant", "marked", "pushed", "upgraded"),
        "healing": ("type", "downgraded"),
    }
}
"""Rows of a field that are of one type or another, with the parts of each."""

DETAILS = ("demon", "ability_details")
SCOPE = ("contain", "scope")


def shape_of(kind: str, field: str) -> Any:
    """The type by which a person is asked for a field's value, or for one value of a map."""
    declared = kinds.kind(kind).stored()[field]
    if isinstance(declared, Ref):
        raise TypeError("a reference is no value")
    return ASKED.get((kind, field), declared.type)


def as_asked(kind: str, field: str, stored: Any) -> Any:
    """A stored value as its controls show it."""
    if (kind, field) == DETAILS and isinstance(stored, Mapping):
        return [{"name": name, **one} for name, one in stored.items() if isinstance(one, Mapping)]
    return stored


def as_stored(kind: str, field: str, asked: Any) -> Any:
    """What was typed as it is stored; `InvalidInput` names the part (after `input`) that does not fit."""
    if field == "aftereffect" and not any((asked.get("duration") or {}).values()):
        asked = {**asked, "duration": None}  # no time at all is none
    value = msgspec.to_builtins(parse(shape_of(kind, field), asked))
    if (kind, field) == DETAILS:
        return _by_name(value)
    if (kind, field) == SCOPE:
        return {name: part for name, part in value.items() if part}
    if field == "temporary":
        return [_of_its_type(one) for one in value]
    return value


def _by_name(rows: list[dict[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for number, row in enumerate(rows):
        name = row.pop("name")
        if name in found:
            raise InvalidInput("it stands here twice", field=f"input.{number}.name")
        found[name] = row
    return found


def _of_its_type(row: dict[str, Any]) -> dict[str, Any]:
    """Damage or healing with its own parts alone."""
    return {name: part for name, part in row.items() if name in PARTS["temporary"][row["type"]]}
