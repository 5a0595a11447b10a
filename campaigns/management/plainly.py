"""What stops a command, said in one sentence; a fault of the program keeps its traceback."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management.base import CommandError
from django.db import DatabaseError

from campaigns.services.hosting import troubles
from campaigns.services.hosting.backup_contents import BackupFailed
from campaigns.services.hosting.in_use import InUse
from campaigns.services.hosting.moving import MoveFailed


@contextmanager
def said_plainly(before: str = "") -> Iterator[None]:
    """`before` is the sentence that comes first, such as that nothing was changed."""
    try:
        yield
    except (BackupFailed, InUse, MoveFailed) as error:
        raise CommandError(f"{before} {error}".strip()) from None
    except (OSError, sqlite3.Error, DatabaseError) as error:
        told = troubles.sentence(error)
        if not told:
            raise
        raise CommandError(f"{before} {told}".strip()) from None
