"""The live stream (Server-Sent Events) as raw ASGI: no thread and no database connection for an open page.

An event says only that a campaign has entries up to some number, and how often something else has stirred since it
began; a ping says so every two seconds. Pages fetch what they show themselves, through their own viewer's eyes.
While the database cannot be asked, `state` says instead that nothing can be played, and why.

Whose page listens is there (`presence.py`), but for one that says in its address that it is `hidden`; one that
listens `again`, after its connection was lost, was not opened by anybody just now.
"""

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import Final, NamedTuple
from uuid import UUID

from django.conf import settings
from django.contrib.auth import get_user
from django.db import Error, close_old_connections
from django.http import HttpRequest, parse_cookie

from campaigns.config.lanes import Receive, Scope, Send
from campaigns.live import heads, presence
from campaigns.live.heads import NOWHERE, Standing
from campaigns.models import Membership, Stage
from campaigns.models.stages import STAGE_COOKIE

PING_SECONDS: Final = 2.0
SEND_SECONDS: Final = 5.0
RECHECK_SECONDS: Final = 60.0
PER_SESSION: Final = 20
"""More open pages than anybody has; beyond it a browser is told to close some."""

HIDDEN: Final = b"hidden"
AGAIN: Final = b"again"


STAGE: Final = "/live/stage/"
"""Where a stage listens, which holds a ticket instead of a session."""


class Listener(NamedTuple):
    """Who listens, as far as it matters here: a member, or a stage, which is nobody."""

    pk: UUID | None
    is_gm: bool
    campaign: str


class Ticket(NamedTuple):
    """What lets a page listen: of a member their session and the campaign, of a stage its own ticket alone."""

    held: str
    campaign: str | None


# Two for all pages: each thread keeps a database connection.
_readers: Final = ThreadPoolExecutor(max_workers=2, thread_name_prefix="live")
_open: dict[str, int] = {}


async def stream(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer GET /live/<campaign>/ for the campaign's members only, and GET /live/stage/ for its stages."""
    ticket = _ticket_of(scope)
    if scope["method"] != "GET" or ticket is None:
        await _refuse(send, 404)
        return
    try:
        listener = await _listener(ticket)
    except Error:
        await _refuse(send, 503)
        return
    if listener is None:
        # 404 as everywhere for other people's campaigns; 403 tells a page that its reader was logged out.
        await _refuse(send, 404 if ticket.held else 403)
    elif _open.get(ticket.held, 0) >= PER_SESSION:
        await _refuse(send, 429)
    else:
        how = scope.get("query_string", b"")
        with contextlib.ExitStack() as stack:
            if how != HIDDEN and listener.pk is not None:
                attending = presence.attending(listener.campaign, listener.pk, is_active=how != AGAIN)
                stack.enter_context(attending)
            await _serve(ticket, listener, receive, send)


async def _serve(ticket: Ticket, listener: Listener, receive: Receive, send: Send) -> None:
    _open[ticket.held] = _open.get(ticket.held, 0) + 1
    tasks = [
        asyncio.create_task(_events(ticket, listener, send)),
        asyncio.create_task(_wait_until_gone(receive)),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        _open[ticket.held] -= 1
        if not _open[ticket.held]:
            del _open[ticket.held]


async def _events(ticket: Ticket, listener: Listener, send: Send) -> None:
    headers = [
        (b"content-type", b"text/event-stream"),
        (b"cache-control", b"no-store"),
        # nginx would hold the events back until it has a few kilobytes of them.
        (b"x-accel-buffering", b"no"),
    ]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await _push(send, "retry: 1000\n\n")
    checked = time.monotonic()
    async for kind, now in _heads(listener.campaign, is_gm=listener.is_gm):
        # Somebody may have been removed, or logged out elsewhere, since the page was opened.
        if time.monotonic() - checked > RECHECK_SECONDS and now.fault is None:
            with contextlib.suppress(Error):  # asked again with the next event
                found = await _listener(ticket)
                if found is None:
                    await _push(send, "event: bye\ndata: {}\n\n")
                if found != listener:  # of another role now, the page comes back by itself
                    break
                checked = time.monotonic()
        await _push(send, _event(kind, now))
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _heads(campaign: str, *, is_gm: bool) -> AsyncIterator[tuple[str, Standing]]:
    """`entry` at once with where the campaign stands and whenever it moves on; `ping` when nothing happens.

    `state` takes the place of both while the database cannot be asked. What is for the GMs alone moves only theirs.
    """
    async with heads.watch(campaign, _readers) as watched:
        now, told = await watched.standing(is_gm=is_gm), NOWHERE.head
        while True:
            if now.fault is not None:
                yield "state", now
            else:
                yield ("ping" if now.head == told else "entry"), now
                told = now.head
            now = await watched.moved_from(now, PING_SECONDS, is_gm=is_gm)


def _event(kind: str, now: Standing) -> str:
    if now.fault is not None:
        return f"event: {kind}\ndata: {json.dumps({'playable': False, 'why': now.fault})}\n\n"
    told = json.dumps({"seq": now.head.seq, "stir": now.head.stir})
    return f"id: {now.head.seq}\nevent: {kind}\ndata: {told}\n\n"


async def _push(send: Send, text: str) -> None:
    """Send, or give a page up that takes nothing for five seconds: it comes back by itself and catches up."""
    body = {"type": "http.response.body", "body": text.encode(), "more_body": True}
    async with asyncio.timeout(SEND_SECONDS):  # wait_for of Python 3.11 can swallow the end of a page
        await send(body)


async def _wait_until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _refuse(send: Send, status: int) -> None:
    await send(
        {"type": "http.response.start", "status": status, "headers": [(b"content-type", b"text/plain")]}
    )
    await send({"type": "http.response.body", "body": b"", "more_body": False})


def _campaign_in(path: str) -> str | None:
    with contextlib.suppress(ValueError):
        return str(UUID(path.removeprefix("/live/").removesuffix("/")))
    return None


def _ticket_of(scope: Scope) -> Ticket | None:
    """What a page holds, read as pages read it: other programs set cookies that a strict reader chokes on."""
    sent = (value.decode("latin-1") for name, value in scope["headers"] if name == b"cookie")
    cookies = parse_cookie("; ".join(sent))
    if scope["path"] == STAGE:
        return Ticket(str(cookies.get(STAGE_COOKIE, "")), None)
    campaign = _campaign_in(scope["path"])
    return Ticket(str(cookies.get(settings.SESSION_COOKIE_NAME, "")), campaign) if campaign else None


async def _listener(ticket: Ticket) -> Listener | None:
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_readers, _look_up, ticket)


def _look_up(ticket: Ticket) -> Listener | None:
    # Django does this around a request, and here is none.
    close_old_connections()
    if ticket.campaign is None:
        stage = Stage.of_ticket(ticket.held)
        return None if stage is None else Listener(None, is_gm=False, campaign=str(stage.campaign_id))
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(ticket.held or None)
    user = get_user(request)
    if not user.is_authenticated:
        return None
    members = Membership.objects.filter(campaign=UUID(ticket.campaign), user=user.pk, left__isnull=True)
    place = members.first()
    return None if place is None else Listener(place.pk, place.is_gm, ticket.campaign)
