"""Production behind a proxy that speaks HTTPS: pages are served, and browsers sent nowhere in a circle."""

import http.client
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.served import Served, serving

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]
NAME = "table.example"
PRODUCTION = {
    "PACTBOOK_PROFILE": "production",
    "PUBLIC_URL": f"https://{NAME}",
    "TRUSTED_PROXIES": "1",
}


@contextmanager
def proxy(served: Served) -> Iterator[int]:
    """What nginx and Caddy do in front: the name that was asked for goes on, and that it was by HTTPS."""

    class Forward(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            behind = http.client.HTTPConnection("127.0.0.1", served.port, timeout=30)
            said = {
                "Host": self.headers["Host"],
                "X-Forwarded-Proto": "https",
                "X-Forwarded-For": "192.0.2.7",
            }
            behind.request("GET", self.path, headers=said)
            answer = behind.getresponse()
            body = answer.read()
            self.send_response(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in {"connection", "transfer-encoding", "content-length"}:
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
            behind.close()

        def log_message(self, *_said: Any) -> None:
            """A test says nothing of what it asks."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Forward) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


def ask(port: int, path: str, host: str = NAME) -> tuple[int, str, bytes]:
    """What a browser gets that follows nothing: the status, where it is sent, the page."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", path, headers={"Host": host})
    answer = connection.getresponse()
    got = answer.status, answer.getheader("Location", ""), answer.read()
    connection.close()
    return got


def test_pages_come_through_a_proxy_without_a_circle(tmp_path: Path) -> None:
    with serving(tmp_path, "--no-demo", environment=PRODUCTION) as served, proxy(served) as port:
        status, sent_to, page = ask(port, "/first-run/")

        assert (status, sent_to) == (200, "")
        assert b'name="code"' in page
        past_the_proxy = ask(served.port, "/first-run/")[:2]
        assert past_the_proxy == (301, f"https://{NAME}/first-run/")
