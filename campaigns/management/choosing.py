"""Which campaigns a command is about."""

from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.core.management.base import CommandError

from campaigns.models import Campaign


def all_or(wanted: Iterable[str]) -> list[Campaign]:
    """The campaigns of these ids, in their order; without any id all that there are, the oldest first."""
    ids = list(wanted)
    return [one(name) for name in ids] if ids else list(Campaign.objects.order_by("created"))


def one(wanted: str) -> Campaign:
    """The campaign of an id; `CommandError` lists those that there are."""
    try:
        return Campaign.objects.get(pk=wanted)
    except (Campaign.DoesNotExist, ValidationError):
        here = [f"\n  {campaign.pk}  {campaign.name}" for campaign in all_or(())]
        told = "".join(here) or " none"
        raise CommandError(f"there is no campaign {wanted}. Campaigns here:{told}") from None
