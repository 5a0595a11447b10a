"""Draw periods: secrets committed to before the first die, seats, and the slots that acts draw from."""

from django.db import models
from django.db.models import Q, UniqueConstraint

from campaigns.models.campaigns import Campaign
from campaigns.models.people import Membership


class DrawPeriod(models.Model):
    """Two secrets whose SHA-256 stood in the log before anything was drawn from them."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="draw_periods")
    number = models.PositiveIntegerField()
    open_secret = models.BinaryField(max_length=32)
    sealed_secret = models.BinaryField(max_length=32)
    seed = models.CharField(max_length=64)
    next_slot = models.PositiveIntegerField(default=1)
    sealed_seed = models.CharField(max_length=64)
    next_sealed_slot = models.PositiveIntegerField(default=1)
    is_open = models.BooleanField(default=True)

    class Meta:
        constraints = (
            UniqueConstraint(fields=("campaign", "number"), name="one_period_of_a_number"),
            UniqueConstraint(fields=("campaign",), condition=Q(is_open=True), name="one_open_period"),
        )

    def __str__(self) -> str:
        return f"period {self.number} of {self.campaign}"


class Seat(models.Model):
    """That a member has given their word or randomness in a period."""

    period = models.ForeignKey(DrawPeriod, on_delete=models.CASCADE, related_name="seats")
    member = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="seats")

    class Meta:
        constraints = (UniqueConstraint(fields=("period", "member"), name="one_seat_each"),)

    def __str__(self) -> str:
        return f"{self.member} in {self.period}"


class Slot(models.Model):
    """Where an act drew. Undo frees it; the next act of the same kind on the same people draws there again."""

    period = models.ForeignKey(DrawPeriod, on_delete=models.CASCADE, related_name="slots")
    number = models.PositiveIntegerField()
    seed = models.CharField(max_length=64)
    nonce = models.CharField(max_length=64, blank=True)
    purpose = models.CharField(max_length=64, help_text="SHA-256 of action, acting record and targets")
    is_sealed = models.BooleanField(default=False)
    is_free = models.BooleanField(default=False)

    class Meta:
        constraints = (
            UniqueConstraint(fields=("period", "is_sealed", "number"), name="one_slot_of_a_number"),
        )
        indexes = (models.Index(fields=("period", "purpose"), condition=Q(is_free=True), name="free_slots"),)

    def __str__(self) -> str:
        return f"slot {self.number}"
