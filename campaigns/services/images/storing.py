"""The images of a campaign in its database: kept once, counted against its quota, gone with their last use."""

import hashlib
from collections.abc import Iterable
from uuid import UUID

from django.conf import settings
from django.db.models import Sum
from django.utils.translation import gettext as _

from campaigns.models import Portrait, Record, StoredImage
from campaigns.services.images.uploads import MEGABYTE, ImageRefused


def used(campaign: UUID) -> int:
    """How many bytes the campaign's images take, without those that nothing uses any more."""
    in_use = StoredImage.objects.filter(campaign=campaign, pk__in=_uses(campaign))
    return in_use.aggregate(all=Sum("size"))["all"] or 0


def refuse_full(campaign: UUID, images: Iterable[bytes]) -> None:
    """`ImageRefused` where these do not fit into the quota any more. Whoever asks holds the campaign's lock."""
    new = {digest(one): len(one) for one in images}
    kept = StoredImage.objects.filter(campaign=campaign, sha256__in=new).values_list("sha256", flat=True)
    more = sum(size for sha256, size in new.items() if sha256 not in set(kept))
    if used(campaign) + more > settings.IMAGES_MB * MEGABYTE:
        told = _("The images of this campaign would take more than its %(most)s MB. Remove a portrait first.")
        raise ImageRefused(told % {"most": settings.IMAGES_MB})


def set_portrait(campaign: UUID, record: UUID, images: Iterable[bytes]) -> Portrait:
    """Give a record this portrait in place of any other. It has an id of its own, as if there never was one."""
    small, medium, large = (_kept(campaign, one) for one in images)
    Portrait.objects.filter(campaign=campaign, record=record).delete()
    made = Portrait.objects.create(
        campaign_id=campaign, record_id=record, small=small, medium=medium, large=large
    )
    drop_unused(campaign)
    return made


def remove_portrait(campaign: UUID, record: UUID) -> None:
    Portrait.objects.filter(campaign=campaign, record=record).delete()
    drop_unused(campaign)


def drop_unused(campaign: UUID) -> None:
    """Images that nothing uses any more, such as those of a record that an undo took away."""
    StoredImage.objects.filter(campaign=campaign).exclude(pk__in=_uses(campaign)).delete()


def digest(image: bytes) -> str:
    return hashlib.sha256(image).hexdigest()


def has_portrait(record: str) -> bool:
    return Portrait.objects.filter(record=Record(pk=UUID(record))).exists()


def _uses(campaign: UUID) -> set[int]:
    uses = Portrait.objects.filter(campaign=campaign).values_list("small", "medium", "large")
    return {image for use in uses for image in use}


def _kept(campaign: UUID, image: bytes) -> StoredImage:
    return StoredImage.objects.get_or_create(
        campaign_id=campaign, sha256=digest(image), defaults={"data": image, "size": len(image)}
    )[0]
