"""What an act costs, POST to HTML, against the least that an audited POST can do on the same server.

    .venv/bin/python bench/act.py [seconds for each figure]

The floor is what nobody can leave out: lock a row, change it, insert one, by the ORM, without middleware, and a
line of HTML. The act is a roll with its rules, log, chain and the entry as HTML. One process serves both, in turn.
Prints requests a second at 1 and at 8 at once, the ratio (the bar is 0.6), and how 64 at once are answered.
DATABASE_URL chooses PostgreSQL (an empty database); otherwise it is SQLite.
"""

import http.client
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
BAR = 0.6
TOKEN = "b" * 32


def main(seconds: float) -> int:
    with serving(__file__) as world:
        return _measure(world, seconds)


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
                _until_ready(int(world["port"]))
                yield world
            finally:
                server.terminate()


def _measure(world: dict[str, str], seconds: float) -> int:
    ratios = []
    for at_once in (1, 8):
        floor, bare = _rate(world, "floor", at_once, seconds)
        rate, answered = _rate(world, "act", at_once, seconds)
        ratios.append(rate / floor)
        print(
            f"{at_once} at once: floor {floor:.0f}/s {dict(bare)}, act {rate:.0f}/s {dict(answered)}", end=""
        )
        print(f", ratio {rate / floor:.2f} (bar {BAR})", flush=True)
    _many, answered = _rate(world, "act", 64, min(seconds, 5))
    failed = sum(count for status, count in answered.items() if status >= 500)
    print(f"64 at once: {dict(answered)}, {failed} failed")
    return 0 if min(ratios) >= BAR and not failed else 1


def _rate(world: dict[str, str], what: str, at_once: int, seconds: float) -> tuple[float, Counter[int]]:
    answered: Counter[int] = Counter()
    end = time.monotonic() + seconds
    threads = [threading.Thread(target=_ask, args=(world, what, end, answered)) for _one in range(at_once)]
    started = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answered.total() / (time.monotonic() - started), answered


def _ask(world: dict[str, str], what: str, end: float, answered: Counter[int]) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", int(world["port"]), timeout=60)
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Cookie": f"session={world['session']}; csrf={TOKEN}",
        "HX-Request": "true",
    }
    while time.monotonic() < end:
        connection.request("POST", world[what], _form(world), headers)
        answer = connection.getresponse()
        answer.read()
        answered[answer.status] += 1


def _form(world: dict[str, str]) -> str:
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


def _until_ready(port: int) -> None:
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


def _serve() -> None:
    """Both things to measure, on one server: the application, and the floor beside it."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "campaigns.config.settings")
    import uvicorn
    from a2wsgi import WSGIMiddleware

    from campaigns.config import asgi

    world, port = _prepare(), _free_port()
    floor = WSGIMiddleware(_floor(), workers=asgi.THREADS)

    async def application(scope: dict[str, object], receive: object, send: object) -> None:
        await (floor if scope.get("path") == "/floor/" else asgi.application)(scope, receive, send)

    print(json.dumps({**world, "port": str(port), "floor": "/floor/"}), flush=True)
    uvicorn.run(application, host="127.0.0.1", port=port, log_level="error", access_log=False)


def _prepare() -> dict[str, str]:
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


def _floor() -> object:
    """Lock, update, insert by the ORM, and a line of HTML: no middleware, no session, no template."""
    from django.core.handlers.wsgi import WSGIHandler
    from django.db import transaction
    from django.http import HttpRequest, HttpResponse
    from django.test import override_settings

    from campaigns.models import Act, Campaign, Membership

    member = Membership.objects.select_related("campaign").get(role="gm")

    def post(request: HttpRequest) -> HttpResponse:
        with transaction.atomic():
            campaign = Campaign.objects.select_for_update().get(pk=member.campaign_id)
            campaign.save(update_fields=["name"])
            Act.objects.create(
                campaign=campaign,
                member=member,
                key=request.POST["key"],
                digest="0" * 64,
                first_seq=1,
                last_seq=1,
            )
        return HttpResponse("<p>Done.</p>")

    with override_settings(MIDDLEWARE=[]):
        handler = WSGIHandler()
    handler.resolve_request = lambda request: (post, (), {})
    return handler


def _free_port() -> int:
    from tests.served import free_port

    return free_port()


if __name__ == "__main__":
    if "--serve" in sys.argv:
        _serve()
    else:
        sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 5.0))
