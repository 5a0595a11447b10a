"""Around every request: its line in the log, headers for browsers, names that the table is known by."""

import time
import uuid
from collections.abc import Callable

import structlog
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from campaigns.config import headers, hosts

Handler = Callable[[HttpRequest], HttpResponseBase]
logger = structlog.get_logger("pactbook.requests")
REQUEST_ID = "X-Request-ID"


def say_request(
    request_id: str, method: str | None, page: str, status: int, user: int | None, seconds: float
) -> None:
    """The line of a request in the log."""
    with structlog.contextvars.bound_contextvars(request_id=request_id):
        told = {"method": method, "page": page, "status": status, "user": user}
        logger.info("request", **told, ms=round(seconds * 1000))


class RequestLog:
    """Names every request, and logs it by the name of its page: a path may hold an invitation."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        started = time.monotonic()
        request_id = uuid.uuid4().hex
        with structlog.contextvars.bound_contextvars(request_id=request_id):
            response = self.get_response(request)
        page = request.resolver_match.view_name if request.resolver_match else None
        if page:
            # Who it is, where the page asked: to ask again may wait for the database once more.
            user = getattr(request, "_cached_user", None)
            pk, seconds = user.pk if user is not None else None, time.monotonic() - started
            say_request(request_id, request.method, page, response.status_code, pk, seconds)
        response[REQUEST_ID] = request_id
        return response


class SecurityHeaders:
    """What Django has no setting for, on every answer; pages of the table are kept by no cache."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        for name, value in headers.HEADERS.items():
            # A view may say otherwise, as static files do of how long they are kept.
            response.headers.setdefault(name, value)
        response.headers.setdefault("Cache-Control", "private, no-store")
        return response


class KnownHosts:
    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        # Against a foreign page whose own name is pointed at an address in this network (DNS rebinding).
        if hosts.is_allowed(request.META.get("HTTP_HOST") or request.META["SERVER_NAME"]):
            return self.get_response(request)
        text = _(
            "This server does not answer to that address. Open the address shown in the terminal, or "
            "set PUBLIC_URL."
        )
        return HttpResponse(text, status=400, content_type="text/plain; charset=utf-8")
