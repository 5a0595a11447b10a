"""Everything in play is a record, so that effects, holds and the log can point at a human, a demon or a sword alike."""

import uuid

from django.db import models
from django.db.models import CheckConstraint, Q

from campaigns.models.campaigns import Campaign
from campaigns.models.people import Membership

VISIBILITIES = ("table", "gm")


class Record(models.Model):
    """One thing in play. Its typed rows (a sheet, a demon, a Binding …) are one-to-one with it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="records")
    kind = models.CharField(max_length=30)
    name = models.CharField(max_length=100, blank=True)
    owner = models.ForeignKey(
        Membership, null=True, blank=True, on_delete=models.PROTECT, related_name="records"
    )
    visibility = models.CharField(
        max_length=10, choices=[(word, word) for word in VISIBILITIES], default="table"
    )
    born = models.PositiveIntegerField(help_text="the entry that made it")

    class Meta:
        constraints = (
            CheckConstraint(condition=Q(visibility__in=VISIBILITIES), name="record_visibility_ok"),
        )
        indexes = (models.Index(fields=("campaign", "kind", "born")),)

    def __str__(self) -> str:
        return self.name or self.kind
