"""Pages that follow what is played while they stay open: one request for each page and event."""

from collections.abc import Mapping
from contextlib import suppress
from functools import wraps
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import Resolver404, resolve, reverse
from django.views.decorators.http import require_safe

from campaigns.access import AnyView, MemberRequest, MemberView, OpenPage, P, members_only
from campaigns.models.kept_reads import kept, standing
from campaigns.queries.alike import seen_alike
from campaigns.templatetags.live import BY_CHANCE, patches
from campaigns.views.answered_alike import key_of, remember
from campaigns.views.moments import MOMENT, bring_moment
from campaigns.views.page_context import page_context

SHOWN: Final = "X-Shown"
"""Up to which entry an answer tells what grows, such as the rows of a log."""
Found = tuple[AnyView[...], Mapping[str, Any], str, str]
LIVE: Final = "is_live"


def live_page(view: MemberView[P]) -> MemberView[P]:
    """A page that is asked, while it stays open, which of its parts are others by now (`since`)."""
    reading = reading_page(view)
    vars(reading)[LIVE] = True
    return reading


def reading_page(view: MemberView[P]) -> MemberView[P]:
    """A page for which nothing is written: what others have read of the campaign as it stands is not read again."""

    @wraps(view)
    def reading(request: MemberRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        with standing(request.member.campaign):
            return view(request, *args, **kwargs)

    return reading


def render_page(
    request: MemberRequest,
    template: str,
    context: Mapping[str, Any],
    status: int = 200,
    *,
    shown: int | None = None,
) -> HttpResponse:
    """A page; for one that is open, its parts that are others by now. `shown` is the newest row of what grows."""
    if request.open_page is None:
        return render(request, template, dict(context), status=status)
    answer = HttpResponse(patches(template, dict(context), request, request.open_page.marks))
    answer[SHOWN] = str(context["head_seq"] if shown is None else shown)
    return answer


@members_only
@require_safe
def since(request: MemberRequest, campaign_id: UUID, seq: int, stir: int) -> HttpResponse:
    """What of an open page is another than it was.

    `page` is its address within the campaign, `marks` says of each of its parts what stands in it. Of a page without
    parts of its own, and of one that is gone, the parts of the frame are told. A moment since comes with them.
    """
    here, found = request.GET.get("here", "")[:20], _page(request.GET.get("page", ""), campaign_id)
    pairs = (one.partition(":") for one in request.GET.get("marks", "").split(" "))
    request.open_page = OpenPage(seq, stir, {name: mark for name, _is, mark in pairs})
    with standing(request.member.campaign):
        alike = None if request.is_viewing_as else seen_alike(request.viewer)
        if alike is None:
            return _answer(request, found, here, seq)
        remember(request.session.session_key, request.member)
        asked = key_of(alike, seq, request.META["QUERY_STRING"])
        made: list[HttpResponse] = []

        def make() -> _Kept | None:
            made.append(_answer(request, found, here, seq))
            return _to_keep(made[0])

        told = kept(asked, make)
        if told is None:
            return made[0] if made else _answer(request, found, here, seq)
        return HttpResponse(told.content, headers=dict(told.headers))


class _Kept(NamedTuple):
    """What one was told, for the others who see alike."""

    content: bytes
    headers: Mapping[str, str]


def _to_keep(answer: HttpResponse) -> _Kept | None:
    """Nothing where a form is in it: its token is somebody's own."""
    if answer.status_code != 200 or BY_CHANCE.search(answer.content.decode()):
        return None
    return _Kept(answer.content, {name: answer[name] for name in (SHOWN, MOMENT) if answer.has_header(name)})


def _answer(request: MemberRequest, found: Found | None, here: str, seq: int) -> HttpResponse:
    if found is not None:
        view, arguments, path, query = found
        request.path = request.path_info = path
        request.META["QUERY_STRING"], request.GET = query, QueryDict(query)
        # What is not there any more, or not for this viewer, leaves the page as it is.
        with suppress(Http404, PermissionDenied):
            answer = view(request, **arguments)
            if answer.has_header(SHOWN):
                return bring_moment(request, answer, seq)
    return bring_moment(request, render_page(request, "campaign_base.html", page_context(request, here)), seq)


def _page(address: str, campaign_id: UUID) -> Found | None:
    """The view of a page with live parts, with its arguments, path and query."""
    within, _mark, query = address.partition("?")
    path = reverse("campaign_home", args=[campaign_id]) + within
    try:
        found = resolve(path)
    except Resolver404:
        return None
    return (found.func, found.kwargs, path, query) if getattr(found.func, LIVE, False) else None
