"""What a group keeps of an evening in its own words. It stands beside the log and proves nothing."""

from django.db import models

from campaigns.models.campaigns import Campaign
from campaigns.models.people import Membership
from campaigns.models.records import Record


class Recap(models.Model):
    """The recap of a session: lines of text, `[12]` standing for entry 12; `revision` counts how often it was kept."""

    LONGEST = 40_000

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="recaps")
    session = models.OneToOneField(Record, on_delete=models.CASCADE, related_name="recap")
    text = models.TextField(max_length=LONGEST)
    revision = models.PositiveIntegerField(default=1)
    kept_by = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="+")
    kept_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"recap of {self.session}"
