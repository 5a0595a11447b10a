import threading
from collections.abc import Callable

import pytest

from campaigns.forms.odds_in_time import TakesTooLong, in_time


def count_for_ever() -> int:
    count = 0
    while True:
        count += 1


def test_what_is_quick_comes_back() -> None:
    assert in_time(lambda: 3) == 3


def test_what_takes_too_long_is_given_up() -> None:
    with pytest.raises(TakesTooLong):
        in_time(count_for_ever, 0.05)

    assert in_time(lambda: 3) == 3, "and the next is worked out as ever"


def test_what_goes_wrong_says_so_itself() -> None:
    with pytest.raises(ZeroDivisionError):
        in_time(lambda: 1 // 0)


def test_nothing_is_raised_after_the_work_is_done() -> None:
    for _ in range(200):
        try:
            in_time(lambda: sum(range(2000)), 0.0001)
        except TakesTooLong:
            continue

    threading.Event().wait(0.05)  # a late stop would be raised here


def test_each_work_is_given_up_by_itself() -> None:
    came: dict[str, object] = {}

    def ask(name: str, work: Callable[[], int], seconds: float) -> None:
        try:
            came[name] = in_time(work, seconds)
        except TakesTooLong:
            came[name] = "given up"

    asked = [
        threading.Thread(target=ask, args=("endless", count_for_ever, 0.1)),
        threading.Thread(target=ask, args=("long", lambda: sum(range(3_000_000)), 10)),
    ]
    for one in asked:
        one.start()
    for one in asked:
        one.join()

    assert came == {"endless": "given up", "long": sum(range(3_000_000))}
