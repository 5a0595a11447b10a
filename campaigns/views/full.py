"""What is said to whoever comes to sign in while too many wait to."""

from collections.abc import Callable, Mapping, Sequence

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from campaigns.config import lanes
from campaigns.views import refusals


class AnswerWhenFull:
    """Middleware: a request that found its lane full is answered with what was typed, and no password is looked at."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(
        self,
        request: HttpRequest,
        _view: Callable[..., HttpResponseBase],
        _args: Sequence[str],
        _kwargs: Mapping[str, str],
    ) -> HttpResponseBase | None:
        """After the check of the form's token, which stands before this in the settings."""
        if not request.META.get("asgi.scope", {}).get(lanes.FULL):
            return None
        return refusals.answer(request, refusals.TooFull(lanes.RETRY_SECONDS))
