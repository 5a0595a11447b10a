"""The session log: pages of it, one entry explained, and the proof that it holds."""

from typing import Any
from uuid import UUID

from django.core.exceptions import BadRequest
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaigns.access import MemberRequest, get_record_to_see, members_only
from campaigns.log.projector import Viewer
from campaigns.models import Campaign
from campaigns.queries import proofs, timeline
from campaigns.views.framing import frame
from campaigns.views.undo import may_undo

LARGEST_SEQ = 2**31 - 1


@members_only
@require_safe
def log(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """The whole log or one session's, in pages, the newest entry at the end."""
    jump = _number(request, "to")
    if jump is not None:
        return redirect(f"{reverse('log', args=[campaign_id])}?after={max(0, jump - 6)}#entry-{jump}")
    campaign, viewer = request.member.campaign, Viewer.of(request.viewer)
    tag, of = _wanted(request)
    before, after = _number(request, "before"), _number(request, "after")
    page = timeline.turn_to(campaign, viewer, before=before, after=after, tag=tag)
    context = {
        "page": page,
        "sessions": timeline.sessions(campaign),
        "of": of,
        "filter": f"&{tag[0]}={tag[1]}" if tag else "",
        "here_session": tag[1] if tag and tag[0] == "session" else "",
        "is_newest": page.after is None,
        "is_live": page.after is None and tag is None,
        "last_seq": page.rows[-1].seq if page.rows else 0,
    }
    return render(request, "log/log.html", frame(request, "log") | context)


@members_only
@require_safe
def log_rows(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """The entries after a number, as many as a page holds, for pages that are open. `X-Last-Seq` says how far."""
    campaign, viewer = request.member.campaign, Viewer.of(request.viewer)
    after = _number(request, "after") or 0
    rows = timeline.timeline_page(campaign, viewer, after=after)
    answer = render(request, "log/_log_rows.html", {"rows": rows, "fresh": True})
    answer["X-Last-Seq"] = str(rows[-1].seq if rows else after)
    return answer


@members_only
@require_safe
def log_entry(request: MemberRequest, campaign_id: UUID, seq: int) -> HttpResponse:
    """One entry with everything unfolded."""
    campaign = request.member.campaign
    shown = _entry(request, campaign, seq)
    context = {
        "shown": shown,
        "older": seq - 1 if seq > 1 else None,
        "newer": seq + 1 if seq < campaign.head_seq else None,
        "may_undo": shown.undone_by is None and may_undo(request, campaign, seq),
        "is_undo": bool(shown.main and shown.main["action"] == "table.undo"),
    }
    return render(request, "log/log_entry.html", frame(request, "log") | context)


@members_only
@require_safe
def log_row(request: MemberRequest, campaign_id: UUID, seq: int) -> HttpResponse:
    """One entry as the log shows it, for a page that is open."""
    return render(request, "log/_log_row.html", {"shown": _entry(request, request.member.campaign, seq)})


@members_only
@require_safe
def verify(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """Checks the log when asked to, and says in plain words what that proves."""
    campaign = request.member.campaign
    is_small = campaign.head_seq <= proofs.AT_ONCE
    report = proofs.prove(campaign) if is_small and "run" in request.GET else None
    context: dict[str, Any] = {"report": report, "is_small": is_small, "most": proofs.AT_ONCE}
    return render(request, "log/verify.html", frame(request, "log") | context)


def _entry(request: MemberRequest, campaign: Campaign, seq: int) -> timeline.Shown:
    shown = timeline.one_entry(campaign, Viewer.of(request.viewer), seq)
    if shown is None:
        raise Http404
    return shown


def _wanted(request: MemberRequest) -> tuple[tuple[str, str] | None, str]:
    """What the page is narrowed down to, and its name: a session, or the entries about a record."""
    for kind, kinds in (("session", ("session",)), ("record", None)):
        if request.GET.get(kind):
            sheet = get_record_to_see(request.viewer, request.GET[kind], kinds)
            return (kind, sheet.id), sheet.name or _("session %(n)s") % {"n": sheet.fields.get("number", "")}
    return None, ""


def _number(request: MemberRequest, name: str) -> int | None:
    text = request.GET.get(name, "")
    if not text:
        return None
    if not (text.isascii() and text.isdecimal()) or int(text) > LARGEST_SEQ:
        raise BadRequest(_("%(name)s is the number of an entry.") % {"name": name})
    return int(text)
