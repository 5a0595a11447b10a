"""Images, as they were encoded here, and what they are used for. What somebody uploaded is kept nowhere."""

import uuid

from django.db import models
from django.db.models import UniqueConstraint

from campaigns.models.campaigns import Campaign
from campaigns.models.records import Record

SIZES = (320, 1280, 2560)
"""How many pixels the longer side has at most, of each size of an image."""
KEPT = dict(zip(SIZES, ("small", "medium", "large"), strict=True))
"""Where a portrait has the image of a size."""


class StoredImage(models.Model):
    """An image in one size. The same bytes are kept once in a campaign, however often they are used."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="+", db_index=False)
    sha256 = models.CharField(max_length=64)
    data = models.BinaryField()
    size = models.PositiveIntegerField(help_text="in bytes")

    class Meta:
        constraints = (UniqueConstraint(fields=("campaign", "sha256"), name="one_image_of_a_hash"),)

    def __str__(self) -> str:
        return self.sha256


class Portrait(models.Model):
    """The portrait of a record. Its id is by chance and another for each: a hash would tell who has the same file."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="+")
    record = models.OneToOneField(Record, on_delete=models.CASCADE, related_name="portrait")
    small = models.ForeignKey(StoredImage, on_delete=models.PROTECT, related_name="+")
    medium = models.ForeignKey(StoredImage, on_delete=models.PROTECT, related_name="+")
    large = models.ForeignKey(StoredImage, on_delete=models.PROTECT, related_name="+")

    def __str__(self) -> str:
        return f"portrait of {self.record}"
