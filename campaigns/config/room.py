"""Room for calls that lie deep, as those do that make a page."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def with_room(call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What a call comes to, made where those inside it find room."""
    return call(*args, **kwargs)


# Python takes 16 kB more from the system whenever calls lie deeper than what it has, and gives them back on return. A
# page crosses such a border thousands of times, which took a twelfth of its processor time, and more where both cores
# are busy. What lies inside this call, which says that it needs 560 kB itself, finds room beside it in the megabyte
# that it is given.
with_room.__code__ = with_room.__code__.replace(co_stacksize=70_000)
