"""Who works on a DATA_DIR: any number of servers together, or alone whoever changes the whole database."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from django.conf import settings


class InUse(Exception):
    """Somebody else works on this DATA_DIR. The message says who and what to do."""


@contextmanager
def serving() -> Iterator[None]:
    """Held by a server as long as it runs."""
    refusal = "The whole database is being changed. Try again when that is done."
    with _locked(_lock(), alone=False, refusal=refusal):
        yield


@contextmanager
def alone() -> Iterator[None]:
    """Held while the whole database is changed; `InUse` while a server runs."""
    where = settings.DATA_DIR
    refusal = f"A server is running on {where}. Stop it first, then try again."
    with _locked(_lock(), alone=True, refusal=refusal):
        yield


@contextmanager
def lease(path: Path) -> Iterator[bool]:
    """Whether it is ours to do what only one process does; so until the block ends."""
    with ExitStack() as held:
        try:
            held.enter_context(_locked(path, alone=True, refusal=""))
            is_ours = True
        except InUse:
            is_ours = False
        yield is_ours


@contextmanager
def _locked(path: Path, *, alone: bool, refusal: str) -> Iterator[None]:
    """A lock on a file: it ends with the process that holds it, however that ends. Windows has none such."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    with path.open("a") as file:
        try:
            fcntl.flock(file, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InUse(refusal) from None
        yield


def _lock() -> Path:
    found: Path = settings.DATA_DIR / "serving.lock"
    return found
