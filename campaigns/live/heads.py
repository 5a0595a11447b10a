"""Where each campaign that somebody watches stands: read once for all its pages, whoever wrote it."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from concurrent.futures import Executor
from pathlib import Path
from typing import Final, NamedTuple

from django.db import Error, close_old_connections, connection

from campaigns.config import faults
from campaigns.config.faults import Fault
from campaigns.live import hub
from campaigns.models import Campaign

LOOK_SECONDS = 1.0
"""How often a watched campaign is looked at even if nobody says so: other processes may have written."""
FILE_SECONDS = 0.2
"""How often SQLite's files are looked at, which say that somebody wrote, though not what."""
ANSWER_SECONDS = 3.0
"""How long the database may take to say where a campaign stands, before pages are told that nothing can be played."""


class Head(NamedTuple):
    """The newest entry's number, and what counts everything that open pages hear of besides entries."""

    seq: int
    stir: int
    gm_stir: int = 0
    """The same of what the GMs alone hear of."""


class Standing(NamedTuple):
    """Where a campaign stands as far as is known, and by what its database fails just now."""

    head: Head
    fault: Fault | None = None

    def for_eyes(self, *, is_gm: bool) -> "Standing":
        """What the pages of GMs are told of it, or those of all others: two counters are one to them."""
        seq, stir, gm_stir = self.head
        return Standing(Head(seq, stir + gm_stir if is_gm else stir), self.fault)


NOWHERE: Final = Standing(Head(-1, -1))

_watched: dict[str, "Watched"] = {}
_listeners: set[asyncio.Task[None]] = set()


class Watched:
    """Where one campaign stands, and those who wait for it to move."""

    def __init__(self, campaign: str, readers: Executor) -> None:
        self.pages = 0
        self._campaign = campaign
        self._readers = readers
        self._now = NOWHERE
        self._moved = asyncio.Condition()
        self._task = asyncio.create_task(self._look())

    async def standing(self, *, is_gm: bool) -> Standing:
        """Where it stands for these eyes, as soon as that is known, or that it cannot be known now."""
        return await self.moved_from(NOWHERE, None, is_gm=is_gm)

    async def moved_from(self, told: Standing, seconds: float | None, *, is_gm: bool) -> Standing:
        """Wait until it stands elsewhere than was told, at most so many seconds; where it stands either way."""
        async with self._moved:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    # What is not for these eyes wakes nobody: a ping that comes early would tell of it.
                    await self._moved.wait_for(lambda: self._now.for_eyes(is_gm=is_gm) not in (NOWHERE, told))
        return told if self._now == NOWHERE else self._now.for_eyes(is_gm=is_gm)

    def stop(self) -> None:
        self._task.cancel()

    async def _look(self) -> None:
        loop = asyncio.get_running_loop()
        me = hub.subscribe(self._campaign)
        try:
            while True:
                # Before the reading: whatever is written meanwhile sets it again and is read next.
                me[1].clear()
                reading = loop.run_in_executor(self._readers, _read_head, self._campaign)
                if not (await asyncio.wait({reading}, timeout=ANSWER_SECONDS))[0]:
                    await self._stands(faults.silence())
                # The reading goes on although it is late: a thread cannot be stopped, and a second one would wait as
                # well.
                await self._stands(await reading)
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_SECONDS):
                        await me[1].wait()
        finally:
            hub.unsubscribe(self._campaign, me)

    async def _stands(self, read: Head | Fault | None) -> None:
        """Tell those who wait, where this is news. A campaign that is not there stands where it stood."""
        now = self._now
        if isinstance(read, Head):
            now = Standing(read)
        elif isinstance(read, Fault):
            now = Standing(now.head, read)
        if now != self._now:
            async with self._moved:
                self._now = now
                self._moved.notify_all()


@contextlib.asynccontextmanager
async def watch(campaign: str, readers: Executor) -> AsyncIterator[Watched]:
    """Watch a campaign for as long as a page is open; its last page ends the watching."""
    _listen_to_other_processes()
    watched = _watched.get(campaign)
    if watched is None:
        watched = _watched[campaign] = Watched(campaign, readers)
    watched.pages += 1
    try:
        yield watched
    finally:
        watched.pages -= 1
        if not watched.pages:
            watched.stop()
            _watched.pop(campaign, None)


def _read_head(campaign: str) -> Head | Fault | None:
    """Where a campaign stands; what ails the database when it cannot be asked right now, which is tried again."""
    try:
        close_old_connections()
        return Head(*Campaign.objects.values_list("head_seq", "stir", "gm_stir").get(pk=campaign))
    except Campaign.DoesNotExist:
        return None
    except Error as error:
        fault = faults.fault_of(error) or Fault.BROKEN
        faults.say(fault, str(error))
        return fault


def _listen_to_other_processes() -> None:
    if not _listeners:
        task = asyncio.create_task(_listen() if connection.vendor == "postgresql" else _follow_files())
        _listeners.add(task)
        task.add_done_callback(_listeners.discard)


async def _listen() -> None:
    """PostgreSQL tells soon after a commit what other processes wrote; without it the look once a second would do."""
    import psycopg

    parameters = connection.get_connection_params()
    parameters.pop("cursor_factory", None)
    parameters.pop("context", None)
    while _watched:
        with contextlib.suppress(psycopg.Error, OSError):
            async with await psycopg.AsyncConnection.connect(**parameters, autocommit=True) as listening:
                await listening.execute(f"LISTEN {hub.CHANNEL}")
                async for notice in listening.notifies():
                    hub.wake(notice.payload)
        await asyncio.sleep(LOOK_SECONDS)


async def _follow_files() -> None:
    """SQLite tells nobody what other processes wrote: a look a second later would be late for what is staged."""
    told = _written()
    while _watched:
        await asyncio.sleep(FILE_SECONDS)
        if (now := _written()) != told:
            told = now
            for campaign in tuple(_watched):
                hub.wake(campaign)


def _written() -> list[int]:
    """When the database's files were written last, as far as they are there."""
    name, found = str(connection.settings_dict["NAME"]), []
    for file in (Path(name), Path(f"{name}-wal")):
        with contextlib.suppress(OSError):
            found.append(file.stat().st_mtime_ns)
    return found
