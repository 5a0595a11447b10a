import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.backends.postgresql.base import DatabaseWrapper
from psycopg.conninfo import conninfo_to_dict

from campaigns.config import databases, env
from campaigns.services.hosting import postgres_tools

pytestmark = pytest.mark.postgres


@pytest.mark.parametrize(
    ("version", "is_safe"),
    [
        ((3, 40, 1), False),
        ((3, 44, 5), False),
        ((3, 44, 6), True),
        ((3, 45, 0), False),
        ((3, 50, 6), False),
        ((3, 50, 7), True),
        ((3, 51, 2), False),
        ((3, 51, 3), True),
        ((3, 52, 0), True),
    ],
)
def test_wal_is_used_only_where_it_is_mended(version: tuple[int, int, int], is_safe: bool) -> None:
    assert databases.wal_is_safe(version) is is_safe


def test_url_keeps_what_its_query_says() -> None:
    database: Any = databases.by_url("postgres://me@%2Frun%2Fpg/game?sslmode=require")

    assert database["HOST"] == "/run/pg"
    assert database["OPTIONS"] == {
        "application_name": "pactbook",
        "connect_timeout": "5",
        "options": "-c jit=off",
        "sslmode": "require",
    }


def test_no_query_is_compiled_first_where_the_connection_can_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    own: Any = databases.by_url("postgres://me@%2Frun%2Fpg/game?options=-c%20work_mem%3D8MB")
    monkeypatch.setenv("POSTGRES_POOLER", "yes")
    pooled: Any = databases.by_url("postgres://me@%2Frun%2Fpg/game")

    assert own["OPTIONS"]["options"] == "-c jit=off -c work_mem=8MB"
    assert "options" not in pooled["OPTIONS"]


def test_sqlite_url_gets_the_same_care(tmp_path: Path) -> None:
    database: Any = databases.by_url(f"sqlite:///{tmp_path}/game.sqlite3")

    assert database["NAME"] == f"{tmp_path}/game.sqlite3"
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "synchronous=FULL" in database["OPTIONS"]["init_command"]


@pytest.mark.parametrize(
    ("url", "hosts", "ports"),
    [
        ("postgres://me@one,two/game", "one,two", ","),
        ("postgres://me@one:5433,two:5434/game", "one,two", "5433,5434"),
        ("postgres://me@/game?host=one,two&port=5433", "one,two", "5433"),
    ],
)
def test_url_may_name_several_hosts(url: str, hosts: str, ports: str) -> None:
    database: Any = databases.by_url(f"{url}{'&' if '?' in url else '?'}target_session_attrs=read-write")

    assert (database["HOST"], database["PORT"], database["NAME"]) == (hosts, ports, "game")
    assert database["OPTIONS"]["target_session_attrs"] == "read-write"


@pytest.mark.parametrize(
    "url", ["postgres://me:pass/word@host/game", "mysql://host/game", "postgres://host/game?colour=red"]
)
def test_url_that_says_something_else_is_refused(url: str) -> None:
    with pytest.raises(env.BadEnvironment, match=r"^DATABASE_URL: "):
        databases.by_url(url)


def test_programs_for_backups_are_told_the_whole_address(monkeypatch: pytest.MonkeyPatch) -> None:
    url = "postgres://me:se%2Fcret@one:5433,two:5434/game?target_session_attrs=read-write&sslmode=verify-full"
    elsewhere = DatabaseWrapper({**connection.settings_dict, **databases.by_url(url)}, "elsewhere")
    monkeypatch.setattr(postgres_tools, "connection", elsewhere)

    where = conninfo_to_dict(postgres_tools._where().removeprefix("--dbname="))

    assert where.items() >= {"host": "one,two", "port": "5433,5434", "dbname": "game", "user": "me"}.items()
    assert where.items() >= {"target_session_attrs": "read-write", "sslmode": "verify-full"}.items()
    assert "password" not in where


@pytest.mark.sqlite
@pytest.mark.django_db
def test_sqlite_connection_enforces_foreign_keys() -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA foreign_keys")

        assert cursor.fetchone() == (1,)


@pytest.mark.django_db(transaction=True)
def test_broken_transaction_leaves_nothing() -> None:
    from django.contrib.auth.models import User

    with pytest.raises(ZeroDivisionError), transaction.atomic():
        User.objects.create_user("someone")
        raise ZeroDivisionError

    assert not User.objects.exists()


@pytest.fixture
def open_folder(tmp_path: Path) -> Iterator[Path]:
    """A folder that others may read, in which files are made as most systems make them."""
    tmp_path.chmod(0o755)
    before = os.umask(0o022)
    yield tmp_path
    os.umask(before)


def modes(folder: Path) -> set[int]:
    return {path.stat().st_mode & 0o777 for path in folder.iterdir()}


@pytest.mark.parametrize("journal", ["WAL", "TRUNCATE", "DELETE"])
def test_database_is_its_owners_alone_in_an_open_folder(open_folder: Path, journal: str) -> None:
    path = open_folder / "game.sqlite3"
    databases.by_url(f"sqlite:///{path}")

    with closing(sqlite3.connect(path)) as game:
        game.execute(f"PRAGMA journal_mode={journal}")
        game.execute("CREATE TABLE one (a)")
        game.commit()
        game.execute("BEGIN IMMEDIATE")
        game.execute("INSERT INTO one VALUES (1)")

        assert modes(open_folder) == {0o600}


def test_database_that_was_open_to_others_is_closed_to_them(open_folder: Path) -> None:
    names = ["game.sqlite3", "game.sqlite3-wal", "game.sqlite3-shm", "game.sqlite3-journal"]
    for name in names:
        (open_folder / name).touch(0o644)

    databases.sqlite(open_folder / "game.sqlite3")

    assert modes(open_folder) == {0o600}
