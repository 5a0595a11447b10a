"""What others did to somebody's own: in words, put away, or read where it happened."""

from typing import TypedDict
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect

from campaigns.access import MemberRequest, members_only
from campaigns.models import CampaignState
from campaigns.queries.news import news
from campaigns.queries.timeline import ShownEntry
from campaigns.services.news import put_away
from campaigns.viewing import Viewer
from campaigns.views.absolute_urls import own_address
from campaigns.views.htmx import is_htmx
from campaigns.views.review.recap_draft import happened


class NewsLine(TypedDict):
    """What others did to somebody's own: in words, and what it means for them."""

    seq: int
    text: str
    means: list[str]


def news_lines(request: MemberRequest, state: CampaignState) -> list[NewsLine]:
    """What happened to this member and is not put away, oldest first."""
    found = news(request.member.campaign, Viewer.of(request.viewer), request.member, state.settings)
    return [{"seq": one.entry.seq, "text": _text(one.entry), "means": one.means} for one in found]


def _text(entry: ShownEntry) -> str:
    # In the same words whatever is sealed: what it did to them stands beside.
    return happened(entry) if entry.document else _("Something changed, and only the GM sees why.")


@members_only
@require_POST
def see_news(request: MemberRequest, campaign_id: UUID, seq: int) -> HttpResponse:
    """It was seen, up to this entry; `open` leads to the entry itself."""
    put_away(request.member, seq)
    if "open" in request.POST:
        url = reverse("log_entry", args=[campaign_id, seq])
    elif is_htmx(request):
        request.member.refresh_from_db(fields=["news_seen"])
        state = CampaignState.objects.get(pk=campaign_id)
        left = {"news": news_lines(request, state), "campaign": request.member.campaign}
        return render(request, "components/_news.html", left)
    else:
        came_from = own_address(request, request.headers.get("Referer", ""))
        url = came_from or reverse("campaign_home", args=[campaign_id])
    return HttpResponseClientRedirect(url) if is_htmx(request) else redirect(url)
