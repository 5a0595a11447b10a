"""How long a moment keeps an open page from its next frame, on a phone four times as slow as this machine.

    .venv/bin/python bench/moments.py

A browser has the table open, as somebody who looks on (390 px) and as the GM (1280 px), while others play an act of
each kind and a Clash; the browser tells of each task of the page how long the processor had it. That time, and not a
clock's, is what counts, four times over: other programs on the machine add little to it. Of some rounds the median of
the longest tasks is told for each act. The bar for each is 50 ms.
"""

import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median
from typing import Any

from bars import Bars
from in_ram import ROOT, application
from served import free_port, until_ready

SLOWER = 4
BAR = 50.0
ROUNDS = 3
AFTER_MS = 1200
"""So long after a moment is over its page may still be at work."""
WIDTHS = {"observer": 390, "gm": 1280}
TRACED = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline", "__metadata"]


def main() -> int:
    bars = Bars()
    with application(), _server() as port:
        from playwright.sync_api import sync_playwright

        from tests import chromium
        from tests.conftest import QUIET_CHROMIUM
        from tests.journeys.test_moments import WATCH, acts_of_all_games
        from tests.people import make_table

        table = make_table()
        acts = acts_of_all_games(table) | _clash(table)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium.program(), args=QUIET_CHROMIUM)
            for who, width in WIDTHS.items():
                page = _open(browser, f"http://127.0.0.1:{port}", getattr(table, who), width)
                page.evaluate(WATCH)
                for what, longest in _longest(browser, page, getattr(table, who), acts).items():
                    bars.most(f"{what}, {who}, ms", median(longest) * SLOWER, BAR)
                page.context.close()
            browser.close()
    return bars.close()


def _longest(browser: Any, page: Any, who: Any, acts: dict[str, Any]) -> dict[str, list[float]]:
    """By act, of each round the milliseconds of the longest task."""
    found: defaultdict[str, list[float]] = defaultdict(list)
    for _round in range(ROUNDS):
        for what, (by, plays_it) in acts.items():
            if by == who:  # their own answer shows it
                continue
            page.wait_for_timeout(AFTER_MS)
            before = page.evaluate("window.staged.length")
            browser.start_tracing(page=page, categories=TRACED)
            plays_it()
            page.wait_for_function(
                "(before) => window.staged.length > before && window.staged.at(-1).over", arg=before
            )
            page.wait_for_timeout(AFTER_MS)
            found[what].append(_longest_of(json.loads(browser.stop_tracing())["traceEvents"]))
    return found


def _longest_of(events: list[dict[str, Any]]) -> float:
    """The milliseconds of processor that the longest task of the page's own thread took."""
    threads = {
        (one["pid"], one["tid"]) for one in events if one.get("args", {}).get("name") == "CrRendererMain"
    }
    tasks = (one for one in events if (one["pid"], one["tid"]) in threads and one["name"].endswith("RunTask"))
    return max(float(one.get("tdur", 0)) for one in tasks) / 1000


def _clash(table: Any) -> dict[str, tuple[Any, Callable[[], object]]]:
    """Two who attack each other, with three cards each, again and again."""
    from campaigns.forms.people import new_key
    from campaigns.games.demon_city.rounds import acts as rounds
    from campaigns.services.play.action_inputs import Request
    from tests.factories import make_record

    names = ("Bea", "The hound")
    pair = [str(make_record(table.gm, "demon_city.character", name, state="active").pk) for name in names]
    people = [
        {"id": one, "side": one, "kind": "attack", "targets": [{"id": aim, "beat": 1}], "throws": 3}
        for one, aim in (pair, reversed(pair))
    ]
    sides = [{"id": one, "by": "players"} for one in pair]

    def flip() -> None:
        clash = str(make_record(table.gm, "demon_city.clash", "Clash").pk)
        given: Any = {"clash": {"id": clash}, "sides": sides, "participants": people}
        flips = (Request("demon_city.clash", given),)
        rounds.flip_round(actor=table.gm, flips=flips, nonce="", key=new_key())

    return {"Clash": (table.gm, flip)}


def _open(browser: Any, address: str, member: Any, width: int) -> Any:
    from django.conf import settings
    from django.test import Client

    client = Client()
    client.force_login(member.user)
    cookie = {"name": settings.SESSION_COOKIE_NAME, "url": address}
    context = browser.new_context(viewport={"width": width, "height": 844})
    context.add_cookies([{**cookie, "value": client.cookies[settings.SESSION_COOKIE_NAME].value}])
    page = context.new_page()
    page.goto(f"{address}/campaigns/{member.campaign_id}/table/")
    page.wait_for_selector("body[data-live=open]")
    return page


@contextmanager
def _server() -> Iterator[int]:
    """The application as a process beside this one, on the same database."""
    port = free_port()
    program = [sys.executable, "-m", "uvicorn", "campaigns.config.asgi:application", "--host", "127.0.0.1"]
    with subprocess.Popen([*program, "--port", str(port), "--log-level", "error"], cwd=ROOT) as server:
        try:
            until_ready(port)
            yield port
        finally:
            server.terminate()


if __name__ == "__main__":
    sys.exit(main())
