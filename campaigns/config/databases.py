"""The one place that says how a database is opened."""

import sqlite3
from pathlib import Path
from typing import Any

import dj_database_url


def wal_is_safe(version: tuple[int, int, int]) -> bool:
    """Whether this SQLite has the fix for the fault that can spoil a WAL database with several connections."""
    return version >= (3, 51, 3) or (3, 50, 7) <= version < (3, 51, 0) or (3, 44, 6) <= version < (3, 45, 0)


def sqlite(path: Path, *, synchronous: str = "FULL") -> dict[str, Any]:
    journal = "WAL" if wal_is_safe(sqlite3.sqlite_version_info) else "TRUNCATE"
    pragmas = f"PRAGMA journal_mode={journal}; PRAGMA synchronous={synchronous}; PRAGMA foreign_keys=ON;"
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(path),
        # A write transaction takes the lock as it begins: a later upgrade would fail at once, whatever the timeout.
        "OPTIONS": {"transaction_mode": "IMMEDIATE", "timeout": 20, "init_command": pragmas},
        "CONN_MAX_AGE": 600,
    }


def by_url(url: str) -> dict[str, Any]:
    """The database of a DATABASE_URL; what the address says in its query stays in OPTIONS."""
    if url.startswith("sqlite"):
        return sqlite(Path(dj_database_url.parse(url)["NAME"]))
    database: dict[str, Any] = dict(dj_database_url.parse(url, conn_max_age=600, conn_health_checks=True))
    database["OPTIONS"] = {"application_name": "pactbook", **database.get("OPTIONS", {})}
    return database
