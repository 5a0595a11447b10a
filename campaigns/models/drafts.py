"""Half-typed forms. Not game state, and never logged."""

from django.db import models
from django.db.models import UniqueConstraint

from campaigns.models.campaigns import Campaign
from campaigns.models.people import Membership


class Draft(models.Model):
    """What a member typed into a form and put away. `data` holds the form's own names, each with its values."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="drafts")
    member = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="drafts")
    purpose = models.CharField(max_length=40)
    data = models.JSONField(default=dict)
    updated = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = (UniqueConstraint(fields=("member", "purpose"), name="one_draft_of_a_purpose"),)

    def __str__(self) -> str:
        return f"{self.purpose} of {self.member}"
