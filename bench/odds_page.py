"""What the odds of a form cost over HTTP, uncached, against a page with one indexed SELECT on the same server.

    .venv/bin/python bench/odds_page.py [requests of each]

The odds are those of a Sorcerer contest of 12 dice against 10, as a form of the table asks for them while it is filled
in: the stored characters are read, and the server forgets whatever odds it keeps. The page is a view of the same
application at an address of its own: it reads one row by its key for a member of the campaign, as the odds are told to
one, and answers one line of HTML. Beside it stand the same row in the site's frame, which costs more, and the line for
anybody, who is not looked up. One of each is asked in turn, one at a time; prints the medians and the ratios, of which
the bar is for the line told to a member.
"""

import http.client
import json
import os
import sys
import time
from statistics import median
from typing import Any
from urllib.parse import urlencode

from served import TOKEN, free_port, prepare, serving

BAR = 2.5
LINE, FRAME, ANYONES = "line", "framed", "line-for-anyone"
PAGES = (LINE, FRAME, ANYONES)
FRAMED = '{% extends "base.html" %}{% block content %}<p>{{ name }}</p>{% endblock %}'


def main(requests: int) -> int:
    with serving(__file__) as world:
        return _measure(world, requests)


def _measure(world: dict[str, str], requests: int) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", int(world["port"]), timeout=60)
    times: dict[str, list[float]] = {"odds": [], LINE: [], FRAME: [], ANYONES: []}
    for number in range(requests + 10):
        for name, taken in times.items():
            seconds = _ask(connection, world, name, number)
            if number >= 10:
                taken.append(seconds)
    odds, line, *others = (median(taken) * 1e3 for taken in times.values())
    print(f"odds {odds:.2f} ms, one SELECT for a member {line:.2f} ms: ratio {odds / line:.2f} (bar {BAR})")
    for name, other in zip(("in the site's frame", "told to anybody"), others, strict=True):
        print(f"one SELECT {name}: {other:.2f} ms, ratio {odds / other:.2f}")
    return 0 if odds / line <= BAR else 1


def _ask(connection: http.client.HTTPConnection, world: dict[str, str], name: str, number: int) -> float:
    method, body = ("POST", _form(world, number)) if name == "odds" else ("GET", None)
    path = world[name]
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Cookie": f"session={world['session']}; csrf={TOKEN}",
        "HX-Request": "true",
    }
    started = time.perf_counter()
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    text = answer.read().decode()
    seconds = time.perf_counter() - started
    if answer.status != 200 or (name == "odds" and "odds-bar" not in text):
        raise SystemExit(f"{path} answered {answer.status}: {text[:2000]}")
    return seconds


def _form(world: dict[str, str], number: int) -> str:
    """A contest of 12 against 10, each time awarded in another way."""
    return urlencode(
        {
            "csrfmiddlewaretoken": TOKEN,
            "key": f"measured-{number}-and-long-enough",
            "acting.id": world["acting"],
            "acting.score": "will",
            "opposing.id": world["opposing"],
            "opposing.score": "will",
            "modifiers.0.source": "situation",
            "modifiers.0.dice": 8,
            "modifiers.0.note": f"Measured {number}",
            "opposing_modifiers.0.source": "situation",
            "opposing_modifiers.0.dice": 6,
            "opposing_modifiers.0.note": f"Measured {number}",
        }
    )


def _serve() -> None:
    """The application with the pages that its odds are held against."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "campaigns.config.settings")
    import uvicorn
    from django.core.management import call_command
    from django.urls import path

    from campaigns.config import asgi
    from campaigns.config.urls import urlpatterns

    world, port = prepare(), free_port()
    call_command("collectstatic", interactive=False, verbosity=0)
    campaign = f"campaigns/{world['act'].split('/')[2]}"
    urlpatterns += [path(f"campaigns/<uuid:campaign_id>/{name}/", _page(world, name)) for name in PAGES]
    asked = {"odds": f"/{campaign}/play/odds/sorcerer.roll/"} | {
        name: f"/{campaign}/{name}/" for name in PAGES
    }
    print(json.dumps({**world, **asked, "port": str(port)}), flush=True)
    uvicorn.run(asgi.application, host="127.0.0.1", port=port, log_level="error", access_log=False)


def _page(world: dict[str, str], name: str) -> Any:
    """One row by its key, as a line of HTML or in the site's frame."""
    from django.http import HttpRequest, HttpResponse
    from django.template import engines
    from django.utils.html import escape

    from campaigns.access import members_only
    from campaigns.models import Record

    def get(request: HttpRequest, **_known: Any) -> HttpResponse:
        told = Record.objects.get(pk=world["acting"]).name
        whole = framed.render({"name": told}, request) if name == FRAME else f"<p>{escape(told)}</p>"
        return HttpResponse(whole)

    framed = engines["django"].from_string(FRAMED)
    return get if name == ANYONES else members_only(get)


if __name__ == "__main__":
    if "--serve" in sys.argv:
        _serve()
    else:
        sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 200))
