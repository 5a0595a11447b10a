"""An uploaded image made into one of ours, by a process that is ended if it takes too long."""

import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import BoundedSemaphore
from typing import Final

from django.utils.translation import gettext as _

from campaigns.models.images import SIZES
from campaigns.services.images import reencoding

MEGABYTE: Final = 2**20
MOST_BYTES: Final = 10 * MEGABYTE
SECONDS: Final = 30
AT_ONCE: Final = 2
"""So many are encoded at a time; each may use a gigabyte."""
WAITING: Final = 2
"""So many more may wait for that: each holds one of the threads that pages come from."""
NEEDED: Final = ("PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT")
"""Of the environment what Python itself may need to start."""
PROGRAM: Final = Path(reencoding.__file__)

_room = BoundedSemaphore(AT_ONCE)
_queue = BoundedSemaphore(AT_ONCE + WAITING)


class ImageRefused(Exception):
    """Nothing was kept. The message says what is wrong, and what would be right."""


def made_of(upload: bytes) -> tuple[bytes, ...]:
    """The image in our sizes, the smallest first. `ImageRefused` where it is none that is taken."""
    if len(upload) > MOST_BYTES:
        told = _("The file is larger than %(most)s MB. Save the image smaller and try again.")
        raise ImageRefused(told % {"most": MOST_BYTES // MEGABYTE})
    code, made = _told("encode", upload)
    if code:
        raise ImageRefused(_refusal(code))
    return _parts(made)


def are_ours(images: Iterable[bytes]) -> bool:
    """Whether images that came from elsewhere are such as we make: then they may be kept as they are."""
    code, _nothing = _told("look", b"".join(len(one).to_bytes(4, "big") + one for one in images))
    return not code


def _told(what: str, given: bytes) -> tuple[int, bytes]:
    """What the program ended with, and what it wrote."""
    with _place(_queue, 0), _place(_room, SECONDS):
        return _run(what, given)


@contextmanager
def _place(among: BoundedSemaphore, seconds: float) -> Iterator[None]:
    if not among.acquire(timeout=seconds):
        raise ImageRefused(_("Too many images are being read. Try again in a moment."))
    try:
        yield
    finally:
        among.release()


def _run(what: str, given: bytes) -> tuple[int, bytes]:
    try:
        done = subprocess.run(
            [sys.executable, "-I", str(PROGRAM), what, *map(str, SIZES)],
            input=given,
            capture_output=True,
            # Ours holds what opens the database, which is nothing for a program that an image may have taken over.
            env={name: os.environ[name] for name in NEEDED if name in os.environ},
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return reencoding.LARGE, b""
    return done.returncode, done.stdout


def _parts(told: bytes) -> tuple[bytes, ...]:
    """What the program wrote: how long each is, then each."""
    place, found = 4 * len(SIZES), []
    for number in range(len(SIZES)):
        length = int.from_bytes(told[4 * number : 4 * number + 4], "big")
        found.append(told[place : place + length])
        place += length
    return tuple(found)


def _refusal(code: int) -> str:
    if code == reencoding.UNKNOWN:
        return _("This is not a picture that can be used. Choose a JPEG, PNG, WebP or GIF file.")
    if code == reencoding.DAMAGED:
        return _("The image is damaged or incomplete. Save it again and choose the new file.")
    told = _("The image has too many pixels. Save it with at most %(most)s megapixels and try again.")
    return told % {"most": reencoding.MOST_PIXELS // 1_000_000}
