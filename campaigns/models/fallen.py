"""What `fallen` keeps: a fighter's traits, health levels, conditions and turn; armor and weapons."""

from django.db import models
from django.db.models import CheckConstraint, F, Q

from campaigns.models.constraints import read_as, within
from campaigns.models.records import Record
from rules.fallen.ordering import Ranked
from rules.fallen.types import (
    LEVELS,
    ActionCount,
    Armor,
    DamageKind,
    Grip,
    InitiativePenalty,
    Kind,
    Marks,
    Opponents,
    Restraint,
    SavedHours,
    Trait,
    TurnsPast,
    Weapon,
    Yards,
)

ATTRIBUTES = ("strength", "dexterity", "stamina", "perception", "wits")
ABILITIES = ("brawl", "melee", "firearms", "athletics", "martial_arts", "stealth", "alertness")
Score = read_as(Ranked, "initiative")
Rating = read_as(Ranked, "initiative_rating")
Rank = read_as(Ranked, "initiative_rank")
Rounds = read_as(Weapon, "ammo")
WeaponDice = read_as(Weapon, "dice")
ArmorRating = read_as(Armor, "rating")


class FallenSheet(models.Model):
    """The traits of somebody in `fallen`. What is not yet settled about them is null."""

    record = models.OneToOneField(
        Record, on_delete=models.CASCADE, primary_key=True, related_name="fallen_sheet"
    )
    kind = models.CharField(max_length=10, null=True, default=None)
    strength = models.PositiveSmallIntegerField(null=True, default=None)
    dexterity = models.PositiveSmallIntegerField(null=True, default=None)
    stamina = models.PositiveSmallIntegerField(null=True, default=None)
    perception = models.PositiveSmallIntegerField(null=True, default=None)
    wits = models.PositiveSmallIntegerField(null=True, default=None)
    brawl = models.PositiveSmallIntegerField(default=0)
    melee = models.PositiveSmallIntegerField(default=0)
    firearms = models.PositiveSmallIntegerField(default=0)
    athletics = models.PositiveSmallIntegerField(default=0)
    martial_arts = models.PositiveSmallIntegerField(default=0)
    stealth = models.PositiveSmallIntegerField(default=0)
    alertness = models.PositiveSmallIntegerField(default=0)
    faith = models.PositiveSmallIntegerField(default=0)
    willpower = models.PositiveSmallIntegerField(default=0)
    traits = models.JSONField(default=dict)

    class Meta:
        constraints = within(
            "fallen_sheet",
            kind=Kind | None,
            faith=Trait,
            willpower=Trait,
            **dict.fromkeys(ATTRIBUTES, Trait | None),
            **dict.fromkeys(ABILITIES, Trait),
        )

    def __str__(self) -> str:
        return f"fallen sheet of {self.record}"


class FallenHealth(models.Model):
    """Seven levels, marked by three kinds of damage, and what a blow may do besides."""

    record = models.OneToOneField(
        Record, on_delete=models.CASCADE, primary_key=True, related_name="fallen_health"
    )
    bashing = models.PositiveSmallIntegerField(default=0)
    lethal = models.PositiveSmallIntegerField(default=0)
    aggravated = models.PositiveSmallIntegerField(default=0)
    dead = models.BooleanField(default=False)
    heal_hours = models.PositiveIntegerField(default=0)
    healed_from = models.BigIntegerField(null=True, default=None)
    unconscious = models.BooleanField(default=False)
    unconscious_for = models.JSONField(null=True, default=None)
    out_from = models.BigIntegerField(null=True, default=None)

    class Meta:
        constraints = (
            *within("fallen_health", bashing=Marks, lethal=Marks, aggravated=Marks, heal_hours=SavedHours),
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


class FallenCondition(models.Model):
    """What hinders somebody in a fight, and who holds them how."""

    record = models.OneToOneField(
        Record, on_delete=models.CASCADE, primary_key=True, related_name="fallen_condition"
    )
    dazed = models.BooleanField(default=False)
    prone = models.BooleanField(default=False)
    rising = models.BooleanField(default=False)
    restraint = models.CharField(max_length=10, default="free")
    held_by = models.ForeignKey(Record, null=True, on_delete=models.PROTECT, related_name="+")
    grip = models.CharField(max_length=10, null=True, default=None)
    disarmed = models.BooleanField(default=False)
    blind = models.BooleanField(default=False)
    opponents = models.PositiveSmallIntegerField(default=1)

    class Meta:
        constraints = within("fallen_condition", restraint=Restraint, grip=Grip | None, opponents=Opponents)

    def __str__(self) -> str:
        return f"conditions of {self.record}"


class FallenTurn(models.Model):
    """A fighter's place in the order and how far her turn has come."""

    record = models.OneToOneField(
        Record, on_delete=models.CASCADE, primary_key=True, related_name="fallen_turn"
    )
    in_combat = models.BooleanField(default=False)
    multiple = models.BooleanField(default=False)
    actions_taken = models.PositiveSmallIntegerField(default=0)
    turn_done = models.BooleanField(default=False)
    turn_lost = models.BooleanField(default=False)
    moved = models.PositiveSmallIntegerField(default=0)
    turn_initiative = models.SmallIntegerField(default=0)
    next_initiative = models.SmallIntegerField(default=0)
    initiative = models.SmallIntegerField(null=True, default=None)
    initiative_rating = models.SmallIntegerField(null=True, default=None)
    initiative_rank = models.PositiveSmallIntegerField(null=True, default=None)
    turn_order = models.PositiveSmallIntegerField(null=True, default=None)
    turns_past = models.PositiveSmallIntegerField(default=0, db_default=0)
    rolled_initiative = models.BooleanField(default=False, db_default=False)
    in_order = models.BooleanField(default=False, db_default=False)
    turn_begun = models.BooleanField(default=False, db_default=False)
    acted = models.PositiveSmallIntegerField(default=0, db_default=0)
    holds_back = models.BooleanField(default=False, db_default=False)
    ahead_of = models.ForeignKey(Record, null=True, on_delete=models.PROTECT, related_name="+")
    plan = models.JSONField(default=list, db_default=[])

    class Meta:
        constraints = within(
            "fallen_turn",
            turns_past=TurnsPast,
            acted=ActionCount,
            actions_taken=ActionCount,
            moved=Yards,
            turn_initiative=InitiativePenalty,
            next_initiative=InitiativePenalty,
            initiative=Score | None,
            initiative_rating=Rating | None,
            initiative_rank=Rank | None,
            turn_order=Rank | None,
        )

    def __str__(self) -> str:
        return f"turn of {self.record}"


class FallenArmor(models.Model):
    """Something worn that soaks damage until a blow destroys it."""

    record = models.OneToOneField(
        Record, on_delete=models.CASCADE, primary_key=True, related_name="fallen_armor"
    )
    wearer = models.ForeignKey(Record, null=True, on_delete=models.PROTECT, related_name="armor_worn")
    rating = models.PositiveSmallIntegerField(default=1)
    destroyed = models.BooleanField(default=False)

    class Meta:
        constraints = within("fallen_armor", rating=ArmorRating)

    def __str__(self) -> str:
        return str(self.record)


class FallenWeapon(models.Model):
    """A weapon: its dice and kind of damage, and its rounds where they are counted."""

    record = models.OneToOneField(
        Record, on_delete=models.CASCADE, primary_key=True, related_name="fallen_weapon"
    )
    holder = models.ForeignKey(Record, null=True, on_delete=models.PROTECT, related_name="weapons_held")
    dice = models.PositiveSmallIntegerField(default=0)
    kind = models.CharField(max_length=10, default="bashing")
    strength = models.BooleanField(default=False)
    automatic = models.BooleanField(default=False)
    ammo = models.PositiveSmallIntegerField(null=True, default=None)

    class Meta:
        constraints = within("fallen_weapon", dice=WeaponDice, kind=DamageKind, ammo=Rounds)

    def __str__(self) -> str:
        return str(self.record)
