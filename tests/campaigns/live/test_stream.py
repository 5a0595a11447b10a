"""The live stream as ASGI, without a browser: who may listen, what is told and how soon, and what it costs."""

import asyncio
import json
import re
import sqlite3
import threading
import time
import uuid
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from itertools import pairwise
from typing import Any

import psycopg
import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import OperationalError, connection
from django.db.models import F
from django.test import Client

from campaigns.games.sorcerer.conflict.acts import announce
from campaigns.games.sorcerer.conflict.announcements import Announcement
from campaigns.live import heads, hub, presence, stream
from campaigns.models import Campaign, Membership, Record
from campaigns.models.stages import STAGE_COOKIE
from campaigns.queries.presence import attendance
from campaigns.services import stages
from campaigns.services.people import leave
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from campaigns.services.presence import see
from tests import people
from tests.factories import make_character

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres, pytest.mark.slow]
EVENT = re.compile(r'id: (\d+)\nevent: (entry|ping)\ndata: \{"seq": (\d+), "stir": (\d+)\}\n\n')
LISTENERS = 200
PING = 0.3
"""In place of two seconds, so that no test waits longer than it has to."""


@pytest.fixture
def quick_pings(monkeypatch: pytest.MonkeyPatch) -> None:
    assert stream.PING_SECONDS == 2
    monkeypatch.setattr(stream, "PING_SECONDS", PING)


BEAT = presence._beat


@pytest.fixture(autouse=True)
def nobody_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """That somebody comes raises the counter, which other tests than those of presence read."""
    monkeypatch.setattr(presence, "_beat", lambda _campaign, _held, _came: None)


@pytest.fixture(autouse=True)
def no_connections_kept() -> Iterator[None]:
    """The stream's two readers and its writer give their connections back, so that the database can go."""
    yield
    both = threading.Barrier(2)

    def let_go() -> None:
        connection.close()  # that of the thread in which this runs

    def close() -> None:
        both.wait(10)
        let_go()

    for closing in [stream._readers.submit(close) for _reader in range(2)]:
        closing.result(20)
    presence._writer.submit(let_go).result(20)


class Page:
    """An open page: what it was sent, with the moment of each event."""

    def __init__(
        self, session: str, campaign: Any, *, stuck: bool = False, how: bytes = b"", cookie: str = ""
    ) -> None:
        self.status = 0
        self.body = ""
        self.events: list[tuple[str, int, float]] = []
        self.stirs: list[tuple[str, int]] = []
        self._stuck = stuck
        self._gone = asyncio.Event()
        self._news = asyncio.Condition()
        sent = (cookie or f"{settings.SESSION_COOKIE_NAME}={session}").encode()
        scope = {
            "type": "http",
            "method": "GET",
            "path": f"/live/{campaign}/",
            "query_string": how,
            "headers": [(b"cookie", sent)],
        }
        self.task = asyncio.create_task(stream.stream(scope, self._receive, self._send))

    async def event(self, kind: str, after: int = -1, within: float = 5.0) -> tuple[int, float]:
        """The first event of a kind with a number above `after`, and when it came."""
        found: list[tuple[int, float]] = []

        def is_there() -> bool:
            found[:] = [(seq, at) for one, seq, at in self.events if one == kind and seq > after]
            return bool(found)

        async with self._news, asyncio.timeout(within):
            await self._news.wait_for(is_there)
        return found[0]

    async def says(self, text: str, within: float = 5.0) -> None:
        """Wait until it was sent these words."""
        async with self._news, asyncio.timeout(within):
            await self._news.wait_for(lambda: text in self.body)

    async def close(self) -> None:
        self._gone.set()
        await asyncio.wait_for(self.task, 5)

    async def _receive(self) -> dict[str, Any]:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            return
        if self._stuck:
            await asyncio.sleep(3600)
        text = message.get("body", b"").decode()
        self.body += text
        async with self._news:
            for _id, kind, seq, stir in EVENT.findall(text):
                self.events.append((kind, int(seq), time.monotonic()))
                self.stirs.append((kind, int(stir)))
            self._news.notify_all()


def session_of(user: Any) -> str:
    if user is None:
        return ""
    client = Client()
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def note(member: Membership, key: str) -> tuple[int, float]:
    """Play an act in a thread; its number and the moment after its commit."""
    member = Membership.objects.select_related("user", "campaign").get(pk=member.pk)
    entry = play(member, ActRequest(key, (Request("table.note", {"words": key}),))).entry
    done = time.monotonic()
    connection.close()
    return entry.seq, done


def listening(table: people.Table, work: Callable[[str], Coroutine[Any, Any, None]]) -> None:
    """Run a test on an event loop of its own, with the player's session."""
    asyncio.run(work(session_of(table.player.user)))


@asynccontextmanager
async def pages(session: str, campaign: Any, number: int = 1, how: bytes = b"") -> AsyncIterator[list[Page]]:
    opened = [Page(session, campaign, how=how) for _number in range(number)]
    try:
        yield opened
    finally:
        for page in opened:
            await page.close()


async def pinged_after(page: Page, moment: float) -> int:
    """Wait for what comes first after a moment, which is a ping; its number."""
    async with asyncio.timeout(5):
        while page.events[-1][2] < moment:
            await asyncio.sleep(0.05)
    kind, seq, _at = page.events[-1]
    assert kind == "ping"
    return seq


@pytest.mark.parametrize(
    ("who", "status"),
    [("anonymous", 403), ("outsider", 404), ("former_member", 404), ("observer", 200), ("gm", 200)],
)
def test_stream_is_for_members(who: str, status: int) -> None:
    table = people.make_table()
    session = session_of(table.users()[who])

    async def look() -> int:
        page = Page(session, table.campaign.pk)
        while not page.status:
            await asyncio.sleep(0.01)
        await page.close()
        return page.status

    assert asyncio.run(look()) == status


@pytest.mark.parametrize("other", ["plain; ", "version=1; ", 'a={"x": 1}; ', "caf\u00e9=1; "])
def test_cookies_of_other_programs_on_the_host_are_in_nobodys_way(other: str) -> None:
    cookie = f"{other}{settings.SESSION_COOKIE_NAME}=abc".encode("latin-1")
    scope = {"path": f"/live/{uuid.uuid4()}/", "headers": [(b"cookie", cookie)]}

    ticket = stream._ticket_of(scope)
    assert ticket is not None
    assert ticket.held == "abc"


@pytest.mark.parametrize(("is_let_in", "status"), [(False, 404), (True, 200)])
def test_a_stage_listens_by_its_own_ticket_alone(is_let_in: bool, status: int) -> None:
    table = people.make_table()
    ticket = stages.new_ticket()
    if is_let_in:
        stages.open_stage(actor=table.gm, code=stages.code_of(ticket))

    async def look() -> int:
        page = Page("", "stage", cookie=f"{STAGE_COOKIE}={ticket}")
        while not page.status:
            await asyncio.sleep(0.01)
        await page.close()
        return page.status

    assert asyncio.run(look()) == status
    # The ticket opens no campaign's own stream, nor a session the stage's.
    for path, cookie in (
        (str(table.campaign.pk), f"{STAGE_COOKIE}={ticket}"),
        ("stage", f"{settings.SESSION_COOKIE_NAME}={session_of(table.gm.user)}"),
    ):
        assert asyncio.run(status_of(path, cookie)) == 403


async def status_of(path: str, cookie: str) -> int:
    page = Page("", path, cookie=cookie)
    await asyncio.wait_for(page.task, 5)
    return page.status


@pytest.mark.parametrize("path", ["x", "00000000-0000-0000-0000-000000000000", "\u202e", ""])
def test_no_such_campaign_is_no_stream(path: str) -> None:
    table = people.make_table()
    session = session_of(table.gm.user)

    async def look() -> int:
        page = Page(session, path)
        await asyncio.wait_for(page.task, 5)
        return page.status

    assert asyncio.run(look()) == 404


def test_head_is_told_at_once_and_an_entry_soon_after_its_commit() -> None:
    table = people.make_table()
    head = Campaign.objects.get(pk=table.campaign.pk).head_seq

    async def work(session: str) -> None:
        started = time.monotonic()
        async with pages(session, table.campaign.pk) as (page,):
            seq, at = await page.event("entry")
            assert seq == head
            assert at - started < 1
            seq, committed = await sync_to_async(note, thread_sensitive=False)(table.gm, "one")
            told, at = await page.event("entry", after=head)
            assert told == seq == head + 1
            assert at - committed < 0.5
            assert EVENT.sub("", page.body) == "retry: 1000\n\n", "nothing but numbers"

    listening(table, work)


def test_an_announcement_that_all_may_know_is_told_though_no_entry_tells_it(quick_pings: None) -> None:
    table = people.make_table()
    seen, hidden = make_character(table.gm, "Mara"), make_character(table.gm, "Behind", visibility="gm")

    def announced(who: Record) -> None:
        announce(Membership.objects.get(pk=table.gm.pk), Announcement(str(who.pk), "act", "will"))
        connection.close()

    async def work(session: str) -> None:
        async with pages(session, table.campaign.pk) as (page,):
            seq, _at = await page.event("entry")
            await sync_to_async(announced, thread_sensitive=False)(hidden)
            await pinged_after(page, time.monotonic())
            assert set(page.stirs) == {("entry", 0), ("ping", 0)}
            await sync_to_async(announced, thread_sensitive=False)(seen)
            await page.says(f'event: entry\ndata: {{"seq": {seq}, "stir": 1}}')

    listening(table, work)


def test_what_is_for_the_gms_alone_moves_their_pages_and_no_other(quick_pings: None) -> None:
    table = people.make_table()
    gms = session_of(table.gm.user)

    def seen() -> None:
        see(Membership.objects.get(pk=table.player.pk), ["one"])
        connection.close()

    async def work(session: str) -> None:
        async with pages(session, table.campaign.pk) as (players,), pages(gms, table.campaign.pk) as (page,):
            seq, _at = await page.event("entry")
            await players.event("entry")
            await sync_to_async(seen, thread_sensitive=False)()
            await page.says(f'event: entry\ndata: {{"seq": {seq}, "stir": 1}}')
            await pinged_after(players, time.monotonic())
            assert set(players.stirs) == {("entry", 0), ("ping", 0)}
            pings = [at for kind, _seq, at in players.events if kind == "ping"]
            assert all(later - at > PING / 2 for at, later in pairwise(pings)), "nor does a ping come early"

    listening(table, work)


@pytest.mark.parametrize(("how", "state"), [(b"", "here"), (b"again", "here"), (b"hidden", "gone")])
def test_whose_page_listens_is_there_unless_it_is_hidden(
    monkeypatch: pytest.MonkeyPatch, how: bytes, state: str
) -> None:
    monkeypatch.setattr(presence, "_beat", BEAT)
    monkeypatch.setattr(presence, "BEAT_SECONDS", 0.1)
    monkeypatch.setattr(presence, "PAUSE_SECONDS", 0.0)
    table = people.make_table()

    def stands() -> str:
        found = {one.id: one.state for one in attendance(table.campaign)}
        connection.close()
        return found[str(table.player.pk)]

    async def work(session: str) -> None:
        async with pages(session, table.campaign.pk, how=how) as (page,):
            await page.event("entry")
            if state == "here":
                await page.says('"stir": 1')
            else:
                await asyncio.sleep(0.5)
            assert await sync_to_async(stands, thread_sensitive=False)() == state

    listening(table, work)


def test_ping_says_again_and_again_that_nothing_happened(quick_pings: None) -> None:
    table = people.make_table()

    async def work(session: str) -> None:
        async with pages(session, table.campaign.pk) as (page,):
            seq, began = await page.event("entry")
            told, at = await page.event("ping")
            assert told == seq
            assert 0.9 * PING < at - began < 2
            while len(page.events) < 4:
                await asyncio.sleep(0.05)
            assert {kind for kind, _seq, _at in page.events[1:]} == {"ping"}

    listening(table, work)


def test_whoever_leaves_is_told_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "RECHECK_SECONDS", 0.0)
    monkeypatch.setattr(stream, "PING_SECONDS", 0.1)
    table = people.make_table()

    def go() -> None:
        leave(actor=Membership.objects.get(pk=table.player.pk), key="bye")
        connection.close()

    async def work(session: str) -> None:
        page = Page(session, table.campaign.pk)
        await page.event("entry")
        await sync_to_async(go, thread_sensitive=False)()
        await asyncio.wait_for(page.task, 5)
        assert page.body.endswith("event: bye\ndata: {}\n\n")

    listening(table, work)


def test_page_that_takes_nothing_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "SEND_SECONDS", 0.2)
    table = people.make_table()

    async def work(session: str) -> None:
        page = Page(session, table.campaign.pk, stuck=True)
        await asyncio.wait_for(page.task, 5)
        assert hub.count() == 0

    listening(table, work)


def test_one_browser_opens_no_more_than_its_share() -> None:
    table = people.make_table()

    async def work(session: str) -> None:
        async with pages(session, table.campaign.pk, stream.PER_SESSION) as opened:
            for page in opened:
                await page.event("entry")
            one_more = Page(session, table.campaign.pk)
            await asyncio.wait_for(one_more.task, 5)
            assert one_more.status == 429

    listening(table, work)


def test_two_hundred_pages_hear_of_an_entry_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bar is 100 ms; a machine that is busy with other tests gets five times that."""
    monkeypatch.setattr(stream, "PER_SESSION", LISTENERS)
    table = people.make_table()
    head = Campaign.objects.get(pk=table.campaign.pk).head_seq

    async def work(session: str) -> None:
        threads = threading.active_count()
        async with pages(session, table.campaign.pk, LISTENERS) as opened:
            for page in opened:
                await page.event("entry", within=30)
            assert threading.active_count() - threads <= 3
            assert hub.count() == 1, "one watcher reads the head for all of them"
            delays = []
            for number in range(3):
                seq, committed = await sync_to_async(note, thread_sensitive=False)(table.gm, f"n{number}")
                told = [await page.event("entry", after=seq - 1, within=10) for page in opened]
                assert {one for one, _at in told} == {head + 1 + number}
                delays += [at - committed for _one, at in told]
            p95 = sorted(delays)[int(len(delays) * 0.95)]
            assert p95 < 0.5, f"p95 {p95 * 1000:.0f} ms"
        assert hub.count() == 0
        assert heads._watched == {}

    listening(table, work)


class Ailing:
    """Stands before the campaigns that the stream reads: while it ails, no question is answered."""

    def __init__(self) -> None:
        self.error: Exception | None = None
        self.seconds = 0.0

    def __getattr__(self, name: str) -> Any:
        time.sleep(self.seconds)
        if self.error is not None:
            raise self.error
        return getattr(Campaign, name)


@pytest.fixture
def ailing(monkeypatch: pytest.MonkeyPatch) -> Ailing:
    found = Ailing()
    found.DoesNotExist = Campaign.DoesNotExist  # type: ignore[attr-defined]  # what `except` asks for while it ails
    monkeypatch.setattr(heads, "Campaign", found)
    return found


def test_page_is_told_that_nothing_can_be_played_and_why_until_it_can(
    ailing: Ailing, quick_pings: None
) -> None:
    table = people.make_table()
    cause = sqlite3.OperationalError()
    cause.sqlite_errorname = "SQLITE_READONLY"
    refused = OperationalError("attempt to write a readonly database")
    refused.__cause__ = cause

    async def work(session: str) -> None:
        async with pages(session, table.campaign.pk) as (page,):
            seq, _at = await page.event("entry")
            ailing.error = refused
            await page.says('event: state\ndata: {"playable": false, "why": "read-only"}\n\n')
            ailing.error = None
            assert await pinged_after(page, time.monotonic()) == seq
            seq, _committed = await sync_to_async(note, thread_sensitive=False)(table.gm, "after")
            assert (await page.event("entry", after=seq - 1))[0] == seq

    listening(table, work)


def test_page_opened_while_the_database_is_away_hears_so_at_once(ailing: Ailing) -> None:
    table = people.make_table()
    away = OperationalError("connection refused")
    away.__cause__ = psycopg.OperationalError()

    async def work(session: str) -> None:
        ailing.error = away
        async with pages(session, table.campaign.pk) as (page,):
            await page.says('event: state\ndata: {"playable": false, "why": "away"}\n\n')
            assert page.events == []
            ailing.error = None
            await page.event("entry")

    listening(table, work)


def test_database_that_says_nothing_is_told_of_before_it_does(
    ailing: Ailing, monkeypatch: pytest.MonkeyPatch, quick_pings: None
) -> None:
    monkeypatch.setattr(heads, "ANSWER_SECONDS", 0.2)
    table = people.make_table()

    async def work(session: str) -> None:
        async with pages(session, table.campaign.pk) as (page,):
            await page.event("entry")
            ailing.seconds = 1.5
            await page.says('event: state\ndata: {"playable": false, "why": "')
            ailing.seconds = 0.0
            await pinged_after(page, time.monotonic())

    listening(table, work)


def test_stream_is_refused_for_now_while_nobody_can_be_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    table = people.make_table()
    session = session_of(table.player.user)

    def away(*_args: Any) -> bool:
        raise OperationalError("connection refused")

    monkeypatch.setattr(stream, "_look_up", away)

    async def look() -> int:
        page = Page(session, table.campaign.pk)
        await asyncio.wait_for(page.task, 5)
        return page.status

    assert asyncio.run(look()) == 503


def test_entry_of_another_process_is_heard_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """As another process commits: not through this process's hub."""
    monkeypatch.setattr(heads, "LOOK_SECONDS", 30.0)
    table = people.make_table()
    campaign = str(table.campaign.pk)
    head = Campaign.objects.get(pk=campaign).head_seq

    def commit_elsewhere() -> float:
        payload = json.dumps(campaign).strip('"')
        Campaign.objects.filter(pk=campaign).update(head_seq=F("head_seq") + 1)
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_notify(%s, %s)", [hub.CHANNEL, payload])
        connection.close()
        return time.monotonic()

    async def work(session: str) -> None:
        async with pages(session, campaign) as (page,):
            await page.event("entry")
            await asyncio.sleep(0.5)  # until it listens
            committed = await sync_to_async(commit_elsewhere, thread_sensitive=False)()
            told, at = await page.event("entry", after=head)
            assert told == head + 1
            assert at - committed < 1

    listening(table, work)


@pytest.mark.skipif(
    connection.vendor != "postgresql",
    reason="SQLite sends other processes no notices",
)
def test_notice_has_a_transaction_of_its_own_after_the_act() -> None:
    table = people.make_table()
    told: list[bool] = []

    def look(execute: Callable[..., Any], sql: str, *given: Any) -> Any:
        if "pg_notify" in sql:
            told.append(connection.in_atomic_block)
        return execute(sql, *given)

    given = connection.get_connection_params()
    named = {name: value for name, value in given.items() if name not in ("cursor_factory", "context")}
    with psycopg.connect(**named, autocommit=True) as listening:
        listening.execute(f"LISTEN {hub.CHANNEL}")
        with connection.execute_wrapper(look):
            note(table.player, "a")
        heard = [notice.payload for notice in listening.notifies(timeout=5, stop_after=1)]
    assert told == [False]
    assert heard == [str(table.campaign.pk)]


@pytest.mark.skipif(
    connection.vendor != "postgresql",
    reason="SQLite sends other processes no notices",
)
def test_notice_waits_for_no_disk_and_acts_do() -> None:
    notice = "SELECT current_setting('synchronous_commit') FROM (" + hub.NOTICE + ") AS said"
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit = on")
        cursor.execute(notice, [hub.CHANNEL, "nobody"])
        assert cursor.fetchone() == ("off",)
        cursor.execute("SHOW synchronous_commit")
        assert cursor.fetchone() == ("on",)
        cursor.execute("RESET synchronous_commit")


def test_entry_of_which_nobody_was_told_is_found_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "wake", lambda _campaign: None)
    monkeypatch.setattr(hub, "NOTICE", "SELECT 1 / 0 FROM (SELECT %s, %s) AS said")
    table = people.make_table()
    head = Campaign.objects.get(pk=table.campaign.pk).head_seq

    async def work(session: str) -> None:
        async with pages(session, table.campaign.pk) as (page,):
            await page.event("entry")
            await sync_to_async(note, thread_sensitive=False)(table.player, "a")
            told, _at = await page.event("entry", after=head)
            assert told == head + 1

    listening(table, work)
