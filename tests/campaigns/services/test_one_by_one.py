"""Of all processes on one database one has a turn."""

import threading

import pytest
from django.db import connection

from campaigns.services.hosting.one_by_one import claim, turn

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def test_one_has_it_and_the_next_gets_it_after() -> None:
    with claim("a test") as first, claim("a test") as second:
        assert (first, second) == (True, False)

    with claim("a test") as third:
        assert third


def test_what_goes_by_another_name_is_had_beside_it() -> None:
    with claim("a test") as first, claim("another") as second:
        assert (first, second) == (True, True)


def test_whoever_fails_gives_it_back() -> None:
    with pytest.raises(ZeroDivisionError), turn("a test"):
        raise ZeroDivisionError

    with claim("a test") as is_ours:
        assert is_ours


def test_a_turn_waits_and_says_so_once() -> None:
    begun = threading.Event()
    told: list[str] = []
    order: list[str] = []

    def tell() -> None:
        told.append("waits")
        begun.set()

    def wait_for_it() -> None:
        try:
            with turn("a test", tell):
                order.append("second")
        finally:
            connection.close()

    with turn("a test"):
        thread = threading.Thread(target=wait_for_it)
        thread.start()
        assert begun.wait(10)
        order.append("first")
    thread.join(10)

    assert order == ["first", "second"]
    assert told == ["waits"]
