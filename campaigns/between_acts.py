"""A page is made of many reads, and an act may come between two of them: what does not fit together is read again."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, Final, ParamSpec

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse

from campaigns.models import Campaign, Membership

TRIES: Final = 3
"""How often a page is made at most, while somebody plays faster than it is read."""
READS: Final = frozenset({"GET", "HEAD"})
P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def between_acts(view: View[P]) -> View[P]:
    """A view of a campaign that is asked once more where it broke and something was played since it began.

    A snapshot of the database would not do: what open pages share was read by others before. Of a page that is made for
    an open one, whoever asked for it asks again. What writes is never asked twice.
    """

    @wraps(view)
    def reading(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.method not in READS or getattr(request, "open_page", None) is not None:
            return view(request, *args, **kwargs)
        asked = (request.path, request.path_info, request.META["QUERY_STRING"], request.GET)
        for _try in range(TRIES - 1):
            try:
                return view(request, *args, **kwargs)
            except (Http404, PermissionDenied):
                raise
            except Exception:
                member: Membership | None = getattr(request, "member", None)
                if member is None or not _has_moved(member.campaign):
                    raise
            request.path, request.path_info, request.META["QUERY_STRING"], request.GET = asked
            vars(request)["open_page"] = None
        return view(request, *args, **kwargs)

    return reading


def _has_moved(campaign: Campaign) -> bool:
    """Whether anything was played since this row was read."""
    newest = Campaign.objects.filter(pk=campaign.pk).values_list("head_seq", "head_hash").first()
    return newest != (campaign.head_seq, campaign.head_hash)
