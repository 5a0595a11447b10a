"""Who belongs to a campaign, and how somebody comes to belong to it."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from campaigns.models.campaigns import Campaign

ROLES = ("gm", "player", "observer")
COLOURS = ("b", "a", "r", "t", "v", "o", "c", "j")
"""The colours of people by their letters, in the order in which they are given: blue, amber, rose and so on."""


class Membership(models.Model):
    """A person in a campaign. The log knows people by this id only."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="memberships")
    name = models.CharField(max_length=100)
    role = models.CharField(max_length=10, choices=[(role, role) for role in ROLES])
    joined = models.DateTimeField(auto_now_add=True)
    left = models.DateTimeField(null=True, blank=True)
    made_account = models.BooleanField(default=False, db_default=False)
    """Whether the account was made for this place: by an invitation of this campaign, or as it was imported."""
    news_seen = models.PositiveIntegerField(default=0, db_default=0)
    """Up to which entry they have put away what others did to theirs. No game state, and in no log."""
    colour = models.CharField(
        max_length=1, choices=[(colour, colour) for colour in COLOURS], blank=True, default="", db_default=""
    )
    """By which the table tells whose somebody is, with its letter. No game state either."""
    is_borrowed = False
    """Whether a GM looks through this member's eyes; no column."""

    class Meta:
        constraints = (
            UniqueConstraint(fields=("campaign", "user"), name="one_membership_each"),
            # So that the GMs of one campaign at most may make links for an account.
            UniqueConstraint(
                fields=("user",), condition=Q(made_account=True), name="one_campaign_made_an_account"
            ),
            CheckConstraint(condition=Q(role__in=ROLES), name="membership_role_ok"),
            CheckConstraint(condition=Q(colour__in=("", *COLOURS)), name="membership_colour_ok"),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def is_gm(self) -> bool:
        return self.role == "gm" and self.left is None

    @property
    def is_active(self) -> bool:
        return self.left is None


class Invitation(models.Model):
    """A link by which somebody may join. Only the token's SHA-256 is kept."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="invitations")
    token_hash = models.CharField(max_length=64, unique=True)
    role = models.CharField(max_length=10, choices=[(role, role) for role in ROLES])
    made_by = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="+")
    made = models.DateTimeField(auto_now_add=True)
    expires = models.DateTimeField()
    uses_left = models.PositiveIntegerField(default=1)
    revoked = models.BooleanField(default=False)
    key = models.CharField(max_length=100, null=True, default=None, help_text="sent twice, it is one link")

    class Meta:
        constraints = (
            CheckConstraint(condition=Q(role__in=ROLES), name="invitation_role_ok"),
            UniqueConstraint(fields=("made_by", "key"), name="one_invitation_a_key"),
        )

    def __str__(self) -> str:
        return f"{self.role} of {self.campaign}"


class OneTimeCode(models.Model):
    """A code for the first account, or a link with which a person sets a new password. Only its SHA-256 is kept.

    Of a link also who made it, and in which campaign; in none if it was whoever made the first account here.
    """

    PURPOSES = ("setup", "reset")

    purpose = models.CharField(max_length=10, choices=[(purpose, purpose) for purpose in PURPOSES])
    code_hash = models.CharField(max_length=64, unique=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    campaign = models.UUIDField(null=True, blank=True)
    made = models.DateTimeField(auto_now_add=True)
    expires = models.DateTimeField(null=True, blank=True)
    used = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            CheckConstraint(condition=Q(purpose__in=("setup", "reset")), name="code_purpose_ok"),
            # Hosts with keys of their own print codes of their own; one of them makes the first account.
            UniqueConstraint(
                fields=("purpose",),
                condition=Q(purpose="setup", used__isnull=False),
                name="one_first_account",
            ),
        )

    def __str__(self) -> str:
        return self.purpose
