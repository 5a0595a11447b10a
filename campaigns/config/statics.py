"""Static files published when they changed, so that a start without changes is quick."""

import hashlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

from campaigns.config import fonts


def collect_if_changed() -> None:
    """Publish the static files when any was added, removed or changed since the last time."""
    # Inside the folder itself: nothing else of ours has to be writable, and it goes with what it tells of.
    mark = settings.STATIC_ROOT / "collected.digest"
    found = digest()
    if _tells(mark, found):
        return
    with _alone(settings.STATIC_ROOT):
        if not _tells(mark, found):  # another start may have published the same meanwhile
            call_command("collectstatic", interactive=False, clear=True, verbosity=0)
            mark.write_text(found, encoding="ascii")


def _tells(mark: Path, digest: str) -> bool:
    try:
        return mark.read_text(encoding="ascii") == digest
    except FileNotFoundError:
        return False


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Several servers may share the folder: one clears and fills it, the others wait.

    The lock is the folder's own, which is never cleared away. Windows has none such, and some network folders.
    """
    if sys.platform == "win32":
        yield
        return
    import fcntl

    handle = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def digest() -> str:
    """Of what the files hold. When they were changed is no sign: an image keeps that to the second, a disk does not."""
    found = hashlib.sha256(fonts.recipe())
    for finder in get_finders():
        for name, storage in sorted(finder.list(["CVS", ".*", "*~"]), key=lambda found: found[0]):
            # Of what a font is made of: making it takes a second.
            with Path(storage.path(name)).open("rb") as file:
                content = hashlib.file_digest(file, "sha256").hexdigest()
            found.update(f"{name}\0{content}\n".encode())
    return found.hexdigest()
