"""One process: the live stream runs on the event loop, everything else is Django as WSGI in a fixed set of threads."""

import asyncio
import gc
import io
import multiprocessing
import os
import threading
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Final
from urllib.parse import quote
from wsgiref.types import StartResponse, WSGIEnvironment

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "campaigns.config.settings")

from django.core.wsgi import get_wsgi_application
from django.db.backends.signals import connection_created
from django.http import HttpResponseBase

from campaigns.config import databases, headers, hosts, lanes
from campaigns.config.lanes import Message, Receive, Scope, Send, Served
from campaigns.config.open_pages import OpenPages
from campaigns.config.probes import Probes
from campaigns.config.room import with_room

THREADS: Final = 8
MAX_BODY: Final = 2 * 1024 * 1024
MAX_UPLOAD: Final = 12 * 1024 * 1024
UPLOADS: Final = ("/portrait/", "/campaigns/import/")
"""How the addresses end to which files are sent: images, and campaigns with theirs."""
MAX_DRAINED: Final = 16 * 1024 * 1024
"""How much of a body that is too long is still read, so that the browser shows the answer and not a lost connection."""
BODY_SECONDS: Final = 30

BODY: Final = "pactbook.body"

_django = get_wsgi_application()
connection_created.connect(databases.wait_no_longer)


def _with_body(environ: WSGIEnvironment, start_response: StartResponse) -> HttpResponseBase:
    """Django reads a body that is here whole already, not chunk by chunk through the event loop."""
    environ["wsgi.input"] = io.BytesIO(environ["asgi.scope"][BODY])
    return with_room(_django, environ, start_response)


# As WSGI: Django under ASGI takes a fresh thread and connection for each request, and half the requests a second.
_web = lanes.in_threads(_with_body, THREADS)
_open_pages = OpenPages(import_module("campaigns.views.answered_alike"))
_lanes = {is_known: lanes.Lane(_with_body) for is_known in (True, False)}
# Not before Django is set up.
_stream: Served = import_module("campaigns.live.stream").stream
_is_known: Callable[[Iterable[tuple[bytes, bytes]]], bool] = import_module(
    "campaigns.known_browsers"
).is_known
_health = import_module("campaigns.views.health")
_probes = Probes(_health.look, _health.no_answer)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
    elif scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1000})
    elif scope["path"].startswith("/live/"):
        await _live(scope, receive, send)
    # Beside the pages' threads: a server whose acts all wait for a lock is not dead.
    elif _probes.are_asked(scope["path"]):
        status, kind, text = await _probes.answer(scope["path"], scope["method"])
        await _plain(send, status, "" if scope["method"] == "HEAD" else text, kind)
    else:
        await _page(scope, receive, send)


async def _lifespan(receive: Receive, send: Send) -> None:
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            _end_with_parent()
            _collect_what_is_new()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return


def _collect_what_is_new() -> None:
    """All that is loaded by now stays to the end: looking through it again held up some pages by 0.2 s."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000)


def _end_with_parent() -> None:
    """A worker process whose server was killed would keep the port; it ends at once instead."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, name="end-with-parent", daemon=True).start()


async def _live(scope: Scope, receive: Receive, send: Send) -> None:
    host = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")
    # The stream passes none of Django's middleware, which asks this of every page.
    if not hosts.is_allowed(host):
        await _plain(send, 400, "This server does not answer to that address.")
    else:
        await _stream(scope, receive, _with_headers(send))


async def _page(scope: Scope, receive: Receive, send: Send) -> None:
    """Read the whole body first: a slow or endless sender never holds one of the threads."""
    most = _most(scope)
    try:
        body = await asyncio.wait_for(_read_body(receive, most), BODY_SECONDS)
    except TimeoutError:
        await _plain(send, 408, "The form took too long to arrive. Go back and send it again.")
        return
    if body is None:
        return
    if len(body) > most:
        await _plain(send, 413, f"That is more than {most // 2**20} MB. Go back and send less.")
        return
    await _served(_for_wsgi(scope, body), receive, send)


async def _served(scope: Scope, receive: Receive, send: Send) -> None:
    """In a thread of the pages, or in a lane. Strangers who crowd theirs leave that of known browsers free."""
    if not lanes.takes_password(scope):
        await _open_pages(_web, scope, receive, send)
        return
    # By a signed cookie alone, so that the event loop waits for no database.
    lane = _lanes[_is_known(scope["headers"])]
    if lane.is_full:
        await _web({**scope, lanes.FULL: True}, receive, send)
    else:
        await lane(scope, receive, send)


def _most(scope: Scope) -> int:
    """How long a body may be. Strangers, of whom there may be any number, fill no more memory than with a form."""
    takes_files = scope["path"].endswith(UPLOADS) and _is_known(scope["headers"])
    return MAX_UPLOAD if takes_files else MAX_BODY


async def _read_body(receive: Receive, most: int) -> bytes | None:
    """The body, cut a little above what is allowed; None when the sender has gone."""
    body, seen = bytearray(), 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        chunk = message.get("body", b"")
        seen += len(chunk)
        body += chunk[: most + 1 - len(body)]
        if not message.get("more_body", False) or seen > MAX_DRAINED:
            return bytes(body)


def _for_wsgi(scope: Scope, body: bytes) -> Scope:
    """The request as WSGI can bear it: an ASCII query, no header that could pass for another, the body's length."""
    kept = [
        (name, value)
        for name, value in scope["headers"]
        # WSGI writes - as _, so X_Forwarded_For would pass for X-Forwarded-For.
        if b"_" not in name and name not in {b"content-length", b"transfer-encoding"}
    ]
    if body:
        kept.append((b"content-length", str(len(body)).encode()))
    query = quote(scope["query_string"].decode("latin-1"), safe="%!$&'()*+,;=:@/?[]", encoding="latin-1")
    path = scope["path"].encode("utf-8", "replace").decode("utf-8")
    return {**scope, "headers": kept, "query_string": query.encode("ascii"), "path": path, BODY: body}


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", []), *_HEADERS]}
        await send(message)

    return sending


async def _plain(send: Send, status: int, text: str, kind: str = "text/plain; charset=utf-8") -> None:
    body = text.encode()
    about = [
        (b"content-type", kind.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    await _with_headers(send)({"type": "http.response.start", "status": status, "headers": about})
    await send({"type": "http.response.body", "body": body})


_HEADERS: Final = [
    (name.lower().encode(), value.encode())
    for name, value in {**headers.HEADERS, "Content-Security-Policy": headers.CONTENT_SECURITY_LINE}.items()
]
