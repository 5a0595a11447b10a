"""Who has a page of a campaign open just now, and who was shown what waits for them. No game state, and in no log."""

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from campaigns.models.campaigns import Campaign
from campaigns.models.people import Membership

PRESENT = ("here", "quiet", "away")


class Presence(models.Model):
    """That somebody is there: each process that holds a page of theirs says so again; what is not said again goes.

    One row for each, whichever processes speak of it, so that all of them show the same. Whoever has none is gone.
    """

    member = models.OneToOneField(
        Membership, primary_key=True, on_delete=models.CASCADE, related_name="presence"
    )
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="+")
    beat = models.DateTimeField(help_text="when a process said last that a page of theirs is open")
    active = models.DateTimeField(help_text="when they opened or touched a page last")
    state = models.CharField(max_length=5, choices=[(one, one) for one in PRESENT], default="here")

    class Meta:
        constraints = (CheckConstraint(condition=Q(state__in=PRESENT), name="presence_state_ok"),)

    def __str__(self) -> str:
        return f"{self.member_id} {self.state}"


class Seen(models.Model):
    """That a page which somebody looked at showed them a call."""

    member = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="calls_seen")
    call = models.CharField(max_length=100)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (UniqueConstraint(fields=("member", "call"), name="a_call_seen_once"),)

    def __str__(self) -> str:
        return f"{self.call} by {self.member_id}"
