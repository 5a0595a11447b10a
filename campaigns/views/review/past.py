"""The time machine: everybody in play, and any one record, as an entry left them."""

from typing import TypedDict
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from campaigns.access import MemberRequest, get_life_to_see, members_only
from campaigns.queries import timeline
from campaigns.queries.review import past
from campaigns.queries.review.history_slider import Rail, rail
from campaigns.queries.review.record_history import RecordPresence, told_at
from campaigns.viewing import Viewer
from campaigns.views.htmx import is_htmx
from campaigns.views.numbers import number_in
from campaigns.views.page_context import page_context


class CastPage(TypedDict):
    cast: past.CastThen
    rail: Rail


class RecordPage(TypedDict):
    stood: past.Stood | None
    told: RecordPresence
    rail: Rail


@members_only
@require_safe
def cast_then(request: MemberRequest, campaign_id: UUID, seq: int) -> HttpResponse:
    """Everybody and everything in play as entry `seq` left them. `?to=` is the slider's, and the form's."""
    seq, moved = _place(request, seq)
    here = reverse("cast_then", args=[campaign_id, seq])
    if moved and not is_htmx(request):
        return redirect(here)
    campaign, viewer = request.member.campaign, Viewer.of(request.viewer)
    found = past.cast_then(campaign, viewer, seq, start=number_in(request, "from") or 0)
    return _answer(request, seq, here, "cast_then", {"cast": found, "rail": rail(campaign, viewer, seq)})


@members_only
@require_safe
def record_then(request: MemberRequest, campaign_id: UUID, record_id: UUID, seq: int) -> HttpResponse:
    """One record as entry `seq` left it: what it was, what it is now, and where it changed."""
    life = get_life_to_see(request.viewer, record_id)
    seq, moved = _place(request, seq)
    here = reverse("record_then", args=[campaign_id, record_id, seq])
    if moved and not is_htmx(request):
        return redirect(here)
    campaign, viewer, record = request.member.campaign, Viewer.of(request.viewer), str(record_id)
    context: RecordPage = {
        "stood": past.record_then(campaign, viewer, seq, record),
        "told": told_at(record, life, seq),
        "rail": rail(campaign, viewer, seq, record),
    }
    return _answer(request, seq, here, "record_then", context)


def _answer(
    request: MemberRequest, seq: int, here: str, name: str, found: CastPage | RecordPage
) -> HttpResponse:
    """The whole page, or for the slider the part of it that changes."""
    shown = timeline.one_entry(request.member.campaign, Viewer.of(request.viewer), seq)
    context = {"shown": shown, "here_url": here, "campaign": request.member.campaign, **found}
    if not is_htmx(request):
        return render(request, f"past/{name}.html", page_context(request, "log") | context)
    answer = render(request, f"past/_{name}.html", context)
    answer["HX-Replace-Url"] = here
    return answer


def _place(request: MemberRequest, seq: int) -> tuple[int, bool]:
    """The entry that is looked at, and whether the slider or the form asked for another than the address."""
    head = request.member.campaign.head_seq
    wanted = number_in(request, "to")
    if wanted is not None:
        return min(max(1, wanted), head), True
    if not 1 <= seq <= head:
        raise Http404
    return seq, False
