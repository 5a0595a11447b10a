"""What was told to a member alone or shown to them, and still stands on their pages."""

from uuid import UUID

from django.db.models import QuerySet

from campaigns.models import Delivery, Membership
from campaigns.models.prepared import prepared
from campaigns.queries import timeline
from campaigns.queries.timeline import ShownEntry
from campaigns.viewing import Viewer

MOST = 5
"""So many stand on a page at once, the newest; all of them stand in the log."""


def delivered(member: Membership) -> list[ShownEntry]:
    """What came to this member and is not put away, oldest first. One query where there is nothing."""
    seqs = list(_on_pages(member.pk, (MOST,)))
    if not seqs:
        return []
    found = timeline.some_entries(member.campaign, Viewer.of(member), seqs)
    return [one for one in found if one.document is not None]


@prepared
def _on_pages(member: UUID, most: tuple[int]) -> QuerySet[Delivery, int]:
    waiting = Delivery.objects.filter(member=member, put_away=None)
    return waiting.order_by("-seq").values_list("seq", flat=True)[: most[0]]
