"""Who of a campaign is there now, and which calls the members have seen."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import QuerySet
from django.db.models.functions import Now

from campaigns.models import Campaign, Membership
from campaigns.models.prepared import prepared

STALE = timedelta(seconds=30)
"""What was said so long ago and is still written stood when nobody was left to take it away."""
GONE = "gone"


@dataclass(frozen=True)
class Attendee:
    """A member, and whether they are `here`, `quiet`, `away` or `gone`. All members see the same of it."""

    id: str
    name: str
    role: str
    colour: str
    state: str


def attendance(campaign: Campaign) -> list[Attendee]:
    """Who belongs to the campaign now, in the order in which they came (one query)."""
    return [
        Attendee(str(pk), name, role, colour, state_of(state, beat, now))
        for pk, name, role, colour, state, beat, now in _members(campaign.pk)
    ]


def state_of(said: str | None, beat: datetime | None, now: datetime) -> str:
    """How somebody is there, by what was last said of them and when."""
    return said if said and beat and now - beat < STALE else GONE


@prepared
def _members(
    campaign: UUID,
) -> QuerySet[Membership, tuple[UUID, str, str, str, str | None, datetime | None, datetime]]:
    found = Membership.objects.filter(campaign=campaign, left=None).order_by("joined", "pk")
    return found.values_list("pk", "name", "role", "colour", "presence__state", "presence__beat", Now())
