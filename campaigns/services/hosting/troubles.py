"""What a disk or a database refused, in one sentence that says what to do."""

import errno
from pathlib import Path

import psycopg
from django.conf import settings
from django.db import DatabaseError, connection

from campaigns.config.faults import Fault, fault_of
from campaigns.services.hosting.backup_contents import DAMAGED

FULL = "The disk holding {where} is full. Free some space and try again."
NOT_WRITABLE = (
    "{where} cannot be written ({why}). Check who owns it and whether its disk is mounted read-only."
)
BROKEN = "The disk holding {where} reported an error ({why}). Check the disk and try again."
BUSY = "Another program is writing to {where}. Try again when it is done."
AWAY = "The database is not responding: {why}"
NO_ROOM = {errno.ENOSPC, errno.EDQUOT}
REFUSED = {errno.EROFS, errno.EACCES, errno.EPERM}
UNSOUND = {errno.EIO, errno.EFBIG}
"""What the system says of a full disk, of one that may not be written, and of one that fails."""


def sentence(error: Exception) -> str:
    """What went wrong and what to do; nothing for an error that is a fault of the program."""
    if isinstance(error, OSError):
        return _of_the_disk(error)
    cause = error.__cause__ if isinstance(error, DatabaseError) else error
    if hasattr(cause, "sqlite_errorname"):
        return _of_sqlite(fault_of(cause), why=str(error))
    if isinstance(cause, psycopg.OperationalError):
        return AWAY.format(why=" ".join(str(error).split()))
    return ""


def _of_the_disk(error: OSError) -> str:
    where, why = error.filename or settings.DATA_DIR, error.strerror or str(error)
    if error.errno in NO_ROOM:
        return FULL.format(where=where)
    if error.errno in REFUSED:
        return NOT_WRITABLE.format(where=where, why=why)
    return BROKEN.format(where=where, why=why) if error.errno in UNSOUND else f"{where}: {why}."


def _of_sqlite(fault: Fault | None, *, why: str) -> str:
    where = Path(str(connection.settings_dict["NAME"]))
    said = {
        Fault.DAMAGED: DAMAGED.format(why=why),
        Fault.FULL: FULL.format(where=where.parent),
        Fault.READ_ONLY: NOT_WRITABLE.format(where=where, why=why),
        Fault.BUSY: BUSY.format(where=where),
        Fault.BROKEN: BROKEN.format(where=where, why=why),
    }
    return said.get(fault, "") if fault else ""
