"""The application as a server of a benchmark's own, and what is asked of it."""

import http.client
import json
import os
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
TOKEN = "b" * 32


@contextmanager
def serving(program: str) -> Iterator[dict[str, str]]:
    """A server of a benchmark's own, with nothing in it but what `program --serve` made; what that printed of it."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "DATA_DIR": folder, "LOG_LEVEL": "ERROR", "BIND": "127.0.0.1"}
        command = [sys.executable, program, "--serve"]
        with subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
        ) as server:
            try:
                world = json.loads(server.stdout.readline() if server.stdout else "")
                until_ready(int(world["port"]))
                yield world
            finally:
                server.terminate()


def roll_form(world: dict[str, str]) -> str:
    """A roll that was not sent before."""
    return urlencode(
        {
            "csrfmiddlewaretoken": TOKEN,
            "key": uuid.uuid4().hex,
            "acting.id": world["acting"],
            "acting.score": "will",
            "opposing.id": world["opposing"],
            "opposing.score": "will",
        }
    )


def until_ready(port: int) -> None:
    end = time.monotonic() + 30
    while time.monotonic() < end:
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            connection.request("GET", "/healthz")
            connection.getresponse().read()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit("the server does not answer")


def prepare() -> dict[str, str]:
    """A table in the database, with a GM who is signed in and two characters."""
    from django.conf import settings
    from django.core.management import call_command
    from django.db import connection
    from django.test import Client

    call_command("migrate", verbosity=0)
    from tests import factories, people

    settings.ALLOWED_HOSTS = ["*"]
    table = people.make_table()
    pair = [factories.make_character(table.player, name) for name in ("Ilse", "Otto")]
    client = Client()
    client.force_login(table.gm.user)
    connection.close()
    return {
        "session": client.cookies[settings.SESSION_COOKIE_NAME].value,
        "act": f"/campaigns/{table.campaign.pk}/play/sorcerer.roll/",
        "acting": str(pair[0].pk),
        "opposing": str(pair[1].pk),
    }


def free_port() -> int:
    from tests import served

    return served.free_port()
