"""Words, bounds and settings that the fallen actions share."""

from typing import Annotated, Literal

from msgspec import Meta, UnsetType

from rules.kernel.origins import SETTING
from rules.kernel.types import Input

Id = Annotated[str, Meta(min_length=1, max_length=80)]
Trait = Annotated[int, Meta(ge=0, le=10)]
Attribute = Trait | UnsetType
"""An Attribute has no default: an action that reads it refuses an input without it (`require`)."""
Marks = Annotated[int, Meta(ge=0, le=7)]
BaseDifficulty = Annotated[int, Meta(ge=2, le=20)]
Net = Annotated[int, Meta(ge=1, le=60)]
Opponents = Annotated[int, Meta(ge=1, le=20)]
ActionCount = Annotated[int, Meta(ge=0, le=20)]
TurnsPast = Annotated[int, Meta(ge=0, le=1000)]
Yards = Annotated[int, Meta(ge=0, le=1000)]
InitiativePenalty = Annotated[int, Meta(ge=-20, le=0)]
SavedHours = Annotated[int, Meta(ge=0, le=100000)]
ArmorRating = Annotated[int, Meta(ge=1, le=10)]
WeaponDice = Annotated[int, Meta(ge=0, le=20)]
Rounds = Annotated[int, Meta(ge=0, le=1000)]
TurnsOut = Annotated[int, Meta(ge=0, le=10000)] | Literal["scene"] | None
Duration = Annotated[int, Meta(ge=1, le=10000)] | Literal["scene"]
BlindDifficulty = Annotated[int, Meta(ge=0, le=8)]

Kind = Literal["demon", "mortal"]
DamageKind = Literal["bashing", "lethal", "aggravated"]
Restraint = Literal["free", "held", "helpless"]
Grip = Literal["clinch", "hold"]
Location = Literal["none", "medium", "small", "precise"]
Position = Literal["front", "flank", "rear"]
MoveDifficulty = Annotated[int, Meta(ge=0, le=10)]
Beset = Annotated[int, Meta(ge=0, le=100)]
Times = Annotated[int, Meta(ge=0, le=20)]

LEVELS = 7
STANDARD = 6
"""The difficulty that holds where nothing else does (FAL-POOL-02)."""

_LevelHours = Annotated[tuple[Annotated[int, Meta(ge=1, le=100000)], ...], Meta(min_length=7, max_length=7)]
BASHING_HOURS = (1, 1, 1, 1, 3, 6, 12)
LETHAL_HOURS = (24, 72, 168, 720, 1440, 2160, 3600)


class HealHours(Input):
    """The hours that each level takes to heal, from Bruised to Incapacitated (FAL-HEALTH-09, -10)."""

    mortal_bashing: _LevelHours = BASHING_HOURS
    mortal_lethal: _LevelHours = LETHAL_HOURS
    demon_bashing: _LevelHours = BASHING_HOURS
    demon_lethal: _LevelHours = LETHAL_HOURS


class Settings(Input):
    """What a campaign chooses where editions differ or the source is silent. Actions read the keys their rules name."""

    difficulty_cap: Literal[9, 10] = 10
    over_cap: Literal["clamp", "threshold"] = "clamp"
    ones_cancel: bool = True
    botch_rule: Literal["no_success", "net_negative"] = "no_success"
    specialty_tens: Literal["off", "reroll", "double"] = "off"
    reroll_limit: Annotated[int, Meta(ge=1, le=5)] = 5
    willpower_success: bool = True
    damage_ones_cancel: bool = True
    extra_successes: Literal["beyond_first", "all"] = "beyond_first"
    faith_soak: Literal["bashing_lethal", "any", "off"] = "bashing_lethal"
    mortal_lethal_soak: Literal["armor_only", "stamina_in_armor"] = "armor_only"
    armor_soaks_aggravated: bool = True
    armor_break_on: Literal["applied", "rolled"] = "applied"
    daze_on: Literal["rolled", "after_soak"] = "rolled"
    dazed_may_defend: bool = False
    ambush_bonus: Literal["dice", "successes"] = "dice"
    blind_ranged: Literal["unaimed", "forbidden"] = "unaimed"
    ranged_defence: Literal["dodge_only", "any"] = "dodge_only"
    dodge_ability: Literal["brawl", "athletics"] = "brawl"
    two_weapons_attribute: Literal["strength", "dexterity"] = "strength"
    overflow: Literal["death", "upgrade"] = "death"
    initiative_rolled: Literal["combat", "turn"] = "combat"
    heal_hours: HealHours = HealHours()


class FallenInput(Input):
    """The input of any fallen action: what its table lists, and the campaign's settings."""

    settings: Annotated[Settings, SETTING] = Settings()


class Subject(Input):
    """A stored record, with the traits that the action reads of it."""

    id: Id


class Armor(Subject):
    rating: ArmorRating
    destroyed: bool = False


WeaponRange = Literal["close", "ranged"]


class Weapon(Subject):
    dice: WeaponDice
    kind: DamageKind
    strength: bool = False
    automatic: bool = False
    ammo: Rounds | None = None


def dots(attribute: Attribute) -> int:
    """An Attribute that the input is known to hold; 0 stands in where it is not read at all."""
    return 0 if isinstance(attribute, UnsetType) else attribute
