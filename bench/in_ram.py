"""The application in this process, with a database in memory: what a request costs it, in processor time.

Nothing waits for a disk or a network here, and other programs on the machine add nothing to the figures. On PostgreSQL
(DATABASE_URL, an empty database) the time is that of the application alone.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
RAM = Path("/dev") / "shm"
"""A folder that is never written to a disk, where there is one."""

TOKEN = "b" * 32


@contextmanager
def application() -> Iterator[None]:
    """Django, set up on an empty database of its own."""
    with TemporaryDirectory(prefix="pactbook-bench-", dir=RAM if RAM.is_dir() else None) as folder:
        os.environ.update(DATA_DIR=folder, LOG_LEVEL="ERROR")
        os.environ["DJANGO_SETTINGS_MODULE"] = "campaigns.config.settings"
        import django
        from django.core.management import call_command

        django.setup()
        from django.db import connection

        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        yield
        connection.close()


class Asker:
    """Somebody's browser, without the network between."""

    def __init__(self, user: Any) -> None:
        from django.conf import settings
        from django.core.handlers.wsgi import WSGIHandler
        from django.test import Client

        self.client = Client(headers={"host": "127.0.0.1"})
        self.client.force_login(user)
        session = self.client.cookies[settings.SESSION_COOKIE_NAME].value
        self.client.cookies[settings.CSRF_COOKIE_NAME] = TOKEN
        self._cookies = f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={TOKEN}"
        self._handler = WSGIHandler()

    def get(self, url: str) -> tuple[float, bytes]:
        """A page: the milliseconds that it took the processor, and its text."""
        return self._ask(self._handler, "GET", url, b"")

    def post(self, url: str, sent: dict[str, Any], handler: Any = None) -> tuple[float, bytes]:
        """What HTMX sends of a form, and what came of it, which is not kept."""
        from django.core.signals import request_finished, request_started
        from django.db import close_old_connections, transaction

        for signal in (request_started, request_finished):  # they would end the transaction around it
            signal.disconnect(close_old_connections)
        body = urlencode({**sent, "csrfmiddlewaretoken": TOKEN}, doseq=True).encode()
        with transaction.atomic():
            found = self._ask(handler or self._handler, "POST", url, body)
            transaction.set_rollback(True)
        return found

    def _ask(self, handler: Any, method: str, url: str, body: bytes) -> tuple[float, bytes]:
        path, _mark, query = url.partition("?")
        environ = {
            "REQUEST_METHOD": method,
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": "127.0.0.1",
            "HTTP_COOKIE": self._cookies,
            "HTTP_HX_REQUEST": "true",
            "CONTENT_TYPE": "application/x-www-form-urlencoded",
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.url_scheme": "http",
            "wsgi.input": BytesIO(body),
        }
        status: list[str] = []
        began = time.process_time()
        answer = handler(environ, lambda line, _headers, _error=None: status.append(line))
        text = b"".join(answer)
        answer.close()
        taken = (time.process_time() - began) * 1000
        if not status[0].startswith("200"):
            raise SystemExit(f"{url} answers {status[0]}: {text.decode()[:2000]}")
        return taken, text


def in_turns(calls: dict[str, Callable[[], float]], rounds: int) -> dict[str, float]:
    """The median of each, after a few that are not counted."""
    from statistics import median

    taken: dict[str, list[float]] = {name: [] for name in calls}
    for number in range(rounds + 3):
        for name, call in calls.items():
            cost = call()
            if number >= 3:
                taken[name].append(cost)
    return {name: median(costs) for name, costs in taken.items()}
