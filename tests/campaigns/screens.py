"""On which page whoever is concerned finds an act: the pages of a table, read through everybody's eyes."""

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from html import unescape
from urllib.parse import urlsplit

import msgspec
from django.test import Client
from django.urls import resolve
from msgspec import Struct

from campaigns.game import games
from campaigns.models import Membership, Pending
from tests.campaigns.posting import LINK
from tests.people import Table
from tests.rules.clause_record import PROJECT, tests_by_clause

FORM = re.compile(r"<form\b[^>]*>")
ACTION = re.compile(r'\baction="([^"]+)"')
PLAYERS = frozenset({"player", "other_player"})
OF_THE_TABLE = frozenset(
    {
        *("campaign_home", "table", "log", "campaign_settings", "character", "record", "edit_record"),
        *("pending_answer", "advance_clock", "new_character", "make_character"),
    }
)
"""Pages of the table on which a game's acts may stand; all its own are read as well."""
ALIKE = {"character": 6, "demon": 6, "ritual": 6, "record": 4, "pending_answer": 6, "conflict": 4, "fight": 3}
"""So many pages of a name are read for each person; of any other one."""

Story = Callable[[Table], list[str] | None]
"""What happens at a table, and pages that no link leads to."""

Found = Mapping[tuple[str, str], Collection[str]]
"""Who finds it, by what is pressed and the name of the page; a page itself with nothing pressed.

What is pressed is an action, where a link or form leads to its page; an action with `?`, where it answers what was
asked; or the name of the address that a form of a game's own is sent to. The palette's own pages are not read.
"""
ONCE = frozenset({"log", "campaign_settings", "edit_record", "new_character", "make_character"})
"""Of these it is enough to read them at one table."""


class Row(Struct, frozen=True):
    """A line of a game's screens.toml: who finds what, and what somebody still looks for in vain."""

    player: tuple[str, ...] = ()
    each: tuple[str, ...] = ()
    gm: tuple[str, ...] = ()
    page: str = ""
    open: "Row | None" = None

    @property
    def wanted(self) -> list[tuple[str, str]]:
        """Who should find what."""
        by = {"player": self.player, "each": self.each, "gm": self.gm}
        return [(who, pressed) for who, every in by.items() for pressed in every]


def declared(system: str) -> dict[str, Row]:
    """The screens.toml of a game, by clause."""
    path = PROJECT / "campaigns/games" / system / "screens.toml"
    return msgspec.toml.decode(path.read_bytes(), type=dict[str, Row])


def found_at(
    table: Table, also: Iterable[str] = (), without: Collection[str] = ()
) -> Iterator[tuple[str, str, str]]:
    """What is pressed, the page, and who finds it there: the two players and the GM.

    Read is what links lead to, and pages that stand at `also`.
    """
    people: Mapping[str, Membership] = {
        "player": table.player,
        "other_player": table.other_player,
        "gm": table.gm,
    }
    start = f"/campaigns/{table.campaign.pk}/"
    for who, member in people.items():
        client = Client()
        client.force_login(member.user)
        for name, url, page in _pages(client, [start, *(f"{start}{one}" for one in also)], without):
            yield "", name, who
            for pressed in _pressed(url, page, start):
                yield pressed, name, who


def missing(row: Row, found: Found) -> list[str]:
    """What a line promises and somebody does not find: "gm finds no complete_demon"."""
    lacking = [f"{who} finds no {pressed}" for who, pressed in row.wanted if not _finds(who, pressed, found)]
    return [*lacking, *([f"no page {row.page}"] if row.page and ("", row.page) not in found else [])]


def mended(row: Row, found: Found) -> list[str]:
    """What a line calls open though whoever is concerned finds it."""
    return [f"{who} finds {pressed}" for who, pressed in _open(row) if _finds(who, pressed, found)]


def told(row: Row, found: Found) -> str:
    """Where a clause is acted on: what is pressed, on which pages, by whom."""
    acted = [
        f"{one}: {', '.join(_where(one, found))}" for one in dict.fromkeys(one for _who, one in row.wanted)
    ]
    shown = [f"shown: {row.page}"] if row.page else []
    return "; ".join([*acted, *shown, *(f"OPEN: {who} {pressed}" for who, pressed in _open(row))])


def _open(row: Row) -> list[tuple[str, str]]:
    return row.open.wanted if row.open else []


def keep(system: str, lines: Mapping[str, str]) -> None:
    """Write it, with the tests that are named for each clause, where `manage.py clauses --screens` reads it."""
    tests = tests_by_clause()
    path = PROJECT / ".pytest_cache" / f"screens-{system}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({clause: [line, tests.get(clause, ())] for clause, line in lines.items()}))


def _finds(who: str, pressed: str, found: Found) -> bool:
    by = {one for (what, _page), people in found.items() if what == pressed for one in people}
    return {"player": bool(by & PLAYERS), "each": by >= PLAYERS, "gm": "gm" in by}[who]


def _where(pressed: str, found: Found) -> list[str]:
    pages = sorted((page, people) for (what, page), people in found.items() if what == pressed)
    return [f"{page} ({', '.join(sorted(people))})" for page, people in pages]


@cache
def _read() -> frozenset[str]:
    own = (str(pattern.name) for game in games().values() for pattern in game.pages.urls)
    return OF_THE_TABLE.union(own)


def _pages(client: Client, waiting: list[str], without: Collection[str]) -> Iterator[tuple[str, str, str]]:
    start, left = waiting[0], {name: ALIKE.get(name, 1) for name in _read().difference(without)}
    seen = set(waiting)
    for url in waiting:  # it grows while it is read
        answer = client.get(url)
        if answer.status_code != 200 or "text/html" not in answer.headers["Content-Type"]:
            continue
        page = answer.content.decode()
        yield str(resolve(urlsplit(url).path).url_name), url, page
        for link in dict.fromkeys(unescape(one) for one in LINK.findall(page)):
            target = url.partition("?")[0] + link if link.startswith("?") else link
            name = resolve(urlsplit(target).path).url_name if target.startswith(start) else ""
            if target not in seen and left.get(str(name), 0):
                seen.add(target)
                left[str(name)] -= 1
                waiting.append(target)


def _pressed(url: str, page: str, start: str) -> Iterator[str]:
    sent = [(unescape(to[1]) if (to := ACTION.search(form)) else url, True) for form in FORM.findall(page)]
    for address, is_form in [*sent, *((unescape(link), False) for link in LINK.findall(page))]:
        match = resolve(urlsplit(address).path) if address.startswith(start) else None
        if match is not None and match.url_name == "play_action":
            yield str(match.kwargs["action"])
        elif match is not None and match.url_name == "pending_answer":
            yield f"{Pending.objects.get(pk=match.kwargs['pending_id']).question}?"
        elif match is not None and is_form:
            yield str(match.url_name)
