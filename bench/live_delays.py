"""How long until everybody sees an act: many pages of one campaign listen while acts are played.

    .venv/bin/python bench/live_delays.py [listeners; 8, 200 and 1000 unless told]

Each listener is a connection of its own to the live stream of a served table, in many sessions, as a server sees
phones and laptops. Acts are posted one by one; the delay runs from the moment the act is sent until a listener has
read its event, so that the whole act counts as well. Prints the median, p95 and the slowest of all listeners, and
the act's own time. The bars are for p95: 0.15 s at a table of eight, 0.1 s for 200 listeners, 1 s for more.
DATABASE_URL chooses PostgreSQL (an empty database); otherwise it is SQLite.
"""

import asyncio
import json
import os
import re
import resource
import sys
import time
from statistics import median, quantiles

from bars import Bars
from served import TOKEN, free_port, prepare, roll_form, serving

ACTS = 10
EVENT = re.compile(rb"event: entry\ndata: \{\"seq\": (\d+)\b")
SESSIONS = 60  # a browser may open twenty pages
BARS = {8: 0.15, 200: 0.1, 1000: 1.0}


def main(sizes: list[int]) -> int:
    resource.setrlimit(resource.RLIMIT_NOFILE, (8192, 8192))
    bars = Bars()
    with serving(__file__) as world:
        for size in sizes:
            p95, bar = asyncio.run(_measure(world, size))
            bars.most(f"p95 of {size} listeners, ms", p95 * 1e3, bar * 1e3)
    return bars.close()


async def _measure(world: dict[str, str], size: int) -> tuple[float, float]:
    """The delay that 19 of 20 stay under, in seconds, and its bar."""
    heard: asyncio.Queue[tuple[int, float]] = asyncio.Queue()
    sessions = world["sessions"].split()
    pages = [
        asyncio.create_task(_listen(world, sessions[number % len(sessions)], heard)) for number in range(size)
    ]
    first = [await asyncio.wait_for(heard.get(), 60) for _page in pages]
    newest, delays, acts = max(seq for seq, _at in first), [], []
    for _act in range(ACTS):
        started = time.perf_counter()
        answered = asyncio.create_task(_play(world))
        newest += 1
        for _page in pages:
            seq, at = await asyncio.wait_for(heard.get(), 30)
            if seq != newest:
                raise SystemExit(f"a listener heard of entry {seq} instead of {newest}")
            delays.append(at - started)
        acts.append(await answered - started)
    for page in pages:
        page.cancel()
    await asyncio.gather(*pages, return_exceptions=True)
    p95 = quantiles(delays, n=20)[-1]
    bar = next((bar for most, bar in BARS.items() if size <= most), 1.0)
    print(
        f"{size} listeners, {ACTS} acts of {median(acts) * 1e3:.0f} ms: median {median(delays) * 1e3:.0f} ms,",
        end="",
    )
    print(f" slowest {max(delays) * 1e3:.0f} ms", flush=True)
    return p95, bar


async def _listen(world: dict[str, str], session: str, heard: "asyncio.Queue[tuple[int, float]]") -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", int(world["port"]))
    writer.write(
        f"GET /live/{world['campaign']}/ HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: session={session}\r\n\r\n".encode()
    )
    text = b""
    try:
        while chunk := await reader.read(4096):
            text += chunk
            found = EVENT.search(text)
            if found:
                heard.put_nowait((int(found[1]), time.perf_counter()))
                text = text[found.end() :]
    finally:
        writer.close()


async def _play(world: dict[str, str]) -> float:
    """When an act was answered."""
    body = roll_form(world).encode()
    reader, writer = await asyncio.open_connection("127.0.0.1", int(world["port"]))
    head = f"POST {world['act']} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nHX-Request: true\r\n"
    head += f"Cookie: session={world['session']}; csrf={TOKEN}\r\nContent-Length: {len(body)}\r\n"
    writer.write(f"{head}Content-Type: application/x-www-form-urlencoded\r\n\r\n".encode() + body)
    answer = await reader.read()
    if not answer.startswith(b"HTTP/1.1 200"):
        raise SystemExit(answer[:500].decode())
    writer.close()
    return time.perf_counter()


def _serve() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "campaigns.config.settings")
    resource.setrlimit(resource.RLIMIT_NOFILE, (8192, 8192))
    import uvicorn

    from campaigns.config import asgi

    world, port = prepare(), free_port()
    found = {"port": str(port), "campaign": world["act"].split("/")[2], "sessions": " ".join(_sessions())}
    print(json.dumps({**world, **found}), flush=True)
    uvicorn.run(asgi.application, host="127.0.0.1", port=port, log_level="error", access_log=False)


def _sessions() -> list[str]:
    from django.conf import settings
    from django.contrib.auth.models import User
    from django.db import connection
    from django.test import Client

    gm, clients = User.objects.get(memberships__role="gm"), [Client() for _ in range(SESSIONS)]
    for client in clients:
        client.force_login(gm)
    connection.close()
    return [client.cookies[settings.SESSION_COOKIE_NAME].value for client in clients]


if __name__ == "__main__":
    if "--serve" in sys.argv:
        _serve()
    else:
        sys.exit(main([int(size) for size in sys.argv[1:]] or [*BARS]))
