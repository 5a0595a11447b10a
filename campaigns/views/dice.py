"""The check that readers make for themselves: the lines of the log that are theirs, and the page that checks them."""

from uuid import UUID

import msgspec
from django.core.exceptions import BadRequest
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaigns.access import MemberRequest, members_only
from campaigns.log import lines
from campaigns.log.projector import Viewer
from campaigns.models import Entry
from campaigns.views.framing import frame

AT_ONCE = 500
LARGEST_SEQ = 2**31 - 1


@members_only
@require_safe
def check_dice(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """Every die, shuffle and link of the chain, worked out anew in the reader's own browser."""
    return render(request, "log/dice.html", frame(request, "log"))


@members_only
@require_safe
def log_lines(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """The entries after a number as JSON lines, as many as are sent at once: what this reader may take away."""
    found = lines.lines(
        Viewer.of(request.viewer), request.member.campaign, after=_after(request), most=AT_ONCE
    )
    return HttpResponse(
        b"".join(msgspec.json.encode(line) + b"\n" for line in found), content_type="application/x-ndjson"
    )


@members_only
@require_safe
def log_head(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """The number and hash of the newest entry, and the hash of the one that a browser saw (`null`: there is none)."""
    campaign = request.member.campaign
    seen = Entry.objects.filter(campaign=campaign, seq=_after(request)).values_list("hash", flat=True).first()
    return JsonResponse({"seq": campaign.head_seq, "hash": campaign.head_hash, "seen": seen})


def _after(request: MemberRequest) -> int:
    text = request.GET.get("after", "0")
    if not (text.isascii() and text.isdecimal()) or int(text) > LARGEST_SEQ:
        raise BadRequest(_("“after” is the number of an entry."))
    return int(text)
