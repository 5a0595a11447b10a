"""The session log: pages of it, one entry explained, and the proof that it holds."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from campaigns.access import MemberRequest, get_entry_to_see, members_only
from campaigns.queries import proofs, timeline
from campaigns.queries.review import reviewing
from campaigns.queries.review.finding import EVERYTHING
from campaigns.viewing import Viewer
from campaigns.views.numbers import number_in
from campaigns.views.own_acts import own_last_act
from campaigns.views.page_context import page_context
from campaigns.views.review import log_filters
from campaigns.views.review.marks import beside
from campaigns.views.undo import corrections, offer


@members_only
@require_safe
def log(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """The log or what the filters leave of it, in pages; the newest entry stands at the end unless asked otherwise."""
    jump = number_in(request, "to")
    campaign, viewer = request.member.campaign, Viewer.of(request.viewer)
    if jump is not None:
        jump = max(1, min(jump, campaign.head_seq))
        return redirect(f"{reverse('log', args=[campaign_id])}?after={max(0, jump - 6)}#entry-{jump}")
    asked = log_filters.read(request)
    page = timeline.turn_to(
        campaign,
        viewer,
        before=number_in(request, "before"),
        after=number_in(request, "after"),
        wanted=asked.form.wanted,
        oldest_first=asked.order == "up",
    )
    last = page.rows[-1].seq if page.rows else 0
    context = {
        "page": page,
        "rows": page.rows[::-1] if asked.order == "down" else page.rows,
        "marks": reviewing.marks(campaign, viewer, request.member, page.rows),
        "undo_seq": own_last_act(request),
        "asked": asked,
        "filter": f"&{asked.query}" if asked.query else "",
        "is_upside_down": asked.order == "down",
        "is_live": page.after is None and asked.order == "" and not asked.form.errors,
        "last_seq": max(last, campaign.head_seq) if asked.is_narrowed else last,
    }
    status = 422 if asked.form.errors else 200
    return render(request, "log/log.html", page_context(request, "log") | context, status=status)


@members_only
@require_safe
def log_rows(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """The entries after a number, as many as a page holds, for pages that are open. `X-Last-Seq` says how far."""
    campaign, viewer = request.member.campaign, Viewer.of(request.viewer)
    after = number_in(request, "after") or 0
    is_log = "marks" in request.GET
    wanted = log_filters.read(request).form.wanted if is_log else EVERYTHING
    page = timeline.turn_to(campaign, viewer, after=after, wanted=wanted)
    context = {"rows": page.rows, "fresh": True, "campaign": campaign}
    if any(entry.document and entry.document["actor"] == str(request.member.pk) for entry in page.rows):
        context["undo_seq"] = own_last_act(request)
    if is_log:
        context["marks"] = reviewing.marks(campaign, viewer, request.member, page.rows)
    answer = render(request, "log/_log_rows.html", context)
    last = page.rows[-1].seq if page.rows else after
    is_whole = wanted != EVERYTHING and page.after is None
    answer["X-Last-Seq"] = str(max(last, campaign.head_seq) if is_whole else last)
    return answer


@members_only
@require_safe
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
    return render(request, "log/log_entry.html", page_context(request, "log") | context)


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
