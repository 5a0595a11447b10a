"""The live stream (Server-Sent Events) as raw ASGI: no thread and no database connection for an open page.

An event says only that a campaign has entries up to some number, and how often something else has stirred since it
began; a ping says so every two seconds. Pages fetch what they show themselves, through their own viewer's eyes.
While the database cannot be asked, `state` says instead that nothing can be played, and why.
"""

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import Final
from uuid import UUID

from django.conf import settings
from django.contrib.auth import get_user
from django.db import Error, close_old_connections
from django.http import HttpRequest, parse_cookie

from campaigns.config.lanes import Receive, Scope, Send
from campaigns.live import heads
from campaigns.live.heads import NOWHERE, Standing
from campaigns.models import Membership

PING_SECONDS: Final = 2.0
SEND_SECONDS: Final = 5.0
RECHECK_SECONDS: Final = 60.0
PER_SESSION: Final = 20
"""More open pages than anybody has; beyond it a browser is told to close some."""

# Two for all pages: each thread keeps a database connection.
_readers: Final = ThreadPoolExecutor(max_workers=2, thread_name_prefix="live")
_open: dict[str, int] = {}


async def stream(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer GET /live/<campaign>/ with the campaign's events, for its members only."""
    campaign = _campaign_in(scope["path"])
    session = _session_in(scope)
    if scope["method"] != "GET" or campaign is None:
        await _refuse(send, 404)
        return
    try:
        is_member = await _is_member(session, campaign)
    except Error:
        await _refuse(send, 503)
        return
    if not is_member:
        # 404 as everywhere for other people's campaigns; 403 tells a page that its reader was logged out.
        await _refuse(send, 404 if session else 403)
    elif _open.get(session, 0) >= PER_SESSION:
        await _refuse(send, 429)
    else:
        await _serve(campaign, session, receive, send)


async def _serve(campaign: str, session: str, receive: Receive, send: Send) -> None:
    _open[session] = _open.get(session, 0) + 1
    tasks = [
        asyncio.create_task(_events(campaign, session, send)),
        asyncio.create_task(_wait_until_gone(receive)),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        _open[session] -= 1
        if not _open[session]:
            del _open[session]


async def _events(campaign: str, session: str, send: Send) -> None:
    headers = [
        (b"content-type", b"text/event-stream"),
        (b"cache-control", b"no-store"),
        # nginx would hold the events back until it has a few kilobytes of them.
        (b"x-accel-buffering", b"no"),
    ]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await _push(send, "retry: 1000\n\n")
    checked = time.monotonic()
    async for kind, now in _heads(campaign):
        # Somebody may have been removed, or logged out elsewhere, since the page was opened.
        if time.monotonic() - checked > RECHECK_SECONDS and now.fault is None:
            with contextlib.suppress(Error):  # asked again with the next event
                if not await _is_member(session, campaign):
                    await _push(send, "event: bye\ndata: {}\n\n")
                    break
                checked = time.monotonic()
        await _push(send, _event(kind, now))
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _heads(campaign: str) -> AsyncIterator[tuple[str, Standing]]:
    """`entry` at once with where the campaign stands and whenever it moves on; `ping` when nothing happens.

    `state` takes the place of both while the database cannot be asked.
    """
    async with heads.watch(campaign, _readers) as watched:
        now, told = await watched.standing(), NOWHERE.head
        while True:
            if now.fault is not None:
                yield "state", now
            else:
                yield ("ping" if now.head == told else "entry"), now
                told = now.head
            now = await watched.moved_from(now, PING_SECONDS)


def _event(kind: str, now: Standing) -> str:
    if now.fault is not None:
        return f"event: {kind}\ndata: {json.dumps({'playable': False, 'why': now.fault})}\n\n"
    return f"id: {now.head.seq}\nevent: {kind}\ndata: {json.dumps(now.head._asdict())}\n\n"


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


def _session_in(scope: Scope) -> str:
    """The session, read as pages read it: other programs on this host set cookies that a strict reader chokes on."""
    sent = (value.decode("latin-1") for name, value in scope["headers"] if name == b"cookie")
    return str(parse_cookie("; ".join(sent)).get(settings.SESSION_COOKIE_NAME, ""))


async def _is_member(session: str, campaign: str) -> bool:
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_readers, _look_up_member, session, campaign)


def _look_up_member(session: str, campaign: str) -> bool:
    # Django does this around a request, and here is none.
    close_old_connections()
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(session or None)
    user = get_user(request)
    if not user.is_authenticated:
        return False
    return Membership.objects.filter(campaign=UUID(campaign), user=user.pk, left__isnull=True).exists()
