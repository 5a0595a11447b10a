"""The session log: pages of it, one entry explained, and the proof that it holds."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from campaigns.access import MemberRequest, get_entry_to_see, members_only
from campaigns.queries import proofs, timeline
from campaigns.queries.review import reviewing
from campaigns.queries.review.reviewing import PART
from campaigns.viewing import Viewer
from campaigns.views.live_page import live_page, render_page
from campaigns.views.numbers import number_in
from campaigns.views.own_acts import own_last_act
from campaigns.views.page_context import page_context
from campaigns.views.review import log_filters
from campaigns.views.review.marks import beside
from campaigns.views.undo import corrections, offer

MOST_ROWS = 60
"""Of so many entries an open page is told what was said of them; a page of the log begins with fewer."""


@members_only
@require_safe
@live_page
def log(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """The log or what the filters leave of it, in pages; the newest entry stands at the end unless asked otherwise."""
    jump = number_in(request, "to")
    campaign, viewer = request.member.campaign, Viewer.of(request.viewer)
    if jump is not None:
        jump = max(1, min(jump, campaign.head_seq))
        return redirect(f"{reverse('log', args=[campaign_id])}?after={max(0, jump - 6)}#entry-{jump}")
    asked = log_filters.read(request)
    open_page = request.open_page
    page = timeline.turn_to(
        campaign,
        viewer,
        before=number_in(request, "before"),
        after=open_page.seq if open_page else number_in(request, "after"),
        wanted=asked.form.wanted,
        oldest_first=asked.order == "up",
    )
    last = page.rows[-1].seq if page.rows else open_page.seq if open_page else 0
    if asked.is_narrowed and page.after is None:  # nothing that comes later is wanted before that
        last = max(last, campaign.head_seq)
    marked = _marked(request)
    context = {
        "page": page,
        "rows": page.rows[::-1] if asked.order == "down" else page.rows,
        "fresh": open_page is not None,
        "page_address": request.get_full_path(),
        "marked": marked,
        "marks": reviewing.marks(campaign, viewer, request.member, [*page.rows, *marked]),
        "undo_seq": own_last_act(request),
        "asked": asked,
        "filter": f"&{asked.query}" if asked.query else "",
        "is_upside_down": asked.order == "down",
        "is_live": (open_page or page.after is None) and asked.order == "" and not asked.form.errors,
        "last_seq": last,
    }
    status = 422 if asked.form.errors else 200
    return render_page(
        request, "log/log.html", page_context(request, "log") | context, status=status, shown=last
    )


def _marked(request: MemberRequest) -> list[timeline.ShownEntry]:
    """The entries that an open page shows, where others may have said something of them since."""
    stirs = request.member.campaign.stirs(is_gm=request.member.is_gm)
    if request.open_page is None or request.open_page.stir == stirs:
        return []
    names = [name.removeprefix(PART) for name in request.open_page.marks if name.startswith(PART)]
    seqs = [
        int(name) for name in names[-MOST_ROWS:] if name.isascii() and name.isdecimal() and len(name) <= 9
    ]
    return timeline.some_entries(request.member.campaign, Viewer.of(request.viewer), seqs)


@members_only
@require_safe
@live_page
def log_entry(request: MemberRequest, campaign_id: UUID, seq: int) -> HttpResponse:
    """One entry with everything unfolded."""
    campaign = request.member.campaign
    shown = get_entry_to_see(request.viewer, seq)
    context = {
        "shown": shown,
        "older": seq - 1 if seq > 1 else None,
        "newer": seq + 1 if seq < campaign.head_seq else None,
        "offer": offer(request, shown),
        **corrections(request, shown),
        **beside(request, shown),
    }
    return render_page(request, "log/log_entry.html", page_context(request, "log") | context)


@members_only
@require_safe
def log_row(request: MemberRequest, campaign_id: UUID, seq: int) -> HttpResponse:
    """One entry as the log shows it, for a page that is open."""
    return render(request, "log/_log_row.html", {"shown": get_entry_to_see(request.viewer, seq)})


@members_only
@require_safe
def verify(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """Checks the log when asked to, and says in plain words what that proves."""
    campaign = request.member.campaign
    is_small = campaign.head_seq <= proofs.AT_ONCE
    report = proofs.prove(campaign) if is_small and "run" in request.GET else None
    context = {"report": report, "is_small": is_small, "most": proofs.AT_ONCE}
    return render(request, "log/verify.html", page_context(request, "log") | context)
