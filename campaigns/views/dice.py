"""The check that readers make for themselves: the lines of the log that are theirs, and the page that checks them."""

import json
from uuid import UUID

import msgspec
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.access import MemberRequest, members_only
from campaigns.log import export_lines
from campaigns.log.purposes import record_paths
from campaigns.models import Entry
from campaigns.viewing import Viewer
from campaigns.views.numbers import number_in
from campaigns.views.page_context import page_context

AT_ONCE = 500


@members_only
@require_safe
def check_dice(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """Every die, shuffle and link of the chain, worked out anew in the reader's own browser."""
    paths = json.dumps(record_paths(), separators=(",", ":"))
    return render(request, "log/dice.html", page_context(request, "log") | {"record_paths": paths})


@members_only
@require_safe
def log_lines(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """The entries after a number as JSON lines, as many as are sent at once: what this reader may take away."""
    after = number_in(request, "after") or 0
    found = export_lines.lines(Viewer.of(request.viewer), request.member.campaign, after=after, most=AT_ONCE)
    return HttpResponse(
        b"".join(msgspec.json.encode(line) + b"\n" for line in found), content_type="application/x-ndjson"
    )


@members_only
@require_safe
def log_head(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """The number and hash of the newest entry, and the hash of the one that a browser saw (`null`: there is none)."""
    campaign, after = request.member.campaign, number_in(request, "after") or 0
    seen = Entry.objects.filter(campaign=campaign, seq=after).values_list("hash", flat=True).first()
    return JsonResponse({"seq": campaign.head_seq, "hash": campaign.head_hash, "seen": seen})
