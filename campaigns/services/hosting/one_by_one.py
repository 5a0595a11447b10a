"""What one process does at a time, of all that share a database, whichever machine they run on."""

import hashlib
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Final

from django.conf import settings
from django.db import connection

from campaigns.services.hosting import in_use

LOOK_SECONDS: Final = 0.3

_in_this_process: defaultdict[str, Lock] = defaultdict(Lock)


@contextmanager
def turn(name: str, waiting: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Ours alone until the block ends; `waiting` is told once where others are done first."""
    is_told = False
    while True:
        with claim(name) as is_ours:
            if is_ours:
                yield
                return
        if not is_told:
            waiting()
            is_told = True
        time.sleep(LOOK_SECONDS)


@contextmanager
def claim(name: str) -> Iterator[bool]:
    """Whether it is ours alone, so until the block ends or the process does; nobody waits."""
    held = _in_this_process[name]
    if not held.acquire(blocking=False):
        yield False
        return
    try:
        with _among_processes(name) as is_ours:
            yield is_ours
    finally:
        held.release()


@contextmanager
def _among_processes(name: str) -> Iterator[bool]:
    if connection.vendor != "postgresql":
        with in_use.lease(settings.DATA_DIR / f"{name}.lock") as is_ours:
            yield is_ours
        return
    # A connection and transaction of its own: what goes on meanwhile commits as it likes, and a pooler keeps the lock.
    own = connection.copy()
    try:
        own.set_autocommit(False)
        with own.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [_number(name)])
            found = cursor.fetchone()
        yield bool(found and found[0])
    finally:
        own.close()


def _number(name: str) -> int:
    return int.from_bytes(hashlib.sha256(f"pactbook/{name}".encode()).digest()[:8], signed=True)
