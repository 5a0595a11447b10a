"""A ritual takes time: what the GM is asked to let pass after it (SOR-RITUAL-04)."""

from collections.abc import Iterable
from typing import TypedDict

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.access import MemberRequest
from campaigns.models import CampaignState
from rules.kernel.clock import HOUR
from rules.kernel.values import Values, as_whole

MINUTE = 60


class TakenTime(TypedDict, total=False):
    """What `_time.html` takes: the length of it, in words."""

    taken: str


def taken_time(request: MemberRequest, sorcerer: Values, now: int) -> TakenTime:
    """How long the latest rituals of a sorcerer still last, for the GM; nothing where they are over."""
    left = time_left(sorcerer, now)
    return {"taken": _passing(left)} if _lets_it_pass(request) and left else {}


def busy(request: MemberRequest, sorcerers: Iterable[tuple[str, str, Values]]) -> list[tuple[str, str, str]]:
    """For the GM, those of these sorcerers whose latest ritual is not over: id, name, and how long it still lasts."""
    found = [one for one in sorcerers if one[2].get("busy_until")] if _lets_it_pass(request) else []
    now = CampaignState.objects.get(pk=request.member.campaign_id).now if found else 0
    return [
        (ident, name, _passing(left)) for ident, name, fields in found if (left := time_left(fields, now))
    ]


def time_left(sorcerer: Values, now: int) -> int:
    """The seconds that the latest rituals of a sorcerer still last."""
    return max(0, as_whole(sorcerer.get("busy_until") or 0) - now)


def _lets_it_pass(request: MemberRequest) -> bool:
    return request.viewer.is_gm and not request.is_viewing_as


def _passing(seconds: int) -> str:
    hours, minutes = divmod(-(-seconds // MINUTE), HOUR // MINUTE)
    if minutes:
        return _("%(hours)d h %(minutes)d min pass") % {"hours": hours, "minutes": minutes}
    return ngettext("%(n)d hour passes", "%(n)d hours pass", hours) % {"n": hours}
