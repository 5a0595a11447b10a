import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from tests.served import ROOT, Served, serving

pytestmark = pytest.mark.slow


def open_stream(served: Served) -> socket.socket:
    """A connection that has sent half a form and waits, as an open page does."""
    connection = socket.create_connection(("127.0.0.1", served.port))
    connection.sendall(b"POST /accounts/login/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nab")
    time.sleep(0.2)
    return connection


@pytest.mark.parametrize("server", ["granian", "uvicorn"])
def test_serve_opens_says_where_and_ends_with_pages_open(tmp_path: Path, server: str) -> None:
    grace = {"campaigns.config.servers.GRACE_SECONDS": 1}
    with serving(tmp_path, "--no-demo", "--server", server, numbers=grace) as served:
        with urllib.request.urlopen(f"{served.url}/accounts/login/") as answer:
            assert answer.status == 200
        assert f"http://localhost:{served.port}" in served.output
        with open_stream(served):
            assert served.stop(signal.SIGINT) < 4


def test_killed_server_starts_again_on_its_port(tmp_path: Path) -> None:
    with serving(tmp_path, "--no-demo") as served:
        served.stop(signal.SIGKILL)
        wait_until_free(served.port)
        started = time.monotonic()
        served.start()

        assert time.monotonic() - started < 15


def test_taken_port_gets_one_clear_line(tmp_path: Path) -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = holder.getsockname()[1]
        done = subprocess.run(
            [sys.executable, "manage.py", "serve"],
            cwd=ROOT,
            env={"PATH": "/usr/bin", "DATA_DIR": str(tmp_path), "PORT": str(port), "BIND": "127.0.0.1"},
            capture_output=True,
            text=True,
            check=False,
        )

    assert done.returncode == 1
    assert (
        done.stderr.strip()
        == f"CommandError: Port {port} is taken. Choose another: make play PORT={port + 1}"
    )


def wait_until_free(port: int) -> None:
    for _ in range(50):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                time.sleep(0.1)
            else:
                return
    raise AssertionError(f"port {port} stayed taken")
