"""How often something may be tried: a small token bucket, by account or by token, since a table shares one address."""

import hashlib
import math
import time
from dataclasses import dataclass
from threading import Lock

from django.core.cache import cache

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
        with _lock:
            now = time.time()
            tokens, since = cache.get(self._at(key), (float(self.burst), now))
            tokens = min(self.burst, tokens + max(0.0, now - since) / self.seconds)
            if tokens < 1:
                raise TooMany(math.ceil((1 - tokens) * self.seconds))
            cache.set(self._at(key), (tokens - 1, now), self.burst * self.seconds)

    def forget(self, key: str) -> None:
        """Start anew for `key`, such as after the right password."""
        cache.delete(self._at(key))

    def _at(self, key: str) -> str:
        return f"limit:{self.name}:{hashlib.sha256(key.encode('utf-8', 'replace')).hexdigest()}"


LOG_IN = Limit("log-in", burst=5, seconds=60)
JOIN = Limit("join", burst=20, seconds=5)
UNKNOWN_LINK = Limit("unknown-link", burst=60, seconds=2)
FIRST_RUN = Limit("first-run", burst=10, seconds=10)
EXPORT = Limit("export", burst=12, seconds=10)
RESET = Limit("reset", burst=10, seconds=30)
