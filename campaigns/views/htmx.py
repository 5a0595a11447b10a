"""Whether a part of a page is asked for, or a whole one."""

from django.http import HttpRequest


def is_htmx(request: HttpRequest) -> bool:
    return bool(getattr(request, "htmx", False))
