"""Chance in tests: the same dice, cards, keys and ids whenever the same is done, and in whatever order."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from unittest import mock


@contextmanager
def chance_of(what: str) -> Iterator[None]:
    """Chance that hangs on what is done alone; with another `TEST_CHANCE` it falls otherwise."""
    chance = Random(what + os.environ.get("TEST_CHANCE", ""))
    with mock.patch("os.urandom", chance.randbytes), mock.patch("random._urandom", chance.randbytes):
        yield
