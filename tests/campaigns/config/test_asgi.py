import asyncio
from collections.abc import Iterable
from typing import Any

import pytest
from django.http import HttpResponse

from campaigns import known_browsers
from campaigns.config import asgi, headers


def ask(path: str, chunks: Iterable[bytes] = (b"",), **more: Any) -> tuple[int, dict[str, str], bytes]:
    scope = {
        "type": "http",
        "method": more.get("method", "GET"),
        "path": path,
        "query_string": more.get("query", b""),
        "http_version": "1.1",
        "scheme": "http",
        "server": ("testserver", 80),
        "client": ("127.0.0.1", 5000),
        "headers": [(b"host", b"localhost"), *more.get("headers", [])],
    }
    return asyncio.run(_exchange(scope, list(chunks)))


async def _exchange(scope: dict[str, Any], chunks: list[bytes]) -> tuple[int, dict[str, str], bytes]:
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        if not chunks:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": chunks.pop(0), "more_body": bool(chunks)}

    async def send(message: Any) -> None:
        sent.append(message)

    await asgi.application(scope, receive, send)
    said = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], said, b"".join(message.get("body", b"") for message in sent[1:])


def test_page_is_answered_by_django() -> None:
    status, _, body = ask("/nowhere/")

    assert status == 404
    assert b"Page not found" in body


@pytest.mark.parametrize("length", [True, False])
def test_body_over_the_limit_gets_a_plain_page(length: bool) -> None:
    size = asgi.MAX_BODY + 1
    told = [(b"content-length", str(size).encode())] if length else []

    status, said, body = ask("/nowhere/", [b"x" * 65536] * 32 + [b"x"], method="POST", headers=told)

    assert status == 413
    assert b"more than 2 MB" in body
    assert said["content-security-policy"] == headers.CONTENT_SECURITY_LINE


def test_body_at_the_limit_reaches_django() -> None:
    status, _, _ = ask("/about/", [b"x" * asgi.MAX_BODY], method="POST")

    assert status == 403  # Django answered: the form had no token


def test_endless_body_is_not_read_to_its_end() -> None:
    chunks = [b"x" * 1024 * 1024] * 64

    status, _, _ = ask("/nowhere/", chunks, method="POST")

    assert status == 413


def test_query_and_path_beyond_ascii_are_no_fault() -> None:
    assert ask("/nowhere/", query=b"q=\xff\xfe")[0] == 404
    assert ask("/h\udcff\u2028")[0] == 404


def test_header_cannot_pass_for_another() -> None:
    scope = {
        "headers": [(b"x_forwarded_proto", b"https"), (b"host", b"localhost"), (b"content-length", b"99")],
        "query_string": b"",
        "path": "/",
    }

    kept = asgi._for_wsgi(scope, b"a=1")["headers"]

    assert kept == [(b"host", b"localhost"), (b"content-length", b"3")]


def test_stream_checks_its_host() -> None:
    status, said, _ = ask("/live/x", headers=[(b"host", b"evil.example")])

    assert status in {400, 403, 404}
    assert said["x-content-type-options"] == "nosniff"


UPLOAD = "/campaigns/import/"


def known_browser() -> list[tuple[bytes, bytes]]:
    """The header of a browser from which somebody has logged in."""
    answer = HttpResponse()
    known_browsers.remember(answer, None, "somebody")
    return [(b"cookie", answer.cookies.output(header="").strip().partition(";")[0].encode())]


def test_a_file_may_be_larger_than_a_form_from_a_browser_that_is_known() -> None:
    large = [b"x" * asgi.MAX_BODY, b"x"]

    statuses = [
        ask(UPLOAD, large, method="POST", headers=known_browser())[0],
        ask(UPLOAD, large, method="POST")[0],
        ask("/nowhere/", large, method="POST", headers=known_browser())[0],
    ]

    assert statuses == [403, 413, 413]  # Django answered the first: the form had no token


def test_a_file_has_a_limit_too() -> None:
    status, _, body = ask(UPLOAD, [b"x" * asgi.MAX_UPLOAD, b"x"], method="POST", headers=known_browser())

    assert status == 413
    assert b"more than 12 MB" in body
