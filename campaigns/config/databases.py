"""The one place that says how a database is opened."""

import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias
from urllib.parse import unquote

from django.db.backends.base.base import BaseDatabaseWrapper

from campaigns.config import env

ESCAPED = "In a password, write / as %2F, # as %23, ? as %3F, @ as %40 and % as %25, or set POSTGRES_PASSWORD instead"
BESIDE = ("", "-wal", "-shm", "-journal")
"""What SQLite may keep beside a database file, some of which holds acts that are not in the file yet."""
LOCK_SECONDS = 10
"""How long anything waits for a lock on the database, holding a thread; then the page tries again by itself."""
CONNECT_SECONDS = 5

Database: TypeAlias = dict[str, str | int | bool | dict[str, str | int]]
"""What Django's settings say of a database."""


def wal_is_safe(version: tuple[int, int, int]) -> bool:
    """Whether this SQLite has the fix for the fault that can spoil a WAL database with several connections."""
    return version >= (3, 51, 3) or (3, 50, 7) <= version < (3, 51, 0) or (3, 44, 6) <= version < (3, 45, 0)


def private(path: Path) -> None:
    """A file that its owner alone reads and writes, made if it is not there; so of what SQLite keeps beside it.

    A database holds every secret of the game, and the folder that it is in may be open to others. What SQLite makes
    anew beside a database gets the database's own mode.
    """
    with suppress(OSError):  # a folder or file that is not ours shows when the database is opened
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    for ending in BESIDE:
        with suppress(OSError):
            path.with_name(path.name + ending).chmod(0o600)


def sqlite(path: Path, *, synchronous: str = "FULL") -> Database:
    private(path)
    # The fault can spoil a database; TRUNCATE was as fast where both were measured.
    journal = "WAL" if wal_is_safe(sqlite3.sqlite_version_info) else "TRUNCATE"
    # FULL and not NORMAL, which may lose an act that was answered for when the power fails.
    pragmas = f"PRAGMA journal_mode={journal}; PRAGMA synchronous={synchronous}; PRAGMA foreign_keys=ON;"
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(path),
        # A write transaction takes the lock as it begins: a later upgrade would fail at once, whatever the timeout.
        "OPTIONS": {"transaction_mode": "IMMEDIATE", "timeout": LOCK_SECONDS, "init_command": pragmas},
        "CONN_MAX_AGE": 600,
    }


def by_url(url: str, *, said_by: str = "DATABASE_URL") -> Database:
    """The database of an address, read as PostgreSQL's own programs read it: several hosts and every option too."""
    import psycopg  # no table on SQLite waits for it
    from psycopg.conninfo import conninfo_to_dict

    scheme, _, rest = url.partition("://")
    if scheme == "sqlite":
        return sqlite(Path(unquote(rest.removeprefix("/"))))
    if scheme not in ("postgres", "postgresql"):
        raise env.BadEnvironment(said_by, "must begin with postgres:// or sqlite:///")
    try:
        parts = conninfo_to_dict(url)
    except psycopg.ProgrammingError as error:
        raise env.BadEnvironment(said_by, f"{str(error).strip()}. {ESCAPED}") from None
    port = str(parts.get("port") or "")
    if port.strip(
        "0123456789,"
    ):  # a / in the password ends the address early, and the port is what came before
        raise env.BadEnvironment(said_by, f"the port is not a number. {ESCAPED}")
    return postgres(**{name: str(value) for name, value in parts.items()})


def postgres(
    *, dbname: str = "", user: str = "", password: str = "", host: str = "", port: str = "", **options: str
) -> Database:
    """A database of PostgreSQL; `options` are libpq's."""
    is_pooled = env.choice("POSTGRES_POOLER", ("yes", "no"), "no") == "yes"
    if not is_pooled:  # a pooler takes no settings with a connection
        # Compiling a query that joins a handful of small tables takes a hundred times as long as answering it.
        options = {**options, "options": f"-c jit=off {options.get('options', '')}".strip()}
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": dbname or user,
        "USER": user,
        "PASSWORD": password,
        "HOST": host,
        "PORT": port,
        "OPTIONS": {"application_name": "pactbook", "connect_timeout": str(CONNECT_SECONDS), **options},
        "CONN_MAX_AGE": 600,
        # A connection is kept for minutes; one that the server ended is noticed here and not by somebody's act.
        "CONN_HEALTH_CHECKS": True,
        # A pooler that lends a connection for one transaction keeps no cursor from one to the next.
        "DISABLE_SERVER_SIDE_CURSORS": is_pooled,
    }


def wait_no_longer(connection: BaseDatabaseWrapper, **_more: object) -> None:
    """Whoever serves waits for a lock on PostgreSQL as long as on SQLite; commands, which may have to, wait on.

    A pooler's connection is others' a moment later, so nothing is set on it.
    """
    if connection.vendor == "postgresql" and not connection.settings_dict["DISABLE_SERVER_SIDE_CURSORS"]:
        with connection.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = '{LOCK_SECONDS}s'")
