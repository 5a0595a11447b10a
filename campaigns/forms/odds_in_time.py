"""Odds that nobody waits for: whatever takes too long is given up, so that a typed number never holds a server."""

import ctypes
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

SECONDS = 2.0
TICK = 0.05
AT_ONCE = threading.BoundedSemaphore(2)
"""So many may be worked out at the same time: the others of a server's threads stay free for acts."""


class TakesTooLong(Exception):
    """The exact odds were not there in time; smaller pools would be."""


def in_time(work: Callable[[], T], seconds: float | None = None) -> T:
    """What pure work comes to; `TakesTooLong` where it is not done in time. It must hold no lock and no connection."""
    seconds = SECONDS if seconds is None else seconds
    if not AT_ONCE.acquire(timeout=seconds):
        raise TakesTooLong
    try:
        watched = WATCH.begin(seconds)
        try:
            return work()
        finally:
            WATCH.end(watched)
    finally:
        AT_ONCE.release()


@dataclass(eq=False, frozen=True)
class _Watched:
    thread: int
    ends: float


class _Watch:
    """Looks after all work from one thread, which sleeps while there is none: most work takes less than a timer of
    its own would."""

    def __init__(self) -> None:
        self.watched: set[_Watched] = set()
        self.guard = threading.Lock()
        self.has_begun = threading.Event()
        self.thread: threading.Thread | None = None

    def begin(self, seconds: float) -> _Watched:
        watched = _Watched(threading.get_ident(), time.monotonic() + seconds)
        with self.guard:
            self.watched.add(watched)
            if self.thread is None:
                self.thread = threading.Thread(target=self._look, name="odds-in-time", daemon=True)
                self.thread.start()
        self.has_begun.set()
        return watched

    def end(self, watched: _Watched) -> None:
        with self.guard:  # from here on nothing is raised into this thread any more
            self.watched.discard(watched)

    def _look(self) -> None:
        while self.has_begun.wait():
            with self.guard:
                for late in [one for one in self.watched if one.ends <= time.monotonic()]:
                    self.watched.discard(late)
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(
                        ctypes.c_ulong(late.thread), ctypes.py_object(TakesTooLong)
                    )
                if not self.watched:
                    self.has_begun.clear()
            time.sleep(TICK)


WATCH = _Watch()
