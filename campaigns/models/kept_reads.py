"""What pages ask of a campaign where it stands: kept for the next page that asks the same, until the campaign moves on.

After an act all open pages of a table ask within a moment what is new, and most of what they read is the same for all
of them and for pages that are opened then. Within `standing` such reads are made once for each head of the log. A head
is read before anything else, so that what is kept for it is never older than it says. Only what moves with an entry, or
with the campaign's stir, is read through here, and nothing for longer than some seconds.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from threading import Lock
from typing import Final, ParamSpec, TypeVar, cast
from uuid import UUID

from campaigns.models.campaigns import Campaign

P = ParamSpec("P")
T = TypeVar("T")

MOST_CAMPAIGNS: Final = 64
MOST_READS: Final = 256
"""Of one head; whatever is asked beyond is read each time."""
SECONDS: Final = 10.0

Head = tuple[int, str, int, int]


class _Standing:
    """What was read of a campaign while its log had one head."""

    def __init__(self, head: Head) -> None:
        self.head = head
        self.until = time.monotonic() + SECONDS
        self._found: dict[Hashable, object] = {}
        self._reading: dict[Hashable, Lock] = {}

    def ask(self, key: Hashable, read: Callable[[], T]) -> T:
        """What was read under this key, or is now. Whoever asks meanwhile waits for it and does not read it, too."""
        if key not in self._found:
            if len(self._found) >= MOST_READS:
                return read()
            try:
                with self._reading.setdefault(key, Lock()):
                    if key not in self._found:
                        self._found[key] = read()
            finally:
                self._reading.pop(key, None)
        return cast("T", self._found[key])

    def found(self, key: Hashable) -> object | None:
        """What was read under this key, if it was."""
        return self._found.get(key)


_kept: OrderedDict[UUID, _Standing] = OrderedDict()
_lock = Lock()
_now: ContextVar[_Standing | None] = ContextVar("kept_reads", default=None)


@contextmanager
def standing(campaign: Campaign) -> Iterator[None]:
    """Within, this campaign alone is read and nothing written; the row that is given is what was read first."""
    token = _now.set(_standing_of(campaign))
    try:
        yield
    finally:
        _now.reset(token)


def is_kept() -> bool:
    """Whether what is read now is kept: a page asks what is new, and nothing is written."""
    return _now.get() is not None


def kept(key: Hashable, read: Callable[[], T]) -> T:
    """What `read` says, kept under a key that names all that it depends on besides the campaign; nobody changes it."""
    now = _now.get()
    return read() if now is None else now.ask(key, read)


def kept_read(read: Callable[P, T]) -> Callable[P, T]:
    """A read that is told by its arguments alone, kept where pages ask what is new."""

    @wraps(read)
    def asked(*given: P.args, **named: P.kwargs) -> T:
        if _now.get() is None:
            return read(*given, **named)
        told = tuple(tuple(one) if isinstance(one, list) else one for one in given)
        return kept((read, told, *sorted(named.items())), lambda: read(*given, **named))

    return asked


def head_of(campaign: Campaign) -> Head:
    """Where a campaign stands, as far as anything is kept for it."""
    return campaign.head_seq, campaign.head_hash, campaign.stir, campaign.gm_stir


def found(campaign: UUID, head: Head, key: Hashable) -> object | None:
    """What is kept under a key while a campaign stands there; nothing is read."""
    standing = _kept.get(campaign)
    if standing is None or standing.head != head or standing.until < time.monotonic():
        return None
    return standing.found(key)


def keep(campaign: UUID, head: Head, key: Hashable, made: object) -> None:
    """Keep what was made of something that is kept, for as long as that is."""
    standing = _kept.get(campaign)
    if standing is not None and standing.head == head:
        standing.ask(key, lambda: made)


def _standing_of(campaign: Campaign) -> _Standing:
    head = head_of(campaign)
    now = time.monotonic()
    with _lock:
        for over in [pk for pk, one in _kept.items() if one.until < now]:
            del _kept[over]
        found = _kept.pop(campaign.pk, None)
        if found is None or found.head != head:
            found = _Standing(head)
        _kept[campaign.pk] = found
        if len(_kept) > MOST_CAMPAIGNS:
            _kept.popitem(last=False)
    return found
