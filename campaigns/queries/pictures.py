"""Images for whoever may see what they are used for."""

from uuid import UUID

from campaigns.models import Part, Portrait, ShownPicture, StoredImage
from campaigns.models.images import KEPT
from campaigns.queries.faces import portrait_seen
from campaigns.viewing import Viewer


def image_seen(viewer: Viewer, campaign: UUID, use: UUID | int, size: int) -> StoredImage | None:
    """A size of a portrait by its id, or of the picture of an entry by its number, if it is there for this viewer."""
    if isinstance(use, UUID):
        of: Portrait | ShownPicture | None = portrait_seen(viewer, campaign, use)
    else:
        of = _picture_read(viewer, campaign, use)
    found: StoredImage | None = getattr(of, KEPT.get(size, ""), None)
    return found


def _picture_read(viewer: Viewer, campaign: UUID, seq: int) -> ShownPicture | None:
    """The picture of an entry, where this viewer reads it."""
    told = Part.objects.filter(entry__campaign=campaign, entry__seq=seq, position=0).first()
    if told is None or not viewer.reads_part(told):
        return None
    return ShownPicture.objects.filter(campaign=campaign, seq=seq).first()
