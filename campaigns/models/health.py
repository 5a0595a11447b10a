"""How hurt somebody is. Each rule system keeps something else, so each has a table of its own."""

from typing import Literal

from django.db import models

from campaigns.models.constraints import within
from campaigns.models.records import Record
from rules.sorcerer.rounds import RoundAction, RoundPlace
from rules.sorcerer.types import Count, Penalties, Score

Turn = Literal["pending", "resolved", "aborted", "none"]


class SorcererHealth(models.Model):
    """Penalties in force, what comes in this round, and the wounds that stay after the scene."""

    record = models.OneToOneField(
        Record, on_delete=models.CASCADE, primary_key=True, related_name="sorcerer_health"
    )
    temporary = models.PositiveSmallIntegerField(default=0)
    lasting = models.PositiveSmallIntegerField(default=0)
    incoming_temporary = models.PositiveSmallIntegerField(default=0)
    incoming_lasting = models.PositiveSmallIntegerField(default=0)
    wounds = models.PositiveSmallIntegerField(default=0)
    shock = models.PositiveSmallIntegerField(default=0)
    recovered = models.BooleanField(default=False)

    class Meta:
        constraints = within(
            "sorcerer_health",
            lasting=Count,
            incoming_temporary=Count,
            incoming_lasting=Count,
            shock=Score,
        )

    def __str__(self) -> str:
        return f"health of {self.record}"


class SorcererTurn(models.Model):
    """Where somebody stands in a round of conflict: the faces rolled, the dice against them, what is tried.

    `hits` are the victories of their action by whom it hit, `hits_read` how many hits on them were read off the chart.
    """

    record = models.OneToOneField(
        Record, on_delete=models.CASCADE, primary_key=True, related_name="sorcerer_turn"
    )
    turn = models.CharField(max_length=10, default="none")
    faces = models.JSONField(default=list)
    against = models.PositiveSmallIntegerField(default=0)
    override = models.PositiveSmallIntegerField(default=0)
    tried = models.BooleanField(default=False)
    round_place = models.PositiveSmallIntegerField(null=True, default=None)
    round_action = models.CharField(max_length=20, null=True, default=None)
    round_target = models.ForeignKey(Record, null=True, on_delete=models.PROTECT, related_name="+")
    hits = models.JSONField(default=dict, db_default={})
    hits_read = models.PositiveSmallIntegerField(default=0, db_default=0)

    class Meta:
        constraints = within(
            "sorcerer_turn",
            turn=Turn,
            against=Penalties,
            override=Score,
            round_place=RoundPlace | None,
            round_action=RoundAction | None,
            hits_read=Count,
        )

    def __str__(self) -> str:
        return f"turn of {self.record}"


class Gun(models.Model):
    """A firearm in somebody's hands."""

    record = models.OneToOneField(Record, on_delete=models.CASCADE, primary_key=True, related_name="gun")
    holder = models.ForeignKey(Record, null=True, on_delete=models.PROTECT, related_name="guns")
    drawn = models.BooleanField(default=False)
    aimed_at = models.ForeignKey(Record, null=True, on_delete=models.PROTECT, related_name="+")

    def __str__(self) -> str:
        return str(self.record)
