"""What Lanterns keeps."""

from django.db import models

from campaigns.models import Record
from campaigns.models.constraints import within
from tests.fifth.lanterns.rules.types import Light, Nerve


class Bearer(models.Model):
    """Somebody with a lantern."""

    record = models.OneToOneField(
        Record, on_delete=models.CASCADE, primary_key=True, related_name="lanterns_bearer"
    )
    nerve = models.PositiveSmallIntegerField(default=3)
    light = models.PositiveSmallIntegerField(default=0)
    burns_from = models.BigIntegerField(null=True, default=None)

    class Meta:
        constraints = within("lanterns_bearer", nerve=Nerve, light=Light)

    def __str__(self) -> str:
        return str(self.record)
