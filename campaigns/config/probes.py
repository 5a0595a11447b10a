"""What a host asks this process beside the pages, by whatever name: `/healthz`, whether it answers, and `/readyz`,
whether a game can be played. Neither waits for the threads of the pages, which may all wait for one lock."""

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final

READY_SECONDS: Final = 3.0
Standing = dict[str, bool | str]


class Probes:
    def __init__(self, look: Callable[[], Standing], no_answer: Callable[[], Standing]) -> None:
        self._look = look
        self._no_answer = no_answer
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="probe")
        self._looking: Future[Standing] | None = None

    def are_asked(self, path: str) -> bool:
        return path in ("/healthz", "/readyz")

    async def answer(self, path: str, method: str) -> tuple[int, str, str]:
        """Status, type and text."""
        if method not in ("GET", "HEAD"):
            return 405, "text/plain; charset=utf-8", "This address is read-only."
        if path == "/healthz":
            return 200, "text/plain; charset=utf-8", "ok"
        standing = await self._standing()
        status = 200 if all(value is True for value in standing.values()) else 503
        return status, "application/json", json.dumps(standing)

    async def _standing(self) -> Standing:
        """One look at a time, however many ask: one that waits for a database answers all of them in time."""
        if self._looking is None or self._looking.done():
            self._looking = self._thread.submit(self._look)
        looking: asyncio.Future[Standing] = asyncio.wrap_future(self._looking)
        done, _waiting = await asyncio.wait({looking}, timeout=READY_SECONDS)
        return looking.result() if done else self._no_answer()
