"""Odds that nobody waits for: whatever takes too long is given up, so that a typed number never holds a server."""

import ctypes
import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

SECONDS = 2.0
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
        return _stopped_in_time(work, seconds)
    finally:
        AT_ONCE.release()


def _stopped_in_time(work: Callable[[], T], seconds: float) -> T:
    worker, guard, is_done = threading.get_ident(), threading.Lock(), threading.Event()

    def stop() -> None:
        with guard:
            if not is_done.is_set():
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(worker), ctypes.py_object(TakesTooLong)
                )

    timer = threading.Timer(seconds, stop)
    timer.daemon = True
    timer.start()
    try:
        return work()
    finally:
        with guard:  # from here on nothing is raised into this thread any more
            is_done.set()
        timer.cancel()
