"""Images, as they were encoded here, and what they are used for. What somebody uploaded is kept nowhere."""

import uuid

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint
from django.db.models.functions import Now

from campaigns.models.campaigns import Campaign
from campaigns.models.records import Record

SIZES = (320, 1280, 2560)
"""How many pixels the longer side has at most, of each size of an image."""
KEPT = dict(zip(SIZES, ("small", "medium", "large"), strict=True))
"""Where a portrait or a picture has the image of a size."""


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


class ShownPicture(models.Model):
    """The picture of an entry that shows one. It is there for whoever reads the entry."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="+", db_index=False)
    seq = models.PositiveIntegerField()
    small = models.ForeignKey(StoredImage, on_delete=models.PROTECT, related_name="+")
    medium = models.ForeignKey(StoredImage, on_delete=models.PROTECT, related_name="+")
    large = models.ForeignKey(StoredImage, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = (UniqueConstraint(fields=("campaign", "seq"), name="one_picture_of_an_entry"),)

    def __str__(self) -> str:
        return f"picture of entry {self.seq}"


class Portrait(models.Model):
    """The portrait that a record has from an entry on; without images, that it has none from then on.

    Its id is by chance and another for each: a hash would tell who has the same file.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="+")
    # Without a constraint: an undo may take the record away, and a redo brings it back with its portrait.
    record = models.ForeignKey(Record, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+")
    seq = models.PositiveIntegerField(default=0, db_default=0)
    """The entry that says so; 0 where none did that could be undone."""
    made = models.DateTimeField(db_default=Now())
    small = models.ForeignKey(StoredImage, on_delete=models.PROTECT, related_name="+", null=True)
    medium = models.ForeignKey(StoredImage, on_delete=models.PROTECT, related_name="+", null=True)
    large = models.ForeignKey(StoredImage, on_delete=models.PROTECT, related_name="+", null=True)

    class Meta:
        constraints = (
            UniqueConstraint(fields=("record", "seq"), name="one_portrait_by_an_entry"),
            CheckConstraint(
                condition=Q(small=None, medium=None, large=None)
                | Q(small__isnull=False, medium__isnull=False, large__isnull=False),
                name="portrait_is_whole",
            ),
        )

    def __str__(self) -> str:
        return f"portrait of {self.record_id}"
