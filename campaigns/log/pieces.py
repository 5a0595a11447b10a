"""Much to write, in pieces: whoever else wants to write waits for one of them at most."""

import time
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Final, TypeVar

from django.db import connection, transaction

PIECE: Final = 100
"""So many entries, or rows that come with them, at once."""

T = TypeVar("T")
Write = Callable[[], object]


def some(values: Iterable[T], most: int = PIECE) -> Iterator[list[T]]:
    """These in their order, so many at a time."""
    rest = iter(values)
    while found := list(islice(rest, most)):
        yield found


def write_each(writes: Iterable[Write]) -> None:
    """Write piece by piece, each in a transaction of its own. What makes the pieces does so outside of all of them."""
    for write in writes:
        with transaction.atomic():
            started = time.monotonic()
            write()
        if connection.vendor == "sqlite":
            # Whoever waits for the one lock looks for it now and then: it is free as long as it was held.
            time.sleep(time.monotonic() - started)
