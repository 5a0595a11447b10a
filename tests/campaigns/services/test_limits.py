from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext

import pytest
from django.core.management import call_command
from django.db import connection
from pytest_django import Settings

from campaigns.services import limits
from campaigns.services.limits import Limit, TooMany

pytestmark = pytest.mark.postgres


def test_burst_is_free_and_then_waits() -> None:
    limit = Limit("test", burst=3, seconds=100)
    for _try in range(3):
        limit.take("one")

    with pytest.raises(TooMany) as refused:
        limit.take("one")

    assert 99 <= refused.value.wait <= 100


def test_keys_are_counted_apart() -> None:
    limit = Limit("test", burst=1, seconds=100)

    limit.take("one")
    limit.take("other\ud800")

    with pytest.raises(TooMany):
        limit.take("one")


def test_time_gives_tries_back(monkeypatch: pytest.MonkeyPatch) -> None:
    limit, now = Limit("test", burst=1, seconds=10), 1000.0
    monkeypatch.setattr("time.time", lambda: now)
    limit.take("one")
    now += 10

    limit.take("one")


def test_right_answer_starts_anew() -> None:
    limit = Limit("test", burst=1, seconds=100)
    limit.take("one")

    limit.forget("one")

    limit.take("one")


@pytest.mark.django_db(transaction=True)
def test_processes_that_count_together_let_no_more_through(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Threads without their own lock stand for processes: what is between them is the database alone."""
    backend = "django.core.cache.backends.db.DatabaseCache"
    settings.CACHES = {"default": {"BACKEND": backend, "LOCATION": "cache_of_a_test"}}
    monkeypatch.setattr(limits, "_lock", nullcontext())
    call_command("createcachetable", verbosity=0)
    limit = Limit("test", burst=5, seconds=1000)

    def is_let_through(_try: int) -> bool:
        try:
            limit.take("one")
        except TooMany:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(8) as processes:
        passed = list(processes.map(is_let_through, range(40)))

    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE cache_of_a_test")
    assert passed.count(True) == 5
