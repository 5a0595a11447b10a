import logging
import sqlite3

import psycopg
import pytest
from django.db import DatabaseError, InterfaceError, OperationalError, ProgrammingError
from structlog.testing import capture_logs

from campaigns.config import faults
from campaigns.config.faults import Fault, fault_of
from campaigns.config.logs import NotFaults


def of_sqlite(name: str, kind: type[DatabaseError] = OperationalError) -> DatabaseError:
    """As Django tells it, with SQLite's own error behind."""
    cause = sqlite3.OperationalError("in SQLite's words")
    cause.sqlite_errorname = name
    seen = kind("in SQLite's words")
    seen.__cause__ = cause
    return seen


def of_postgres(cause: psycopg.Error, kind: type[DatabaseError] = OperationalError) -> DatabaseError:
    seen = kind("in PostgreSQL's words")
    seen.__cause__ = cause
    return seen


@pytest.mark.parametrize(
    ("error", "fault"),
    [
        (of_sqlite("SQLITE_BUSY"), Fault.BUSY),
        (of_sqlite("SQLITE_LOCKED_SHAREDCACHE"), Fault.BUSY),
        (of_sqlite("SQLITE_FULL"), Fault.FULL),
        (of_sqlite("SQLITE_READONLY_DBMOVED"), Fault.READ_ONLY),
        (of_sqlite("SQLITE_CORRUPT_INDEX", DatabaseError), Fault.DAMAGED),
        (of_sqlite("SQLITE_NOTADB", DatabaseError), Fault.DAMAGED),
        (of_sqlite("SQLITE_IOERR_WRITE"), Fault.BROKEN),
        (of_sqlite("SQLITE_ERROR"), None),
        (of_sqlite("SQLITE_CONSTRAINT"), None),
        (of_postgres(psycopg.OperationalError("connection refused")), Fault.AWAY),
        (of_postgres(psycopg.errors.AdminShutdown()), Fault.AWAY),
        (of_postgres(psycopg.errors.CannotConnectNow()), Fault.AWAY),
        (of_postgres(psycopg.errors.DiskFull()), Fault.FULL),
        (of_postgres(psycopg.errors.LockNotAvailable()), Fault.BUSY),
        (of_postgres(psycopg.errors.DeadlockDetected()), Fault.BUSY),
        (of_postgres(psycopg.errors.TooManyConnections()), Fault.BUSY),
        (of_postgres(psycopg.errors.ReadOnlySqlTransaction(), DatabaseError), Fault.READ_ONLY),
        (of_postgres(psycopg.errors.DataCorrupted(), DatabaseError), Fault.DAMAGED),
        (of_postgres(psycopg.errors.UndefinedColumn(), ProgrammingError), None),
        (InterfaceError("connection already closed"), Fault.AWAY),
        (InterfaceError("Error binding parameter 0"), None),
        (ValueError("busy"), None),
        (None, None),
    ],
)
def test_each_fault_is_told_from_the_faults_of_the_program(
    error: Exception | None, fault: Fault | None
) -> None:
    assert fault_of(error) == fault


def test_locked_file_is_busy_in_the_words_of_this_sqlite() -> None:
    name = "file:locked?mode=memory&cache=shared"
    with sqlite3.connect(name, uri=True) as one, sqlite3.connect(name, uri=True, timeout=0) as other:
        one.execute("CREATE TABLE t (x)")
        one.execute("BEGIN EXCLUSIVE")
        with pytest.raises(sqlite3.OperationalError) as refused:
            other.execute("BEGIN EXCLUSIVE")

    assert fault_of(refused.value) == Fault.BUSY


def test_same_fault_is_said_once_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(faults, "_said", {})
    monkeypatch.setattr("time.monotonic", lambda: now[0])

    with capture_logs() as said:
        for _time in range(3):
            faults.say(Fault.FULL, "the disk is full")
        faults.say(Fault.AWAY, "refused")
        now[0] += faults.QUIET_SECONDS
        faults.say(Fault.FULL, "the disk is full")

    assert [line["fault"] for line in said] == ["full", "away", "full"]


@pytest.mark.parametrize(("error", "is_told"), [(of_sqlite("SQLITE_BUSY"), False), (ValueError(), True)])
def test_traceback_is_kept_for_faults_of_the_program(error: Exception, is_told: bool) -> None:
    about = (type(error), error, None)
    record = logging.LogRecord("django.request", logging.ERROR, "", 0, "Internal Server Error", (), about)

    assert NotFaults().filter(record) is is_told
