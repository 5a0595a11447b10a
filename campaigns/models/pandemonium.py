"""What `pandemonium` keeps: sheets and health tracks, what spells do to people and things, and spells."""

from django.db import models
from django.db.models import CheckConstraint, F, Q

from campaigns.models.constraints import read_as, within
from campaigns.models.records import Record
from rules.pandemonium.health import Track
from rules.pandemonium.progress import Count, How
from rules.pandemonium.sympathy import Connection
from rules.pandemonium.types import (
    Arcanum,
    Aspect,
    Dots,
    Fame,
    Kind,
    Measure,
    Points,
    SpellDuration,
    SpellState,
    Willpower,
)

Boxes = read_as(Track, "boxes")
Steps = read_as(Connection, "base")


class PandemoniumSheet(models.Model):
    """Traits, Merits and resources of somebody by name, and what became of them."""

    record = models.OneToOneField(
        Record, on_delete=models.CASCADE, primary_key=True, related_name="pandemonium_sheet"
    )
    traits = models.JSONField(default=dict)
    merits = models.JSONField(default=dict)
    pools = models.JSONField(default=dict)
    willpower = models.PositiveSmallIntegerField(null=True, default=None)
    mana = models.PositiveSmallIntegerField(null=True, default=None)
    resources = models.JSONField(default=dict)
    most = models.JSONField(default=dict)
    wisdom = models.PositiveSmallIntegerField(null=True, default=None)
    reaped = models.PositiveSmallIntegerField(default=0)
    xp = models.JSONField(default=dict)
    ending = models.JSONField(null=True, default=None)

    class Meta:
        constraints = within(
            "pandemonium_sheet", willpower=Willpower | None, mana=Points | None, wisdom=Dots | None
        )

    def __str__(self) -> str:
        return f"pandemonium sheet of {self.record}"


class PandemoniumHealth(models.Model):
    """A track of boxes with wounds of three kinds, and how many of each are Resistant."""

    record = models.OneToOneField(
        Record, on_delete=models.CASCADE, primary_key=True, related_name="pandemonium_health"
    )
    boxes = models.PositiveSmallIntegerField(default=7)
    bashing = models.PositiveSmallIntegerField(default=0)
    lethal = models.PositiveSmallIntegerField(default=0)
    aggravated = models.PositiveSmallIntegerField(default=0)
    resistant_bashing = models.PositiveSmallIntegerField(default=0)
    resistant_lethal = models.PositiveSmallIntegerField(default=0)
    resistant_aggravated = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = (
            *within("pandemonium_health", boxes=Boxes),
            CheckConstraint(
                condition=Q(boxes__gte=F("bashing") + F("lethal") + F("aggravated")),
                name="pandemonium_wounds_ok",
            ),
            CheckConstraint(
                condition=Q(
                    resistant_bashing__lte=F("bashing"),
                    resistant_lethal__lte=F("lethal"),
                    resistant_aggravated__lte=F("aggravated"),
                ),
                name="pandemonium_resistant_ok",
            ),
        )

    def __str__(self) -> str:
        return f"health of {self.record}"


class Spellbound(models.Model):
    """What spells do to somebody or something, by its id: holds, counts, wounds to come, what it left and came to."""

    record = models.OneToOneField(
        Record, on_delete=models.CASCADE, primary_key=True, related_name="spellbound"
    )
    hold = models.JSONField(default=dict)
    turn = models.JSONField(default=dict)
    round = models.JSONField(default=dict)
    scene = models.JSONField(default=dict)
    ongoing = models.JSONField(default=dict)
    temporary = models.JSONField(default=dict)
    aftereffect = models.JSONField(default=dict)
    came_to = models.JSONField(default=dict, db_default={})
    decay = models.JSONField(default=dict)
    began = models.JSONField(default=dict)
    temporary_order = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"spells on {self.record}"


class PandemoniumObject(models.Model):
    """A thing or place: how well known it is decides how hard it is to change."""

    record = models.OneToOneField(
        Record, on_delete=models.CASCADE, primary_key=True, related_name="pandemonium_object"
    )
    fame = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = within("pandemonium_object", fame=Fame)

    def __str__(self) -> str:
        return str(self.record)


class PandemoniumSpell(models.Model):
    """A spell that was cast: its strength, how long it lasts, what is set against it, how it was last made."""

    record = models.OneToOneField(
        Record, on_delete=models.CASCADE, primary_key=True, related_name="pandemonium_spell"
    )
    caster = models.ForeignKey(Record, null=True, on_delete=models.PROTECT, related_name="spells_cast")
    aspect = models.CharField(max_length=10, default="covert")
    kind = models.CharField(max_length=15, default="other")
    arcanum = models.CharField(max_length=10, null=True, default=None)
    potency = models.PositiveSmallIntegerField(default=0)
    tenacity = models.PositiveSmallIntegerField(default=0)
    state = models.CharField(max_length=10, default="active")
    duration = models.CharField(max_length=10, default="sustained")
    targets = models.JSONField(default=list)
    sympathetic = models.BooleanField(default=False)
    opposed = models.JSONField(default=dict)
    parts_lost = models.PositiveSmallIntegerField(default=0)
    makings = models.PositiveSmallIntegerField(default=0, db_default=0)
    made = models.CharField(max_length=10, null=True, default=None)
    made_potency = models.PositiveSmallIntegerField(null=True, default=None)

    class Meta:
        constraints = within(
            "pandemonium_spell",
            aspect=Aspect,
            kind=Kind,
            arcanum=Arcanum | None,
            potency=Measure,
            tenacity=Measure,
            state=SpellState,
            duration=SpellDuration,
            makings=Count,
            made=How | None,
            made_potency=Count | None,
        )

    def __str__(self) -> str:
        return str(self.record)


class SympatheticConnection(models.Model):
    """A tie to somebody or something far away, worn by use and mending by itself."""

    record = models.OneToOneField(
        Record, on_delete=models.CASCADE, primary_key=True, related_name="sympathetic_connection"
    )
    rating = models.PositiveSmallIntegerField(default=0)
    base = models.PositiveSmallIntegerField(default=0)
    inanimate = models.BooleanField(default=False)
    day_began = models.BigIntegerField(null=True, default=None)

    class Meta:
        constraints = (
            *within("sympathetic_connection", base=Steps),
            CheckConstraint(condition=Q(rating__gte=0, rating__lte=F("base")), name="connection_rating_ok"),
        )

    def __str__(self) -> str:
        return str(self.record)
