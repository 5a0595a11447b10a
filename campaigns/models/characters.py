"""Characters, and the sheet that each rule system keeps of them."""

from typing import Literal

from django.db import models

from campaigns.models.constraints import within
from campaigns.models.records import Record
from campaigns.models.typed_rows import TypedRow
from rules.sorcerer.types import Score

CharacterState = Literal["draft", "active", "lost", "dead"]
Control = Literal["player", "gm", "gm_temporary"]


class Character(TypedRow):
    """A human in play: whose hands they are in, and whether they still act."""

    state: CharacterState = "draft"
    control: Control = "player"
    possessed_by: Record | None

    def __str__(self) -> str:
        return str(self.record)


class SorcererSheet(models.Model):
    """The scores and texts of a character in `sorcerer`."""

    record = models.OneToOneField(
        Record, on_delete=models.CASCADE, primary_key=True, related_name="sorcerer_sheet"
    )
    stamina = models.PositiveSmallIntegerField(default=0)
    will = models.PositiveSmallIntegerField(default=0)
    lore = models.PositiveSmallIntegerField(default=0)
    humanity = models.PositiveSmallIntegerField(default=0)
    cover = models.PositiveSmallIntegerField(null=True, default=None)
    cover_name = models.CharField(max_length=500, blank=True)
    cover_score = models.CharField(max_length=10, null=True, default=None)
    descriptors = models.JSONField(default=dict)
    telltale = models.CharField(max_length=500, blank=True)
    price = models.SmallIntegerField(default=0)
    price_name = models.CharField(max_length=500, blank=True)
    kicker = models.CharField(max_length=2000, blank=True)
    background = models.JSONField(default=list)
    starting_demon = models.ForeignKey(Record, null=True, on_delete=models.PROTECT, related_name="+")
    strain_stamina = models.PositiveSmallIntegerField(default=0)
    strain_will = models.PositiveSmallIntegerField(default=0)
    strain_lore = models.PositiveSmallIntegerField(default=0)
    failed = models.JSONField(default=dict, db_default={})
    help = models.JSONField(default=dict, db_default={})

    class Meta:
        constraints = within(
            "sorcerer_sheet",
            stamina=Score,
            will=Score,
            lore=Score,
            humanity=Score,
            cover=Score | None,
            cover_score=Literal["stamina", "will"] | None,
            strain_stamina=Score,
            strain_will=Score,
            strain_lore=Score,
        )

    def __str__(self) -> str:
        return f"sorcerer sheet of {self.record}"
