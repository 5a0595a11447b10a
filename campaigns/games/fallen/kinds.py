"""What records of `fallen` hold, and what is worked out instead of stored."""

from collections.abc import Mapping

from campaigns.models import (
    Character,
    FallenArmor,
    FallenCondition,
    FallenHealth,
    FallenSheet,
    FallenTurn,
    FallenWeapon,
)
from campaigns.state.fields import Derived, Kind, Others, Stands, Unsound, fields_of
from rules.fallen.types import LEVELS
from rules.kernel.values import Values, as_whole


def _armor(others: Others, sheet: Stands) -> Values | None:
    """What a character wears: the oldest armor that still holds, else the oldest that does not."""
    worn = others.linked("fallen.armor", "wearer", sheet.id)
    found = min(worn, key=lambda one: bool(one["destroyed"]), default=None)
    if found is None:
        return None
    return {"id": found.id, "rating": found["rating"], "destroyed": found["destroyed"]}


def _too_many_marks(fields: Values) -> Unsound | None:
    marks = sum(as_whole(fields[kind]) for kind in ("bashing", "lethal", "aggravated"))
    return None if marks <= LEVELS else ("bashing", f"{marks} marked levels are more than {LEVELS}")


def _beset(_others: Others, sheet: Stands) -> int:
    """How many she fights at close quarters in this turn (FAL-OPP-01)."""
    return sum(name.startswith("foes.") for name in sheet.fields)


CHARACTER = Kind(
    "fallen.character",
    (Character, FallenSheet, FallenHealth, FallenCondition, FallenTurn),
    {
        **fields_of(Character, "possessed_by"),
        **fields_of(FallenSheet),
        "armor": Derived(_armor),
        **fields_of(FallenHealth),
        **fields_of(FallenCondition),
        **fields_of(FallenTurn),
        "beset": Derived(_beset),
    },
    check=_too_many_marks,
)

ARMOR = Kind("fallen.armor", (FallenArmor,), fields_of(FallenArmor))

WEAPON = Kind("fallen.weapon", (FallenWeapon,), fields_of(FallenWeapon))

KINDS: Mapping[str, Kind] = {kind.name: kind for kind in (CHARACTER, ARMOR, WEAPON)}
