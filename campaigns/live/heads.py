"""The newest entry of each campaign that somebody watches: read once for all its pages, whoever wrote it."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from concurrent.futures import Executor

from django.db import Error, close_old_connections, connection

from campaigns.live import hub
from campaigns.models import Campaign

LOOK_SECONDS = 1.0
"""How often a watched campaign is looked at even if nobody says so: other processes may have written."""

_watched: dict[str, "Watched"] = {}
_listeners: set[asyncio.Task[None]] = set()


class Watched:
    """One campaign's newest entry, and those who wait for it to grow."""

    def __init__(self, campaign: str, readers: Executor) -> None:
        self.pages = 0
        self._campaign = campaign
        self._readers = readers
        self._newest: int | None = None
        self._grown = asyncio.Condition()
        self._task = asyncio.create_task(self._look())

    async def newest(self) -> int:
        """The number of the newest entry, as soon as it is known."""
        return await self.newer_than(-1, None)

    async def newer_than(self, seq: int, seconds: float | None) -> int:
        """Wait for an entry above `seq`, at most so many seconds; the newest number either way."""
        async with self._grown:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._grown.wait_for(lambda: self._newest is not None and self._newest > seq)
        return seq if self._newest is None else max(seq, self._newest)

    def stop(self) -> None:
        self._task.cancel()

    async def _look(self) -> None:
        loop = asyncio.get_running_loop()
        me = hub.subscribe(self._campaign)
        try:
            while True:
                me[1].clear()
                newest = await loop.run_in_executor(self._readers, _read_head, self._campaign)
                if newest is not None and newest != self._newest:
                    async with self._grown:
                        self._newest = newest
                        self._grown.notify_all()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_SECONDS):
                        await me[1].wait()
        finally:
            hub.unsubscribe(self._campaign, me)


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


def _read_head(campaign: str) -> int | None:
    """The newest entry's number; None when the database cannot be asked right now, which is tried again."""
    try:
        close_old_connections()
        return Campaign.objects.values_list("head_seq", flat=True).get(pk=campaign)
    except (Error, Campaign.DoesNotExist):
        return None


def _listen_to_other_processes() -> None:
    if connection.vendor == "postgresql" and not _listeners:
        task = asyncio.create_task(_listen())
        _listeners.add(task)
        task.add_done_callback(_listeners.discard)


async def _listen() -> None:
    """PostgreSQL tells at commit what other processes wrote; without it the look once a second would do."""
    import psycopg

    parameters = connection.get_connection_params()
    parameters.pop("cursor_factory", None)
    parameters.pop("context", None)
    while _watched:
        with contextlib.suppress(psycopg.Error, OSError):
            async with await psycopg.AsyncConnection.connect(**parameters, autocommit=True) as listening:
                await listening.execute(f"LISTEN {hub.CHANNEL}")
                async for notice in listening.notifies():
                    hub.wake(notice.payload.partition(":")[0])
        await asyncio.sleep(LOOK_SECONDS)
