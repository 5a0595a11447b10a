"""What came to somebody and is not put away yet: a whisper, or a text that the GM shows."""

from django.db import models
from django.db.models import Q, UniqueConstraint

from campaigns.models.campaigns import Campaign
from campaigns.models.people import Membership


class Delivery(models.Model):
    """That an entry was told to a member, until when it stands on their pages. No game state, and in no log."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="+", db_index=False)
    member = models.ForeignKey(
        Membership, on_delete=models.CASCADE, related_name="deliveries", db_index=False
    )
    seq = models.PositiveIntegerField()
    put_away = models.DateTimeField(null=True)

    class Meta:
        constraints = (UniqueConstraint(fields=("member", "seq"), name="one_delivery_of_an_entry"),)
        # Each page asks whether there is one.
        indexes = (
            models.Index(fields=("member",), name="deliveries_on_pages", condition=Q(put_away=None)),
            models.Index(fields=("campaign",), name="deliveries_of_a_campaign"),
        )

    def __str__(self) -> str:
        return f"entry {self.seq} for {self.member}"
