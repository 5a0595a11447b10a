"""How often something may be tried: small token buckets, counted apart so that nobody uses up another's.

allauth's own counting (`allauth.core.internal.ratelimit`, for its pages) lets no more through either, but cannot take
this over: it does not say when the next try is possible, gives nothing back before the oldest try is forgotten, refuses
whoever waits a second for its lock, fails on a name that is no UTF-8, and is no public part of it.
"""

import hashlib
import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock

from django.core.cache import cache, caches
from django.core.cache.backends.db import BaseDatabaseCache
from django.db import connection, transaction

_lock = Lock()


class TooMany(Exception):
    """Tried too often. `wait` is the number of seconds until the next try."""

    def __init__(self, wait: int) -> None:
        super().__init__(f"try again in {wait} s")
        self.wait = wait


@dataclass(frozen=True)
class Limit:
    """`burst` tries at once, then one every `seconds`."""

    name: str
    burst: int
    seconds: float

    def take(self, key: str) -> None:
        """Count one try of `key`; `TooMany` where none is left."""
        with _lock, _alone(self._at(key)):
            # Not monotonic: processes on several hosts count in one table.
            now = time.time()
            tokens, since = cache.get(self._at(key), (float(self.burst), now))
            tokens = min(self.burst, tokens + max(0.0, now - since) / self.seconds)
            if tokens < 1:
                raise TooMany(math.ceil((1 - tokens) * self.seconds))
            # Kept until it would be full again anyway.
            cache.set(self._at(key), (tokens - 1, now), self.burst * self.seconds)

    def forget(self, key: str) -> None:
        """Start anew for `key`, such as after the right password."""
        cache.delete(self._at(key))

    def _at(self, key: str) -> str:
        return f"limit:{self.name}:{hashlib.sha256(key.encode('utf-8', 'replace')).hexdigest()}"


@contextmanager
def _alone(key: str) -> Iterator[None]:
    """Look and count in one go, also where other processes count in the same table."""
    if not isinstance(caches["default"], BaseDatabaseCache):
        yield
        return
    with transaction.atomic():  # on SQLite this is the lock itself
        if connection.vendor == "postgresql":
            # An advisory lock, since there may be no row yet that could be locked.
            number = int.from_bytes(hashlib.sha256(key.encode()).digest()[:8], signed=True)
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [number])
        yield


LOG_IN = Limit("log-in", burst=5, seconds=60)
LOG_IN_ANYWHERE = Limit("log-in-anywhere", burst=60, seconds=20)
JOIN = Limit("join", burst=20, seconds=5)
UNKNOWN_LINK = Limit("unknown-link", burst=60, seconds=2)
FIRST_RUN = Limit("first-run", burst=10, seconds=10)
EXPORT = Limit("export", burst=12, seconds=10)
# What a page says of whoever looks at it: each may have every other page ask what is new.
SIGN = Limit("sign", burst=30, seconds=2)
UPLOAD = Limit("upload", burst=20, seconds=10)
RESET = Limit("reset", burst=10, seconds=30)
# Pages that anybody may open and that cost much: of one address, and of all strangers together.
OPEN_PAGE = Limit("open-page", burst=30, seconds=2)
OPEN_PAGES = Limit("open-pages", burst=60, seconds=0.5)
