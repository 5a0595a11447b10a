"""The answer while the database is busy, full or away: which of them it is, with the form, to be sent once more."""

from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from campaigns.config import faults
from campaigns.config.faults import Fault
from campaigns.services.hosting import troubles
from campaigns.views.htmx import is_htmx
from campaigns.views.refusals import SECRET_FIELDS, typed_words

MARK: Final = "X-Unplayable"
"""Tells the page's script why, and so that the same form may be sent again by itself: its key plays an act once."""


@dataclass(frozen=True)
class Telling:
    title: str
    text: str
    wait: int
    """Seconds after which it is worth another try."""


def answer(request: HttpRequest, fault: Fault, error: Exception) -> HttpResponse:
    """A part for HTMX, a page otherwise; made without the request's context, which asks the database again."""
    faults.say(fault, troubles.sentence(error) or str(error))
    telling = _tellings()[fault]
    can_send_again = _can_send_again(request)
    context = {
        "telling": telling,
        "is_form": request.method == "POST",
        "can_send_again": can_send_again,
        # Only what carries a key is certain to be done once, however often it comes.
        "by_itself": can_send_again and "key" in request.POST,
        "typed": typed_words(request) if can_send_again else [],
        "post_url": request.get_full_path(),
        "csrf_token": get_token(request),
    }
    template = "errors/_unplayable.html" if is_htmx(request) else "errors/unplayable.html"
    response = HttpResponse(render_to_string(template, context), status=503)
    response["Retry-After"] = str(telling.wait)
    response[MARK] = str(fault)
    if hasattr(request, "session"):
        request.session.modified = False  # saving it would wait for the same database once more
    return response


def _can_send_again(request: HttpRequest) -> bool:
    """Whether all that was sent can stand in the page: of ours by its token, and nothing secret, no file.

    What waits in a page of HTMX is still there in the form itself.
    """
    is_ours = request.method == "POST" and getattr(request, "csrf_processing_done", False)
    return is_ours and (is_htmx(request) or not (SECRET_FIELDS & request.POST.keys() or request.FILES))


def _tellings() -> dict[Fault, Telling]:
    return {
        Fault.BUSY: Telling(
            _("The database is busy"),
            _("Something else is writing to it, and the wait took too long."),
            3,
        ),
        Fault.AWAY: Telling(
            _("The database can't be reached"),
            _("It may be restarting. If this continues, tell the person who runs the server."),
            3,
        ),
        Fault.FULL: Telling(
            _("The database disk is full"),
            _("The person who runs the server needs to free some space."),
            15,
        ),
        Fault.READ_ONLY: Telling(
            _("The database can't be written"),
            _("The person who runs the server needs to check its disk. The terminal has details."),
            15,
        ),
        Fault.DAMAGED: Telling(
            _("The database is damaged"),
            _("The person who runs the server needs to restore a backup. The terminal says how."),
            60,
        ),
        Fault.BROKEN: Telling(
            _("The database disk reported an error"),
            _("The person who runs the server needs to check its disk. The terminal has details."),
            15,
        ),
    }
