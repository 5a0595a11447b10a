import pytest

from campaigns.services.limits import Limit, TooMany


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
