"""The maneuver table as data, and what the Storyteller adds to it (FAL-MANEUV, FAL-RANGED)."""

from functools import cache
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from rules.fallen.pool import Term, trait
from rules.fallen.types import DamageKind, Grip, Settings, Weapon, WeaponRange
from rules.kernel.parsing import convert, wrong
from rules.kernel.tables import read_table
from rules.kernel.types import Input

CloseManeuver = Literal["clinch", "disarm", "hold", "kick", "strike", "sweep", "tackle", "weapon_strike"]
RangedManeuver = Literal["shot", "automatic_fire", "multiple_shots", "strafing", "burst", "two_weapons"]
Maneuver = CloseManeuver | RangedManeuver | Literal["custom"]
Defence = Literal["block", "dodge", "parry"]
BrawlOrMelee = Literal["brawl", "melee"]
Power = Literal["strength", "dexterity"]


class Custom(Input):
    """A maneuver that the Storyteller defines (FAL-MANEUV-24)."""

    name: str
    attribute: Power
    ability: Literal["brawl", "melee", "firearms", "athletics", "martial_arts"]
    accuracy: Annotated[int, Meta(ge=-10, le=20)] = 0
    difficulty: Annotated[int, Meta(ge=-4, le=8)] = 0
    damage: Literal["strength", "weapon", "dice", "none"]
    dice: Annotated[int, Meta(ge=0, le=20)] = 0
    kind: DamageKind = "bashing"
    knockdown: bool = False
    ranged: bool = False


class ManeuverRow(Struct, frozen=True):
    """A maneuver as the table has it; see the head of `maneuvers.toml`."""

    id: str
    clause: str
    range: WeaponRange
    attribute: Power
    abilities: tuple[str, ...]
    accuracy: int
    difficulty: int
    off_hand_difficulty: int
    damage: Literal["strength", "weapon", "dice", "none", "special", "reduces"]
    damage_dice: int
    knockdown: bool
    grip: Grip | Literal[""]
    automatic: bool
    multiple: bool
    rounds: Literal["", "1", "3", "all"]
    kind: DamageKind = "bashing"

    @property
    def is_ranged(self) -> bool:
        return self.range == "ranged"


def row_of(maneuver: str, custom: Custom | None) -> ManeuverRow:
    """The row of a maneuver, or the one that the Storyteller wrote for this use."""
    return _rows()[maneuver] if custom is None or maneuver != "custom" else _custom_row(custom)


def find_row(maneuver: str) -> ManeuverRow | None:
    """The row of the table by its id (`strike`, `dodge`, …), or None where the table has no such maneuver."""
    return _rows().get(maneuver)


def all_maneuvers() -> tuple[str, ...]:
    """The ids of the table's rows, defences included."""
    return tuple(_rows())


def attribute_of(row: ManeuverRow, settings: Settings) -> Power:
    """The Attribute of an attack; two weapons may use another (FAL-RANGED-05)."""
    return settings.two_weapons_attribute if row.id == "two_weapons" else row.attribute


def ability_of_defence(maneuver: Defence, settings: Settings) -> str:
    """The Ability of a defence; a dodge may use another (FAL-MANEUV-13)."""
    return settings.dodge_ability if maneuver == "dodge" else _rows()[maneuver].abilities[0]


def damage_source(row: ManeuverRow, weapon: Weapon | None) -> Literal["strength", "weapon", "dice", "none"]:
    """What the damage comes from; a disarm uses the weapon if there is one (FAL-MANEUV-23)."""
    if row.damage == "special":
        return "strength" if weapon is None else "weapon"
    return "none" if row.damage == "reduces" else row.damage


def damage_terms(row: ManeuverRow, weapon: Weapon | None, strength: int) -> tuple[Term, ...]:
    """The damage that a maneuver's row gives, before extra dice (FAL-DAMAGE-09)."""
    source = damage_source(row, weapon)
    own = Term("maneuver", row.damage_dice, row.clause, always=source == "dice")
    if source == "weapon" and weapon is not None:
        wielded = (trait("strength", strength),) if weapon.strength else ()
        return (*wielded, Term("weapon", weapon.dice, "FAL-ATTACK-06", always=True), own)
    return (trait("strength", strength), own) if source == "strength" else (own,)


def damage_kind(row: ManeuverRow, weapon: Weapon | None, override: DamageKind | None) -> DamageKind:
    """Bashing unless a weapon, the Storyteller's maneuver or the Storyteller says otherwise (FAL-TYPE-04)."""
    if override is not None:
        return override
    return weapon.kind if weapon and damage_source(row, weapon) == "weapon" else row.kind


def adds_strength(row: ManeuverRow, weapon: Weapon | None) -> bool:
    """Whether the damage has the attacker's Strength in it."""
    source = damage_source(row, weapon)
    return source == "strength" or (source == "weapon" and weapon is not None and weapon.strength)


def check_maneuver(maneuver: str, custom: Custom | None, weapon: Weapon | None) -> None:
    """For `__post_init__`: `custom` with the maneuver of that name alone, a weapon where the damage is a weapon's."""
    if maneuver == "custom" and custom is None:
        raise wrong("custom", "a custom maneuver has to be described here")
    if maneuver != "custom" and custom is not None:
        raise wrong("custom", "the chosen maneuver is in the table, so leave this empty")
    if weapon is None and row_of(maneuver, custom).damage == "weapon":
        raise wrong("weapon", "a weapon does the damage here, so one has to be chosen")


def check_ability(maneuver: str, ability: BrawlOrMelee | UnsetType) -> None:
    """For `__post_init__`: an Ability is named where the row leaves the choice, and only there (FAL-MANEUV-06)."""
    has_choice = maneuver != "custom" and len(_rows()[maneuver].abilities) > 1
    if has_choice and ability is UNSET:
        raise wrong("ability", "this is done with Brawl or with Melee, so one has to be chosen")
    if not has_choice and ability is not UNSET:
        raise wrong("ability", "this maneuver leaves no choice, so leave this empty")


@cache
def _rows() -> dict[str, ManeuverRow]:
    rows = convert(read_table("rules.fallen", "maneuvers.toml")["maneuver"], tuple[ManeuverRow, ...])
    return {row.id: row for row in rows}


def _custom_row(custom: Custom) -> ManeuverRow:
    return ManeuverRow(
        id="custom",
        clause="FAL-MANEUV-24",
        range="ranged" if custom.ranged else "close",
        attribute=custom.attribute,
        abilities=(custom.ability,),
        accuracy=custom.accuracy,
        difficulty=custom.difficulty,
        off_hand_difficulty=0,
        damage=custom.damage,
        damage_dice=custom.dice,
        knockdown=custom.knockdown,
        grip="",
        automatic=False,
        multiple=False,
        rounds="",
        kind=custom.kind,
    )
