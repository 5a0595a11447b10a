"""What `fallen` keeps: a fighter's traits, health levels, conditions and turn; armor and weapons."""

from django.db.models import CheckConstraint, F, Q

from campaigns.models.records import Record
from campaigns.models.typed_rows import Map, Moment, TypedRow, stored
from rules.fallen.declarations import ActionPlan
from rules.fallen.ordering import Initiative, InitiativeRank, InitiativeRating
from rules.fallen.soak import SoakTrait
from rules.fallen.types import (
    LEVELS,
    ActionCount,
    ArmorRating,
    DamageKind,
    Grip,
    InitiativePenalty,
    Kind,
    Marks,
    MoveDifficulty,
    Opponents,
    Position,
    Restraint,
    Rounds,
    SavedHours,
    Times,
    Trait,
    TurnsOut,
    TurnsPast,
    WeaponDice,
    WeaponRange,
    Yards,
)
from rules.kernel.values import Value, Values

ATTRIBUTES = ("strength", "dexterity", "stamina", "perception", "wits")
ABILITIES = ("brawl", "melee", "firearms", "athletics", "martial_arts", "stealth", "alertness")


class FallenSheet(TypedRow):
    """The traits of somebody in `fallen`. What is not yet settled about them is null."""

    kind: Kind | None
    strength: Trait | None
    dexterity: Trait | None
    stamina: Trait | None
    perception: Trait | None
    wits: Trait | None
    brawl: Trait
    melee: Trait
    firearms: Trait
    athletics: Trait
    martial_arts: Trait
    stealth: Trait
    alertness: Trait
    faith: Trait
    willpower: Trait
    traits: Map[Value]

    def __str__(self) -> str:
        return f"fallen sheet of {self.record}"


class FallenHealth(TypedRow):
    """Seven levels, marked by three kinds of damage, and what a blow may do besides."""

    bashing: Marks
    lethal: Marks
    aggravated: Marks
    dead: bool
    unconscious: bool
    heal_hours: SavedHours
    unconscious_for: TurnsOut
    healed_from: Moment | None
    out_from: Moment | None

    class Meta:
        constraints = (
            CheckConstraint(
                condition=Q(bashing__lte=LEVELS - F("lethal") - F("aggravated")), name="fallen_levels_ok"
            ),
            CheckConstraint(
                condition=Q(
                    Q(healed_from__gte=0) | Q(healed_from=None), Q(out_from__gte=0) | Q(out_from=None)
                ),
                name="fallen_moments_ok",
            ),
        )

    def __str__(self) -> str:
        return f"health of {self.record}"


class FallenCondition(TypedRow):
    """What hinders somebody in a fight, and who holds them how."""

    dazed: bool
    prone: bool
    rising: bool
    disarmed: bool
    blind: bool
    restraint: Restraint = "free"
    held_by: Record | None = stored(None, of=("character",))
    grip: Grip | None
    opponents: Opponents = 1
    soaks_with: SoakTrait = stored("stamina", db_default="stamina", is_mark=True)

    def __str__(self) -> str:
        return f"conditions of {self.record}"


class FallenTurn(TypedRow):
    """A fighter's place in the order and how far her turn has come.

    `did` counts what of her plan she has done, `foes` has whom she fights at close quarters in this turn.
    """

    in_combat: bool
    multiple: bool
    turn_done: bool
    turn_lost: bool
    actions_taken: ActionCount
    moved: Yards
    turn_initiative: InitiativePenalty
    next_initiative: InitiativePenalty
    initiative: Initiative | None
    initiative_rating: InitiativeRating | None
    initiative_rank: InitiativeRank | None
    turn_order: InitiativeRank | None
    acted: ActionCount = stored(0, db_default=0)
    rolled_initiative: bool = stored(False, is_mark=True, db_default=False)
    in_order: bool = stored(False, is_mark=True, db_default=False)
    turn_begun: bool = stored(False, is_mark=True, db_default=False)
    holds_back: bool = stored(False, is_mark=True, db_default=False)
    turns_past: TurnsPast = stored(0, is_mark=True, db_default=0)
    ahead_of: Record | None = stored(None, of=("character",), is_mark=True)
    plan: list[Values] = stored([], kind=list[ActionPlan], is_mark=True, db_default=[])
    did: Map[Times] = stored({}, db_default={})
    foes: Map[bool] = stored({}, is_mark=True, db_default={})
    move_difficulty: MoveDifficulty = stored(0, is_mark=True, db_default=0)
    position: Position = stored("front", is_mark=True, db_default="front")

    def __str__(self) -> str:
        return f"turn of {self.record}"


class FallenArmor(TypedRow):
    """Something worn that soaks damage until a blow destroys it."""

    wearer: Record | None = stored(None, of=("character",), related_name="armor_worn")
    rating: ArmorRating = 1
    destroyed: bool

    def __str__(self) -> str:
        return str(self.record)


class FallenWeapon(TypedRow):
    """A weapon: its dice and kind of damage, whether it is fired, and its rounds where they are counted."""

    holder: Record | None = stored(None, of=("character",), related_name="weapons_held")
    dice: WeaponDice
    kind: DamageKind = "bashing"
    strength: bool
    range: WeaponRange | None
    automatic: bool
    ammo: Rounds | None

    def __str__(self) -> str:
        return str(self.record)
