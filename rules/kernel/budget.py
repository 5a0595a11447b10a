"""How much counting one question may take: work and not time, so that it is answered everywhere or nowhere."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from rules.kernel.errors import RulesError

WHILE_WAITING: Final = 100_000_000
"""What somebody waits for: a second on an ordinary computer, a few on a small one."""


class TooLarge(RulesError):
    """Understood and allowed, but there is more to count than was asked for; smaller pools take less."""

    code = "too_large"


class Budget:
    """`left` units of work: the sum of two whole numbers of 512 bits is about one."""

    def __init__(self, work: int) -> None:
        self.left = work

    def spend(self, work: int) -> None:
        self.left -= work
        if self.left < 0:
            raise TooLarge("these pools are too large to count every possible result")


# Not an argument: what counts lies many calls below, behind caches too. Each thread has its own.
_budget: ContextVar[Budget | None] = ContextVar("budget", default=None)


@contextmanager
def at_most(work: int | None) -> Iterator[None]:
    """`TooLarge` out of the block where counting takes more; None is no limit."""
    before = _budget.set(None if work is None else Budget(work))
    try:
        yield
    finally:
        _budget.reset(before)


def spend(work: int) -> None:
    """Said by whatever counts, before it does; also where an earlier question left the answer in a cache."""
    budget = _budget.get()
    if budget is not None:
        budget.spend(work)
