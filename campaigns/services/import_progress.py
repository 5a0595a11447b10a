"""How far an import is that somebody waits for, whichever process is asked. Nothing depends on it."""

from dataclasses import dataclass

from django.core.cache import cache

from campaigns.services.importing import Done

STEP, SECONDS = 20, 600


@dataclass(frozen=True)
class Progress:
    """So many entries of a file are verified, or written."""

    done: Done
    count: int
    of: int


@dataclass(frozen=True)
class Watched:
    """Keeps count of one account's import while it is under way."""

    owner: int

    def __call__(self, done: Done, seq: int, last: int) -> None:
        # Seldom: where the cache is a table, each of these is a write.
        if seq % STEP == 0 or seq == last:
            cache.set(_at(self.owner), Progress(done, seq, last), SECONDS)

    def over(self) -> None:
        cache.delete(_at(self.owner))


def progress_of(owner: int) -> Progress | None:
    """How far this account's import is; None where none is under way."""
    found: Progress | None = cache.get(_at(owner))
    return found


def _at(owner: int) -> str:
    return f"import:{owner}"
