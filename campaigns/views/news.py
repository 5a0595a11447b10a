"""What others did to somebody's own is put away, or read where it happened."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect

from campaigns.access import MemberRequest, members_only
from campaigns.services import news
from campaigns.views.absolute_urls import own_address
from campaigns.views.refusals import is_htmx


@members_only
@require_POST
def see_news(request: MemberRequest, campaign_id: UUID, seq: int) -> HttpResponse:
    """It was seen, up to this entry; `open` leads to the entry itself."""
    news.put_away(request.member, seq)
    if "open" in request.POST:
        url = reverse("log_entry", args=[campaign_id, seq])
    elif is_htmx(request):
        return HttpResponse()
    else:
        came_from = own_address(request, request.headers.get("Referer", ""))
        url = came_from or reverse("campaign_home", args=[campaign_id])
    return HttpResponseClientRedirect(url) if is_htmx(request) else redirect(url)
