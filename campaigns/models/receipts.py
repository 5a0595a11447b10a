"""The two ways in which something leaves the log, each with a receipt that the database asks for."""

from django.db import models

from campaigns.models.log import Part
from campaigns.models.people import Membership


class CampaignDeletion(models.Model):
    """A campaign's owner wanted it gone; its entries may be deleted."""

    campaign = models.UUIDField(unique=True)
    name = models.CharField(max_length=100)
    when = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class Redaction(models.Model):
    """A person's own words were taken out of one text part; the chain still verifies and says so."""

    part = models.OneToOneField(Part, on_delete=models.CASCADE, related_name="redaction")
    by = models.ForeignKey(Membership, null=True, on_delete=models.SET_NULL, related_name="+")
    when = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"redaction of {self.part}"
