"""What waits for somebody's answer."""

from typing import Literal

from django.db import models

from campaigns.models.constraints import within
from campaigns.models.records import Record

PendingState = Literal["open", "answered", "waived", "struck"]
ForRole = Literal["player", "gm"]


class Pending(models.Model):
    """A question that an act raised: which action answers it, and who is asked."""

    record = models.OneToOneField(Record, on_delete=models.CASCADE, primary_key=True, related_name="pending")
    question = models.CharField(max_length=60)
    for_role = models.CharField(max_length=10, default="gm")
    who = models.ForeignKey(Record, null=True, on_delete=models.PROTECT, related_name="pendings")
    clause = models.CharField(max_length=30, blank=True)
    optional = models.BooleanField(default=False)
    data = models.JSONField(default=dict)
    state = models.CharField(max_length=10, default="open")

    class Meta:
        constraints = within("pending", state=PendingState, for_role=ForRole)

    def __str__(self) -> str:
        return self.question
