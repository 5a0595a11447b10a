import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.contrib.sessions.models import Session
from django.db import connection

from campaigns.services.hosting import sqlite_tools
from campaigns.views import health
from tests.campaigns.config.test_faults import of_postgres, of_sqlite

PAGE = 4096


@pytest.fixture(autouse=True)
def nothing_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_file", health.WholeFile())


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    """A database of a few hundred pages."""
    path = tmp_path / "game.sqlite3"
    with closing(sqlite3.connect(path)) as made:
        made.execute("CREATE TABLE entry (seq INTEGER PRIMARY KEY, words TEXT)")
        made.executemany("INSERT INTO entry (words) VALUES (?)", [("a note " * 100,)] * 1000)
        made.execute("CREATE INDEX words ON entry (words)")
        made.commit()
    yield path


@pytest.mark.django_db
def test_ready_server_writes_and_leaves_nothing() -> None:
    assert health.standing() == {"database": True, "migrations": True, "guards": True}
    assert not Session.objects.exists()


@pytest.mark.django_db
def test_missing_migration_is_not_ready() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'sessions'")

    assert health.standing()["migrations"] is False


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("error", "why"),
    [
        (of_sqlite("SQLITE_BUSY"), "busy"),
        (of_sqlite("SQLITE_FULL"), "full"),
        (of_postgres(psycopg.OperationalError("connection refused")), "away"),
    ],
)
def test_database_that_cannot_be_written_says_why(error: Exception, why: str) -> None:
    def refuse(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith("INSERT"):
            raise error
        return execute(sql, params, many, context)

    with connection.execute_wrapper(refuse):
        assert health.standing() == {"database": False, "why": why}


def test_whole_file_has_no_faults(file: Path) -> None:
    assert sqlite_tools.wrong_with(file) == ()


@pytest.mark.parametrize("where", [0, 60 * PAGE])
def test_overwritten_pages_are_noticed(file: Path, where: int) -> None:
    with file.open("r+b") as raw:
        raw.seek(where)
        raw.write(b"\xff" * 40 * PAGE)

    assert sqlite_tools.wrong_with(file) != ()


@pytest.mark.sqlite
@pytest.mark.django_db
def test_damaged_file_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    told = ("Tree 5 page 7: btreeInitPage() returns error",)
    monkeypatch.setattr(sqlite_tools, "wrong_with", lambda: told)

    assert health.standing() == {"database": False, "why": "damaged"}


def test_file_is_read_whole_so_seldom_that_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    now, looks = [1000.0], []
    monkeypatch.setattr("time.monotonic", lambda: now[0])

    def read() -> tuple[str, ...]:
        looks.append(now[0])
        now[0] += 5  # so long it takes
        return ()

    monkeypatch.setattr(sqlite_tools, "wrong_with", read)
    file = health.WholeFile()
    for _time in range(100):
        file.look()
        now[0] += 10

    assert looks == [1000.0, 1505.0]
