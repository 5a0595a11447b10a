"""The images of a campaign in its database: kept once, counted against its quota, gone with their last use."""

import hashlib
from collections.abc import Iterable
from datetime import timedelta
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db.models import QuerySet, Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.models import Portrait, ShownPicture, StoredImage
from campaigns.queries.faces import portraits_now
from campaigns.services.images.uploads import MEGABYTE, ImageRefused

KEPT_FORMER: Final = timedelta(days=1)
"""For how long an undo brings a former portrait back."""


def used(campaign: UUID) -> int:
    """How many bytes the campaign's images take, without those that are kept for an undo alone."""
    portraits = Portrait.objects.filter(pk__in=portraits_now(campaign).values())
    return _size(campaign, _images(portraits) | _images(ShownPicture.objects.filter(campaign=campaign)))


def refuse_full(campaign: UUID, images: Iterable[bytes]) -> None:
    """`ImageRefused` where these do not fit into the quota any more. Whoever asks holds the campaign's lock."""
    new = {digest(one): len(one) for one in images}
    kept = StoredImage.objects.filter(campaign=campaign, sha256__in=new).values_list("sha256", flat=True)
    more = sum(size for sha256, size in new.items() if sha256 not in set(kept))
    if used(campaign) + more > _quota():
        told = _(
            "The images of this campaign would take more than its %(most)s MB. Remove some of them first."
        )
        raise ImageRefused(told % {"most": settings.IMAGES_MB})


def set_portrait(campaign: UUID, record: UUID, images: Iterable[bytes], seq: int) -> Portrait:
    """Give a record this portrait from an entry on. It has an id of its own, as if there never was another."""
    small, medium, large = (_kept(campaign, one) for one in images)
    made = Portrait.objects.create(
        campaign_id=campaign, record_id=record, seq=seq, small=small, medium=medium, large=large
    )
    forget_former(campaign)
    return made


def remove_portrait(campaign: UUID, record: UUID, seq: int) -> None:
    """A record has no portrait from an entry on."""
    Portrait.objects.create(campaign_id=campaign, record_id=record, seq=seq)
    forget_former(campaign)


def forget_former(campaign: UUID) -> None:
    """Let go of portraits that had others put in their place long ago, and of all such where the quota is reached."""
    rows = list(Portrait.objects.filter(campaign=campaign).order_by("seq"))
    newest = {row.record_id: row.made for row in rows}
    in_use, before = set(portraits_now(campaign).values()), timezone.now() - KEPT_FORMER
    is_full = _size(campaign, _uses(campaign)) > _quota()
    former = (row for row in rows if row.small_id is not None and row.pk not in in_use)
    gone = [row.pk for row in former if is_full or newest[row.record_id] < before]
    Portrait.objects.filter(pk__in=gone).delete()
    _drop_unused(campaign)


def keep_shown(campaign: UUID, seq: int, images: Iterable[bytes]) -> None:
    """Keep the picture that an entry shows."""
    small, medium, large = (_kept(campaign, one) for one in images)
    ShownPicture.objects.create(campaign_id=campaign, seq=seq, small=small, medium=medium, large=large)


def remove_shown(campaign: UUID, seq: int) -> None:
    ShownPicture.objects.filter(campaign=campaign, seq=seq).delete()
    _drop_unused(campaign)


def digest(image: bytes) -> str:
    return hashlib.sha256(image).hexdigest()


def has_portrait(campaign: UUID, record: str) -> bool:
    return UUID(record) in portraits_now(campaign)


def _drop_unused(campaign: UUID) -> None:
    StoredImage.objects.filter(campaign=campaign).exclude(pk__in=_uses(campaign)).delete()


def _uses(campaign: UUID) -> set[int]:
    """The images that anything has, a former portrait too."""
    own = {"campaign": campaign}
    return _images(Portrait.objects.filter(**own)) | _images(ShownPicture.objects.filter(**own))


def _images(uses: QuerySet[Portrait] | QuerySet[ShownPicture]) -> set[int]:
    found = uses.values_list("small", "medium", "large")
    return {image for use in found for image in use if image is not None}


def _size(campaign: UUID, images: Iterable[int]) -> int:
    found = StoredImage.objects.filter(campaign=campaign, pk__in=images)
    return found.aggregate(all=Sum("size"))["all"] or 0


def _quota() -> int:
    return settings.IMAGES_MB * MEGABYTE


def _kept(campaign: UUID, image: bytes) -> StoredImage:
    return StoredImage.objects.get_or_create(
        campaign_id=campaign, sha256=digest(image), defaults={"data": image, "size": len(image)}
    )[0]
