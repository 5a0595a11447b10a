"""Pages for what went wrong: each says what it is and what to do next, and none loses what was typed."""

import sys
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import REASON_BAD_ORIGIN
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from campaigns.access import NotThere, SignedOut
from campaigns.config.faults import fault_of
from campaigns.services.limits import TooMany
from campaigns.views import unplayable
from campaigns.views.htmx import is_htmx
from campaigns.views.refusals import answer, framed, in_place, typed_words


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    text = _(
        "The request could not be read: it was damaged on the way, or it is larger than a form "
        "may be. Go back and try again."
    )
    return _page(request, 400, _("Unreadable request"), text)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    if isinstance(exception, SignedOut):
        return signed_out(request)
    text = str(exception or "") or _("You don't have access to this page.")
    return _page(request, 403, _("No access"), text)


def signed_out(request: HttpRequest) -> HttpResponse:
    """The session ran out while somebody wrote: they sign in beside this page and send it again."""
    context = {"typed": typed_words(request), "post_url": request.get_full_path()}
    template = "errors/_signed_out.html" if is_htmx(request) else "errors/signed_out.html"
    return in_place(render(request, template, context, status=403))


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    own = str(exception) if isinstance(exception, NotThere) else ""
    text = own or _(
        "There is nothing here, or nothing you can see. Check the address, or start from your campaigns."
    )
    return _page(request, 404, _("Page not found"), text)


def too_many(request: HttpRequest) -> HttpResponse:
    """Of allauth's own limits, all of which are counted by the minute."""
    return answer(request, TooMany(60))


def server_error(request: HttpRequest) -> HttpResponse:
    """Made without the request's context: whatever failed may fail again there.

    Django comes here from its `except`, whichever layer it was that failed, so the error can still be asked for.
    """
    error = sys.exception()
    fault = fault_of(error)
    if isinstance(error, Exception) and fault is not None:
        return unplayable.answer(request, fault, error)
    return HttpResponse(render_to_string("errors/broken.html"), status=500)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The page was open too long or from before signing in. What was typed can be sent again, with one press."""
    is_ours = _is_from_here(request, reason)
    context = {
        "typed": typed_words(request) if is_ours else [],
        "is_ours": is_ours,
        "post_url": request.get_full_path(),
    }
    template = "errors/_stale.html" if is_htmx(request) else "errors/stale.html"
    return in_place(render(request, template, context, status=403))


def _is_from_here(request: HttpRequest, reason: str) -> bool:
    """Whether the form was one of ours: what a foreign page sent is not offered to be sent again."""
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in {"same-origin", "none"}:
        return False
    origin = request.headers.get("Origin")
    if reason.startswith(REASON_BAD_ORIGIN.partition("%")[0]):
        return False
    return origin is None or urlsplit(origin or "").netloc == request.get_host()


def _page(request: HttpRequest, status: int, title: str, text: str) -> HttpResponse:
    told: dict[str, object] = {"failure_title": title, "failure_text": text}
    if is_htmx(request):
        return in_place(render(request, "errors/_failure.html", told, status=status))
    return in_place(render(request, "errors/failure.html", framed(request) | told, status=status))
