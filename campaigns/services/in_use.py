"""Who works on a DATA_DIR: any number of servers together, or alone whoever changes the whole database."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings


class InUse(Exception):
    """Somebody else works on this DATA_DIR. The message says who and what to do."""


@contextmanager
def serving() -> Iterator[None]:
    """Held by a server as long as it runs."""
    with _locked(alone=False, refusal="A backup is being brought back here. Start again when that is done."):
        yield


@contextmanager
def alone() -> Iterator[None]:
    """Held while the whole database is changed; `InUse` while a server runs."""
    where = settings.DATA_DIR
    with _locked(alone=True, refusal=f"A server runs on {where}. Stop it first, then do this again."):
        yield


@contextmanager
def _locked(*, alone: bool, refusal: str) -> Iterator[None]:
    """A lock on a file: it ends with the process that holds it, however that ends. Windows has none such."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    with (settings.DATA_DIR / "serving.lock").open("a") as file:
        try:
            fcntl.flock(file, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InUse(refusal) from None
        yield
