"""By what a database fails that is no fault of the program: told from its error, and said in the log once a minute."""

import threading
import time
from enum import StrEnum
from typing import Final

import structlog
from django.db import Error, InterfaceError, OperationalError, connection

logger = structlog.get_logger("pactbook.database")
QUIET_SECONDS: Final = 60


class Fault(StrEnum):
    BUSY = "busy"
    FULL = "full"
    READ_ONLY = "read-only"
    DAMAGED = "damaged"
    AWAY = "away"
    BROKEN = "broken"


_OF_SQLITE: Final = (
    (("SQLITE_CORRUPT", "SQLITE_NOTADB"), Fault.DAMAGED),
    (("SQLITE_FULL",), Fault.FULL),
    (("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM"), Fault.READ_ONLY),
    (("SQLITE_BUSY", "SQLITE_LOCKED"), Fault.BUSY),
    (("SQLITE_IOERR",), Fault.BROKEN),
)
_OF_POSTGRES: Final = (
    # Before "53" below, which would take it for a server that is busy.
    (("53100",), Fault.FULL),
    (("25006",), Fault.READ_ONLY),
    (("XX001", "XX002"), Fault.DAMAGED),
    # Waited for a lock in vain, or too many connections.
    (("55P03", "57014", "40", "53"), Fault.BUSY),
    (("57P", "08"), Fault.AWAY),
    (("58",), Fault.BROKEN),
)
"""How the names begin that SQLite gives its errors, and the codes of PostgreSQL; what comes first decides."""


def fault_of(error: BaseException | None) -> Fault | None:
    """What ails the database; None for an error that is a fault of the program, or none of the database's."""
    cause = error.__cause__ if isinstance(error, Error) else error
    if name := getattr(cause, "sqlite_errorname", None):
        return _begins(name, _OF_SQLITE)
    if code := getattr(cause, "sqlstate", None):
        return _begins(code, _OF_POSTGRES)
    # PostgreSQL gives no code to a connection that could not be made, or that broke off.
    is_unsaid = hasattr(cause, "sqlstate") and isinstance(error, OperationalError)
    is_closed = isinstance(error, InterfaceError) and "closed" in str(error)
    return Fault.AWAY if is_unsaid or is_closed else None


def silence() -> Fault:
    """What it means that a database does not answer: a file is held by somebody, a server is out of reach."""
    return Fault.BUSY if connection.vendor == "sqlite" else Fault.AWAY


def _begins(name: str, table: tuple[tuple[tuple[str, ...], Fault], ...]) -> Fault | None:
    return next((fault for starts, fault in table if name.startswith(starts)), None)


_said: dict[Fault, float] = {}
_lock = threading.Lock()


def say(fault: Fault, what: str) -> None:
    """A line in the log for whoever runs the table, and not one for every page that asks in vain."""
    now = time.monotonic()
    with _lock:
        if now - _said.get(fault, -QUIET_SECONDS) < QUIET_SECONDS:
            return
        _said[fault] = now
    logger.error("database", fault=str(fault), what=what)
