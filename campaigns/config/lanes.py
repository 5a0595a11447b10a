"""Who gives a password waits in a lane of its own: working out its hash never holds a thread that pages need."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final
from wsgiref.types import StartResponse, WSGIEnvironment

from a2wsgi import WSGIMiddleware
from django.http import HttpResponseBase

Message = MutableMapping[str, Any]
Scope = Message
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Served = Callable[[Scope, Receive, Send], Awaitable[None]]
Pages = Callable[[WSGIEnvironment, StartResponse], HttpResponseBase]

PASSWORDS: Final = (
    "/accounts/login/",
    "/accounts/password/",
    "/accounts/reauthenticate/",
    "/first-run/",
    "/join/",
    "/new-password/",
)
"""Where the addresses begin to which passwords are sent."""
WAITING: Final = 16
RETRY_SECONDS: Final = 5
FULL: Final = "pactbook.lane_is_full"
"""The mark of a request that found its lane full. It is answered by views.full.AnswerWhenFull, without a hash."""


def takes_password(scope: Scope) -> bool:
    """Whether a request may bring a password, which takes a core and 100 MB for a good part of a second."""
    path: str = scope["path"]
    # Servers hand on a method in small letters as it came, and Django takes it for the same.
    return scope["method"].upper() == "POST" and path.startswith(PASSWORDS)


def in_threads(pages: Pages, workers: int) -> Served:
    """Pages served by so many threads of their own."""
    middleware: Any = WSGIMiddleware  # it names types of its own for all that a server hands on
    served: Served = middleware(pages, workers=workers)
    return served


class Lane:
    """One request at work in a thread of its own, so many that wait without one, and no more."""

    def __init__(self, pages: Pages, waiting: int = WAITING) -> None:
        self._web = in_threads(pages, 1)
        self._room = 1 + waiting

    @property
    def is_full(self) -> bool:
        return self._room < 1

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._room -= 1  # on the event loop alone: nothing comes between the question and this
        try:
            await self._web(scope, receive, send)
        finally:
            self._room += 1
