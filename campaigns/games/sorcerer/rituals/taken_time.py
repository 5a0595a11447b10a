"""A ritual takes time: what the GM is asked to let pass after it (SOR-RITUAL-04)."""

from collections.abc import Iterable
from typing import TypedDict

from campaigns.access import MemberRequest
from campaigns.forms.sessions import in_parts
from campaigns.models import Campaign, CampaignState
from rules.kernel.values import Values, as_whole


class TakenTime(TypedDict, total=False):
    """What `_time.html` takes: the length of it, as the clock's form asks for it."""

    taken: dict[str, int]


def taken_time(request: MemberRequest, sorcerer: Values, now: int) -> TakenTime:
    """How long the latest rituals of a sorcerer still last, for the GM; nothing where they are over."""
    left = time_left(sorcerer, now)
    is_gm = request.viewer.is_gm and not request.is_viewing_as
    return {"taken": in_parts(left)} if is_gm and left else {}


def busy(campaign: Campaign, sorcerers: Iterable[tuple[str, str, Values]]) -> list[tuple[str, str, int]]:
    """Those of these sorcerers whose latest ritual is not over, by id and name, and the seconds that it still lasts."""
    found = [one for one in sorcerers if one[2].get("busy_until")]
    now = CampaignState.objects.get(pk=campaign.pk).now if found else 0
    return [(ident, name, left) for ident, name, fields in found if (left := time_left(fields, now))]


def time_left(sorcerer: Values, now: int) -> int:
    """The seconds that the latest rituals of a sorcerer still last."""
    return max(0, as_whole(sorcerer.get("busy_until") or 0) - now)
