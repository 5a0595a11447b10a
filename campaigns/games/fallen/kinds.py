"""Which contract field of `fallen` lies in which column, and what is worked out instead of stored."""

from collections.abc import Mapping
from typing import Annotated, Any

from django.db.models import Model
from msgspec import Meta

from campaigns.models import (
    Character,
    FallenArmor,
    FallenCondition,
    FallenHealth,
    FallenSheet,
    FallenTurn,
    FallenWeapon,
)
from campaigns.models.characters import CharacterState, Control
from campaigns.models.fallen import (
    ABILITIES,
    ATTRIBUTES,
    ArmorRating,
    Rank,
    Rating,
    Rounds,
    Score,
    WeaponDice,
)
from campaigns.state.fields import Column, Derived, Field, Kind, Map, Others, Ref, Stands, Unsound
from rules.fallen.declarations import ActionPlan
from rules.fallen.types import (
    LEVELS,
    ActionCount,
    DamageKind,
    Grip,
    InitiativePenalty,
    Marks,
    Opponents,
    Restraint,
    SavedHours,
    Trait,
    TurnsOut,
    TurnsPast,
    Yards,
)
from rules.fallen.types import Kind as Nature

Moment = Annotated[int, Meta(ge=0, le=10**12)]


def _armor(others: Others, sheet: Stands) -> dict[str, Any] | None:
    """What a character wears: the oldest armor that still holds, else the oldest that does not."""
    worn = others.linked("fallen.armor", "wearer", sheet.id)
    found = min(worn, key=lambda one: bool(one["destroyed"]), default=None)
    if found is None:
        return None
    return {"id": found.id, "rating": found["rating"], "destroyed": found["destroyed"]}


def _too_many_marks(fields: Mapping[str, Any]) -> Unsound | None:
    marks = sum(fields[kind] for kind in ("bashing", "lethal", "aggravated"))
    return None if marks <= LEVELS else ("bashing", f"{marks} marked levels are more than {LEVELS}")


def _columns(model: type[Model], kind: Any, default: Any, *names: str) -> dict[str, Field]:
    return {name: Column(model, name, kind, default) for name in names}


SHEET: dict[str, Field] = {
    "state": Column(Character, "state", CharacterState, "draft"),
    "control": Column(Character, "control", Control, "player"),
    "kind": Column(FallenSheet, "kind", Nature | None, None),
    **_columns(FallenSheet, Trait | None, None, *ATTRIBUTES),
    **_columns(FallenSheet, Trait, 0, *ABILITIES, "faith", "willpower"),
    "traits": Map(FallenSheet, "traits"),
    "armor": Derived(_armor),
}

HEALTH: dict[str, Field] = {
    **_columns(FallenHealth, Marks, 0, "bashing", "lethal", "aggravated"),
    **_columns(FallenHealth, bool, False, "dead", "unconscious"),
    "heal_hours": Column(FallenHealth, "heal_hours", SavedHours, 0),
    "unconscious_for": Column(FallenHealth, "unconscious_for", TurnsOut, None),
    **_columns(FallenHealth, Moment | None, None, "healed_from", "out_from"),
}

CONDITION: dict[str, Field] = {
    **_columns(FallenCondition, bool, False, "dazed", "prone", "rising", "disarmed", "blind"),
    "restraint": Column(FallenCondition, "restraint", Restraint, "free"),
    "held_by": Ref(FallenCondition, "held_by"),
    "grip": Column(FallenCondition, "grip", Grip | None, None),
    "opponents": Column(FallenCondition, "opponents", Opponents, 1),
}

TURN: dict[str, Field] = {
    **_columns(FallenTurn, bool, False, "in_combat", "multiple", "turn_done", "turn_lost"),
    "actions_taken": Column(FallenTurn, "actions_taken", ActionCount, 0),
    "moved": Column(FallenTurn, "moved", Yards, 0),
    **_columns(FallenTurn, InitiativePenalty, 0, "turn_initiative", "next_initiative"),
    "initiative": Column(FallenTurn, "initiative", Score | None, None),
    "initiative_rating": Column(FallenTurn, "initiative_rating", Rating | None, None),
    **_columns(FallenTurn, Rank | None, None, "initiative_rank", "turn_order"),
    "acted": Column(FallenTurn, "acted", ActionCount, 0),
    **{
        name: Column(FallenTurn, name, bool, False, is_mark=True)
        for name in ("rolled_initiative", "in_order", "turn_begun", "holds_back")
    },
    "turns_past": Column(FallenTurn, "turns_past", TurnsPast, 0, is_mark=True),
    "ahead_of": Ref(FallenTurn, "ahead_of", is_mark=True),
    "plan": Column(FallenTurn, "plan", list[ActionPlan], [], is_mark=True),
}

CHARACTER = Kind(
    "fallen.character",
    (Character, FallenSheet, FallenHealth, FallenCondition, FallenTurn),
    {**SHEET, **HEALTH, **CONDITION, **TURN},
    check=_too_many_marks,
)

ARMOR = Kind(
    "fallen.armor",
    (FallenArmor,),
    {
        "wearer": Ref(FallenArmor, "wearer"),
        "rating": Column(FallenArmor, "rating", ArmorRating, 1),
        "destroyed": Column(FallenArmor, "destroyed", bool, False),
    },
)

WEAPON = Kind(
    "fallen.weapon",
    (FallenWeapon,),
    {
        "holder": Ref(FallenWeapon, "holder"),
        "dice": Column(FallenWeapon, "dice", WeaponDice, 0),
        "kind": Column(FallenWeapon, "kind", DamageKind, "bashing"),
        **_columns(FallenWeapon, bool, False, "strength", "automatic"),
        "ammo": Column(FallenWeapon, "ammo", Rounds, None),
    },
)

KINDS: Mapping[str, Kind] = {kind.name: kind for kind in (CHARACTER, ARMOR, WEAPON)}
