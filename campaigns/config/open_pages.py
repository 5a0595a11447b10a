"""Answers to open pages that somebody else was given already, beside the threads of the pages."""

import asyncio
import time
from collections.abc import Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Protocol

from campaigns.config.lanes import Message, Receive, Scope, Send, Served

Headers = Sequence[tuple[bytes, bytes]]


class Asked(Protocol):
    @property
    def key(self) -> Hashable: ...
    @property
    def made(self) -> Any: ...


class Alike(Protocol):
    """`campaigns.views.answered_alike`, which is there once Django is set up."""

    def asker_of(self, scope: Scope, path: str, query: str, headers: Headers) -> Any: ...
    def look(self, asker: Any) -> Asked | None: ...
    def keep_answer(self, asked: Any, status: int, headers: Headers, body: bytes) -> Any: ...
    def tell(self, asked: Any, made: Any, started: float) -> Headers: ...


class OpenPages:
    """Hands a request on to Django, unless it asks for what is made, or being made, for somebody who sees alike."""

    def __init__(self, alike: Alike) -> None:
        self._alike = alike
        # One waits for the database as well as eight would; each thread keeps a connection.
        self._reader: Final = ThreadPoolExecutor(max_workers=1, thread_name_prefix="alike")
        self._making: dict[Hashable, asyncio.Future[Any]] = {}

    async def __call__(self, pages: Served, scope: Scope, receive: Receive, send: Send) -> None:
        started = time.monotonic()
        asker = self._alike.asker_of(
            scope, scope["path"], scope["query_string"].decode("ascii"), scope["headers"]
        )
        asked = None
        if asker is not None:
            loop = asyncio.get_running_loop()
            asked = await loop.run_in_executor(self._reader, self._alike.look, asker)
        made = None if asked is None else asked.made
        if asked is not None and made is None:
            making = self._making.get(asked.key)
            if making is None:
                await self._make(asked, pages, scope, receive, send)
                return
            # Waits without a thread, and ends alone when this page has gone: others wait for the same.
            await asyncio.wait({making})
            made = making.result()
        if asked is None or made is None:
            await pages(scope, receive, send)
            return
        headers = self._alike.tell(asked, made, started)
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": made.body})

    async def _make(self, asked: Asked, pages: Served, scope: Scope, receive: Receive, send: Send) -> None:
        """Have Django answer the first who asks, and give those who ask meanwhile the same."""
        making = self._making[asked.key] = asyncio.get_running_loop().create_future()
        sent: list[Message] = []

        async def sending(message: Message) -> None:
            sent.append(message)
            await send(message)

        made = None
        try:
            await pages(scope, receive, sending)
            began, *bodies = sent
            body = b"".join(one.get("body", b"") for one in bodies)
            made = self._alike.keep_answer(asked, began["status"], began["headers"], body)
        finally:
            del self._making[asked.key]
            making.set_result(made)
