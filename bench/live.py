"""What an act costs the server's processor when people look on: real pages, open in browsers that follow it.

    .venv/bin/python bench/live.py

Each watcher is an account of its own with a page of the table that listens to the live stream and, as its script does,
asks once for what of it is another after each act. Measured is the processor time of the server's process from before
an act is sent until every page has its answer, the act included. Bars: a table of six, each further watcher who sees
alike (observers), and a table of sixty records by one of six. DATABASE_URL chooses PostgreSQL (an empty database).
"""

import asyncio
import html
import json
import os
import re
import resource
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlencode

from bars import Bars
from served import TOKEN, free_port, roll_form, serving

ACTS, UNCOUNTED = 8, 3
WATCHERS, MANY = 24, 60
PLAYERS = 5
SETTLED_SECONDS = 3
"""Until all have heard who is there: it is told once, however many come."""
HEARD = re.compile(rb"event: (?:entry|ping)\ndata: \{\"seq\": (\d+), \"stir\": (\d+)\}")
STANDS = re.compile(
    r'data-seq="(\d+)" data-stir="(\d+)" data-campaign="([^"]*)" data-page="([^"]*)" data-here="([^"]*)"'
)
PART = re.compile(r'<[a-z]+\b(?=[^>]* id="([^"]*)")(?=[^>]* data-part="([^"]*)")[^>]*>')
ROWS = re.compile(r' id="([^"]*)"[^>]* data-after="(\d+)"')
Answer = tuple[Mapping[str, str], str]


@dataclass
class World:
    """A served table: its port, the sessions of those who look on, and what is played."""

    port: int
    sessions: list[str]
    told: dict[str, str]
    pid: int

    def seconds(self) -> float:
        """The processor time that the server has taken so far."""
        numbers = Path(f"/proc/{self.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")


@dataclass
class OpenPage:
    """The table in somebody's browser."""

    world: World
    session: str
    address: str
    seq: int = 0
    stir: int = 0
    told: tuple[str, str, str] = ("", "", "")
    marks: dict[str, str] = field(default_factory=dict)
    rows: str = ""
    received: int = 0

    async def open(self) -> None:
        _head, text = await _ask(self.world, self.session, self.address)
        stands = STANDS.search(text)
        rows = ROWS.search(text)
        if stands is None or rows is None:
            raise SystemExit(f"{self.address} is no page that follows what is played")
        _seq, stir, campaign, page, here = map(html.unescape, stands.groups())
        self.seq, self.stir, self.rows = int(rows[2]), int(stir), rows[1]
        self.told = (campaign, page.removeprefix(campaign), here)
        self.marks = dict(PART.findall(text))

    async def follow(self, seq: int, stir: int) -> None:
        """Ask until the page shows what it heard of."""
        while self.seq < seq or self.stir != stir:
            campaign, page, here = self.told
            marks = [*(f"{name}:{mark}" for name, mark in self.marks.items()), f"{self.rows}:"]
            asked = urlencode({"page": page, "here": here, "marks": " ".join(marks)})
            url = f"{campaign}since/{self.seq}.{self.stir}/?{asked}"
            head, text = await _ask(self.world, self.session, url)
            self.marks |= dict(PART.findall(text))
            self.seq, self.stir = int(head["x-shown"]), stir
            self.received += len(text)

    async def listen(self, shown: "asyncio.Queue[int]") -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.world.port)
        path = f"/live/{self.world.told['campaign']}/"
        lines = (f"GET {path} HTTP/1.1", "Host: 127.0.0.1", f"Cookie: session={self.session}", "", "")
        writer.write("\r\n".join(lines).encode())
        text = b""
        try:
            while chunk := await reader.read(4096):
                text += chunk
                while found := HEARD.search(text):
                    text = text[found.end() :]
                    await self.follow(int(found[1]), int(found[2]))
                    shown.put_nowait(self.seq)
        finally:
            writer.close()


def main() -> int:
    resource.setrlimit(resource.RLIMIT_NOFILE, (8192, 8192))
    bars = Bars()
    six, watched = _measure(PLAYERS + 1, records=2), _measure(PLAYERS + 1 + WATCHERS, records=2)
    many = _measure(PLAYERS + 1, records=MANY)
    bars.most("an act at a table of six, ms", six, 100)
    bars.most("each further watcher who sees alike, ms", (watched - six) / WATCHERS, 4)
    bars.most("a table of sixty records by one of six", many / six, 1.5)
    return bars.close()


def _measure(people: int, records: int) -> float:
    """Milliseconds of the server's processor for an act while so many people look on."""
    os.environ["BENCH_RECORDS"] = str(records)
    with serving(__file__) as told:
        world = World(int(told["port"]), told["sessions"].split(), told, int(told["pid"]))
        return asyncio.run(_play_before(world, people)) * 1000


async def _play_before(world: World, people: int) -> float:
    address = f"/campaigns/{world.told['campaign']}/table/"
    pages = [OpenPage(world, session, address) for session in world.sessions[:people]]
    shown: dict[str, asyncio.Queue[int]] = {page.session: asyncio.Queue() for page in pages}
    for page in pages:
        await page.open()
    listening = [asyncio.create_task(page.listen(shown[page.session])) for page in pages]
    await asyncio.sleep(SETTLED_SECONDS)
    taken, newest = [], pages[0].seq
    for _act in range(UNCOUNTED + ACTS):
        await asyncio.sleep(0.3)  # what the streams say by themselves is no act's
        began = world.seconds()
        await _post(world)
        newest += 1
        for page in pages:
            while await asyncio.wait_for(shown[page.session].get(), 60) < newest:
                pass
        taken.append(world.seconds() - began)
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    cost = sum(taken[UNCOUNTED:]) / ACTS
    each = median(page.received for page in pages) / len(taken) / 1024
    print(f"{len(pages)} pages: {cost * 1000:.0f} ms an act, {each:.1f} KB to each page", flush=True)
    return cost


async def _ask(world: World, session: str, url: str) -> Answer:
    lines = (f"GET {url} HTTP/1.0", "Host: 127.0.0.1", "HX-Request: true", "Connection: close")
    return await _exchange(world, [*lines, f"Cookie: session={session}; csrf={TOKEN}"], b"")


async def _post(world: World) -> Answer:
    body = roll_form(world.told).encode()
    lines = (f"POST {world.told['act']} HTTP/1.0", "Host: 127.0.0.1", "HX-Request: true", "Connection: close")
    cookies = f"Cookie: session={world.sessions[0]}; csrf={TOKEN}"
    form = ("Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}")
    return await _exchange(world, [*lines, cookies, *form], body)


async def _exchange(world: World, lines: list[str], body: bytes) -> Answer:
    reader, writer = await asyncio.open_connection("127.0.0.1", world.port)
    writer.write("\r\n".join([*lines, "", ""]).encode() + body)
    answer = (await reader.read()).decode()
    writer.close()
    head, _blank, text = answer.partition("\r\n\r\n")
    if " 200 " not in head.partition("\r\n")[0]:
        raise SystemExit(f"{lines[0]}: {answer[:600]}")
    named = (line.partition(": ") for line in head.split("\r\n")[1:])
    return {name.lower(): value for name, _is, value in named}, text


def _serve() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "campaigns.config.settings")
    resource.setrlimit(resource.RLIMIT_NOFILE, (8192, 8192))
    import uvicorn

    from campaigns.config import asgi

    port = free_port()
    told = {**_prepare(int(os.environ["BENCH_RECORDS"])), "port": str(port), "pid": str(os.getpid())}
    print(json.dumps(told), flush=True)
    uvicorn.run(asgi.application, host="127.0.0.1", port=port, log_level="error", access_log=False)


def _prepare(records: int) -> dict[str, str]:
    """A table of a GM, five players with a character each and observers, each with an account of their own."""
    from django.conf import settings
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    from tests import factories
    from tests.campaigns import spine

    settings.ALLOWED_HOSTS = ["*"]
    game = spine.new_game()
    names = ["Ada", "Bo", "Cleo", "Dan", "Eve"][: PLAYERS - 1]
    players = [game.player, *(_joins(game, name, "player") for name in names)]
    cast = [factories.make_character(player, f"{player.name}’s own") for player in players]
    for number in range(records - len(cast)):
        factories.make_character(game.player, f"Cousin {number}")
    watching = [_joins(game, f"Watcher {number}", "observer") for number in range(WATCHERS)]
    sessions = [_session(member) for member in (game.gm, *players, *watching)]
    connection.close()
    campaign = str(game.campaign.pk)
    return {
        "sessions": " ".join(sessions),
        "campaign": campaign,
        "act": f"/campaigns/{campaign}/play/sorcerer.roll/",
        "acting": str(cast[0].pk),
        "opposing": str(cast[1].pk),
    }


def _joins(game: Any, name: str, role: str) -> Any:
    from tests.campaigns import spine

    return spine._joined(game.campaign, game.gm, name.replace(" ", "").lower(), name, role)


def _session(member: Any) -> str:
    from django.conf import settings
    from django.test import Client

    client = Client()
    client.force_login(member.user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


if __name__ == "__main__":
    if "--serve" in sys.argv:
        _serve()
    else:
        sys.exit(main())
