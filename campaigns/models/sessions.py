"""Evenings of play and the scenes in them."""

from typing import Literal

from django.db import models

from campaigns.models.constraints import within
from campaigns.models.records import Record

OpenOrEnded = Literal["open", "ended"]


class Session(models.Model):
    """One evening of play. At most one is open in a campaign (the campaign's own row names it)."""

    record = models.OneToOneField(Record, on_delete=models.CASCADE, primary_key=True, related_name="session")
    number = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=10, default="open")

    class Meta:
        constraints = within("session", state=OpenOrEnded)

    def __str__(self) -> str:
        return str(self.record)


class Scene(models.Model):
    """One scene of a session."""

    record = models.OneToOneField(Record, on_delete=models.CASCADE, primary_key=True, related_name="scene")
    session = models.ForeignKey(Record, null=True, on_delete=models.PROTECT, related_name="scenes")
    state = models.CharField(max_length=10, default="open")

    class Meta:
        constraints = within("scene", state=OpenOrEnded)

    def __str__(self) -> str:
        return str(self.record)
