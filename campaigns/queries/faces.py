"""Faces: what stands for somebody on cards and pages, as one viewer may know them."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse

from campaigns.models import Campaign, Membership, Portrait, Undone
from campaigns.models.images import SIZES
from campaigns.models.prepared import prepared
from campaigns.queries.cast import Member
from campaigns.queries.layouts.parts import RecordContext
from campaigns.queries.layouts.plain import layout_of
from campaigns.queries.layouts.sigils import Sigil
from campaigns.viewing import Viewer


@dataclass(frozen=True)
class Face:
    """A sigil in the colour of whoever plays them, and the address of a portrait; each empty where there is none."""

    sigil: Sigil
    colour: str = ""
    portrait: str = ""
    whole: str = ""
    """The address of the portrait in its largest size."""


class Portraits:
    """The portraits of those who were read for a viewer (one query): of nobody else an address is made."""

    def __init__(self, campaign: UUID, members: Iterable[Member]) -> None:
        self._campaign = campaign
        seen = {member.id for member in members}
        now = portraits_now(campaign).items()
        self._found = {str(record): pk for record, pk in now if str(record) in seen}

    def of(self, record_id: str, size: int) -> str:
        """The address of somebody's portrait in a size; empty where they have none."""
        portrait = self._found.get(record_id)
        return reverse("portrait_image", args=[self._campaign, portrait, size]) if portrait else ""


def face_of(campaign: Campaign, member: Member) -> Face:
    """The face on somebody's own page."""
    of_owner = Membership.objects.filter(campaign=campaign, pk=member.owner) if member.owner else ()
    colour = next((owner.colour for owner in of_owner), "")
    return face(RecordContext(member, {}), colour, Portraits(campaign.pk, [member]))


def face(reading: RecordContext, colour: str, portraits: Portraits) -> Face:
    """The face of somebody who was read for this viewer."""
    member = reading.member
    small, whole = (portraits.of(member.id, size) for size in (SIZES[0], SIZES[-1]))
    return Face(layout_of(member.kind).sigil(reading), colour, small, whole)


def portraits_now(campaign: UUID) -> dict[UUID, UUID]:
    """The portrait of each record that has one (one query): what the newest entry about it says that stands."""
    newest = {record: (pk, image) for record, pk, image in _standing(campaign)}
    return {record: pk for record, (pk, image) in newest.items() if image is not None}


def portrait_seen(viewer: Viewer, campaign: UUID, portrait: UUID) -> Portrait | None:
    """A portrait that somebody has now who exists for this viewer: whoever is hidden from them has none for them."""
    found = Portrait.objects.filter(campaign=campaign, pk=portrait, record__campaign=campaign)
    one = found.select_related("record").first()
    if one is None or not viewer.sees(one.record.visibility):
        return None
    return one if portraits_now(campaign).get(one.record_id) == one.pk else None


@prepared
def _standing(campaign: UUID) -> QuerySet[Portrait, tuple[UUID, UUID, int | None]]:
    undone = Undone.objects.filter(campaign=campaign, seq=OuterRef("seq"))
    # By the record, too: an undo may have taken it away.
    stand = Portrait.objects.filter(campaign=campaign, record__campaign=campaign).exclude(Exists(undone))
    return stand.order_by("seq").values_list("record", "pk", "small")
