"""Televisions that show a campaign to everybody in the room. No game state, and in no log."""

import hashlib
from datetime import timedelta
from typing import Final

from django.db import models
from django.db.models import CheckConstraint, Q
from django.utils import timezone

from campaigns.models.campaigns import Campaign
from campaigns.models.people import Membership

MODES: Final = ("follow", "hold", "blank")
STAGE_COOKIE: Final = "pactbook_stage"
LASTS: Final = timedelta(hours=14)
"""A night: also a television that everybody forgot shows nothing afterwards."""


class Stage(models.Model):
    """A browser that a GM let show the campaign. It holds a ticket of its own, of which only the SHA-256 is kept."""

    ticket_hash = models.CharField(max_length=64, unique=True)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="stages")
    opened_by = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="+")
    opened = models.DateTimeField(auto_now_add=True)
    mode = models.CharField(max_length=10, choices=[(mode, mode) for mode in MODES], default="follow")
    held = models.PositiveIntegerField(null=True, help_text="up to which entry it shows, while it holds")

    class Meta:
        constraints = (
            CheckConstraint(condition=Q(mode__in=("follow", "hold", "blank")), name="stage_mode_ok"),
            CheckConstraint(
                condition=Q(mode="hold", held__isnull=False) | ~Q(mode="hold") & Q(held=None),
                name="stage_holds_an_entry",
            ),
        )

    def __str__(self) -> str:
        return f"a stage of {self.campaign}"

    @classmethod
    def let_in(cls) -> "models.QuerySet[Stage]":
        """Those that show something now: their GM is one still, and the night is not over."""
        found = cls.objects.filter(opened__gt=timezone.now() - LASTS)
        return found.filter(opened_by__role="gm", opened_by__left=None)

    @classmethod
    def of_ticket(cls, ticket: str) -> "Stage | None":
        """The stage whose ticket a browser holds; None for whoever holds none that lets them in."""
        found = cls.let_in().select_related("campaign")
        return found.filter(ticket_hash=ticket_digest(ticket)).first() if ticket else None


def ticket_digest(ticket: str) -> str:
    return hashlib.sha256(ticket.encode("utf-8", "replace")).hexdigest()
