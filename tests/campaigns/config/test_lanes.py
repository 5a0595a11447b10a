"""Signing in beside the pages: a thread of its own, so many who wait, and an answer for the others."""

import asyncio
import re
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any, cast

import pytest
from a2wsgi import WSGIMiddleware
from django.http import HttpResponse
from django.test import Client

from campaigns import known_browsers
from campaigns.config import asgi, lanes
from tests.served import Served, serving

pytestmark = pytest.mark.postgres

Start = Callable[[str, list[tuple[str, str]]], object]


def slow_app(opened: threading.Event) -> Callable[[Any, Start], list[bytes]]:
    def app(_environ: Any, start_response: Start) -> list[bytes]:
        assert opened.wait(20)
        start_response("200 OK", [])
        return [b"hashed"]

    return app


def quick_app(environ: Any, start_response: Start) -> list[bytes]:
    is_turned_away = environ["asgi.scope"].get(lanes.FULL, False)
    start_response("503 Busy" if is_turned_away else "200 OK", [])
    return [b"page"]


def scope_of(method: str, path: str, cookie: str = "") -> dict[str, Any]:
    return {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": b"",
        "http_version": "1.1",
        "headers": [(b"host", b"localhost"), (b"cookie", cookie.encode())],
    }


async def ask(scope: dict[str, Any]) -> int:
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    await asgi.application(scope, receive, send)
    return int(sent[0]["status"])


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Lanes of one at work and two who wait, in which nothing moves before this is set."""
    opened = threading.Event()
    app = slow_app(opened)
    monkeypatch.setattr(asgi, "_web", WSGIMiddleware(quick_app, workers=2))
    monkeypatch.setattr(
        asgi, "_lanes", {known: lanes.Lane(cast("lanes.Pages", app), waiting=2) for known in (True, False)}
    )
    return opened


def known_cookie() -> str:
    response = HttpResponse()
    known_browsers.remember(response, None, "ada")
    return f"{known_browsers.COOKIE}={response.cookies[known_browsers.COOKIE].value}"


def test_full_lane_turns_away_and_pages_go_on(opened: threading.Event) -> None:
    async def evening() -> tuple[list[int], list[int], int, list[int]]:
        signing_in = [asyncio.create_task(ask(scope_of("POST", "/accounts/login/"))) for _one in range(3)]
        await asyncio.sleep(0.05)
        pages = [await ask(scope_of("GET", path)) for path in ("/", "/accounts/login/")]
        away = [await ask(scope_of("POST", path)) for path in ("/accounts/login/", "/new-password/x/")]
        known = asyncio.create_task(ask(scope_of("POST", "/accounts/login/", known_cookie())))
        opened.set()
        return pages, away, await known, await asyncio.gather(*signing_in)

    assert asyncio.run(evening()) == ([200, 200], [503, 503], 200, [200, 200, 200])


@pytest.mark.parametrize("method", ["POST", "post", "pOsT"])
def test_no_way_to_write_the_method_leads_past_the_lane(opened: threading.Event, method: str) -> None:
    async def evening() -> int:
        crowd = [asyncio.create_task(ask(scope_of(method, "/accounts/login/"))) for _one in range(3)]
        await asyncio.sleep(0.05)
        away = await ask(scope_of(method, "/accounts/login/"))
        opened.set()
        await asyncio.gather(*crowd)
        return away

    assert asyncio.run(evening()) == 503


def test_lane_has_room_again_afterwards(opened: threading.Event) -> None:
    opened.set()

    async def evening() -> list[int]:
        return [await ask(scope_of("POST", "/accounts/login/")) for _one in range(10)]

    assert asyncio.run(evening()) == [200] * 10


def test_forged_cookie_is_no_known_browser(opened: threading.Event) -> None:
    forged = known_cookie()[:-3] + "abc"

    assert known_browsers.is_known([(b"cookie", known_cookie().encode())])
    assert not known_browsers.is_known([(b"cookie", forged.encode())])
    assert not known_browsers.is_known([(b"cookie", b"\xff")])


def test_whoever_finds_the_lane_full_keeps_the_name_typed(db: None) -> None:
    typed = {"login": "gesa", "password": "a secret of mine"}

    answer = Client().post("/accounts/login/", typed, **{"asgi.scope": {lanes.FULL: True}})  # type: ignore[arg-type]  # as a server gives it

    page = answer.content.decode()
    assert (answer.status_code, answer["Retry-After"]) == (503, str(lanes.RETRY_SECONDS))
    assert 'name="login" value="gesa"' in page
    assert "Many people are logging in" in page
    assert "a secret of mine" not in page


NAMES = [f"made-up-{number}" for number in range(40)]


def sign_in(url: str, name: str) -> tuple[int, str, str]:
    """A stranger's try over HTTP: status, Retry-After and the page."""
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    page = browser.open(f"{url}/accounts/login/", timeout=60).read().decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert token is not None
    typed = {"csrfmiddlewaretoken": token[1], "login": name, "password": "wrong"}
    data = urllib.parse.urlencode(typed).encode()
    try:
        browser.open(f"{url}/accounts/login/", data, timeout=60)
    except urllib.error.HTTPError as refused:
        return refused.code, refused.headers.get("Retry-After", ""), refused.read().decode()
    raise AssertionError("a made-up name signed in")


def slowest_page(served: Served, until: Callable[[], bool]) -> float:
    slowest = 0.0
    while not until():
        started = time.monotonic()
        urllib.request.urlopen(f"{served.url}/accounts/login/", timeout=60).close()
        slowest = max(slowest, time.monotonic() - started)
        time.sleep(0.05)
    return slowest


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_flood_of_made_up_names_stalls_no_page(tmp_path: Path) -> None:
    with serving(tmp_path, "--no-demo") as served, ThreadPoolExecutor(len(NAMES)) as crowd:
        tries = [crowd.submit(sign_in, served.url, name) for name in NAMES]
        slowest = slowest_page(served, lambda: all(one.done() for one in tries))
        answers = [one.result() for one in tries]

    turned_away = [(wait, page) for status, wait, page in answers if status == 503]
    assert {status for status, _wait, _page in answers} <= {422, 429, 503}
    assert turned_away
    assert all(int(wait) > 0 and "made-up-" in page for wait, page in turned_away)
    assert slowest < 3
