"""A campaign: the group's game, whose it is and how far its log has come."""

import uuid

from django.conf import settings
from django.db import models


class Here(models.Manager["Campaign"]):
    """The campaigns that are whole. Nothing but an import knows of another."""

    def get_queryset(self) -> models.QuerySet["Campaign"]:
        # In the manager, so that no page, list, stream or command has to know of imports.
        return super().get_queryset().filter(is_arriving=False)


class Arriving(models.Manager["Campaign"]):
    """Those of which an import has written a part. Nobody is a member of them: all their places are left."""

    def get_queryset(self) -> models.QuerySet["Campaign"]:
        return super().get_queryset().filter(is_arriving=True)


class Campaign(models.Model):
    """One group's game. Its row is the lock: whoever changes anything in the campaign holds it first."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=100)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created = models.DateTimeField(auto_now_add=True)
    head_seq = models.PositiveIntegerField(default=0)
    head_hash = models.CharField(max_length=64, default="0" * 64)
    stir = models.PositiveBigIntegerField(default=0, db_default=0)
    """Counts what open pages have to hear of and no entry tells: an announcement that may still be amended."""
    gm_stir = models.PositiveBigIntegerField(default=0, db_default=0)
    """The same of what the GMs alone have to hear of: that somebody saw what waits for them."""

    is_arriving = models.BooleanField(default=False, db_default=False)
    demo_of = models.OneToOneField(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="demo"
    )
    """Whose copy of the demo this is: they take one of its places after the other. Nobody joins it."""

    objects = Here()
    arriving = Arriving()

    def __str__(self) -> str:
        return self.name

    def stirs(self, *, is_gm: bool) -> int:
        """What the pages of GMs count of both, or those of all others."""
        return self.stir + (self.gm_stir if is_gm else 0)
