"""A link for a new password as its maker is shown it, and what the person whose account it opens does about it."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaigns.access import UserRequest, signed_in
from campaigns.services.accounts import notices, reset_links
from campaigns.views.absolute_urls import address_for_others, back_or, only_here
from campaigns.views.page_context import PageContext
from campaigns.views.qr import qr_code


def shown_link(
    request: HttpRequest, token: str, name: str, back_url: str, frame: PageContext | None = None
) -> HttpResponse:
    """The link in this one answer, to be handed to the person of that name; `frame` where that is in a campaign."""
    link = address_for_others(request, reverse("set_new_password", args=[token]))
    context = {
        **(frame or {}),
        "page_frame": "campaign_base.html" if frame else "base.html",
        "name": name,
        "link": link,
        "qr": qr_code(link),
        "back_url": back_url,
        "only_here": only_here(link),
    }
    return render(request, "people/reset_link.html", context)


@signed_in
@require_POST
def close_reset_link(request: UserRequest) -> HttpResponse:
    """The link that somebody made for one's own account opens nothing from now on."""
    back = back_or(request, reverse("account_home"))  # a form that cannot be read does nothing
    if reset_links.make_void(request.user):
        messages.success(request, _("That link no longer works."))
    return back


@signed_in
@require_POST
def put_away_notice(request: UserRequest, notice_id: int) -> HttpResponse:
    """One was told, and has seen it."""
    back = back_or(request, reverse("account_home"))
    mine = notices.of(request.user).filter(pk=notice_id)
    if not mine.exists():
        raise Http404
    notices.put_away(mine)
    return back
