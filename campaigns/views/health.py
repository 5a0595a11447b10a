"""Whether a game can be played, and what stands in the way: what `config/probes.py` tells a host."""

import math
import sqlite3
import time
from dataclasses import dataclass
from typing import Final

from django.contrib.sessions.models import Session
from django.db import Error, close_old_connections, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from campaigns.config import faults
from campaigns.config.faults import Fault
from campaigns.config.probes import Standing
from campaigns.log import guards
from campaigns.services.hosting import sqlite_tools, troubles
from campaigns.services.hosting.backup_contents import DAMAGED

EVERY_SECONDS: Final = 60.0
SHARE: Final = 100
"""The whole file is read once a minute, and so seldom that this takes a hundredth of the time at most."""


@dataclass
class WholeFile:
    """Whether SQLite's file is whole. Games go on upon a damaged one for long, and then there is no good backup."""

    due: float = -math.inf
    faults: tuple[str, ...] = ()

    def look(self) -> tuple[str, ...]:
        """What is wrong with it, as of the last time that it was read."""
        started = time.monotonic()
        if started >= self.due:
            self.faults = sqlite_tools.wrong_with()
            took = time.monotonic() - started
            self.due = started + max(EVERY_SECONDS, SHARE * took)
        return self.faults


_file = WholeFile()


def look() -> Standing:
    """By a thread's own connection, which may have been lost since the last look."""
    close_old_connections()
    return standing()


def standing() -> Standing:
    """What stands in the way of a game; everything is True where nothing does."""
    try:
        wrong = _file.look() if connection.vendor == "sqlite" else ()
        if not wrong:
            return {"database": _writes(), "migrations": _is_migrated(), "guards": _is_guarded()}
        fault, what = Fault.DAMAGED, DAMAGED.format(why="; ".join(wrong))
    except (Error, sqlite3.Error) as error:
        fault = faults.fault_of(error) or Fault.BROKEN
        what = troubles.sentence(error) or str(error)
    faults.say(fault, what)
    return {"database": False, "why": str(fault)}


def no_answer() -> Standing:
    """What is said of a database that has not answered in time."""
    return {"database": False, "why": str(faults.silence())}


def _writes() -> bool:
    with transaction.atomic():
        # A write that is taken back: reading alone does not notice a full or read-only disk.
        Session.objects.create(session_key="readyz", session_data="", expire_date=timezone.now())
        transaction.set_rollback(True)
    return True


def _is_migrated() -> bool:
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def _is_guarded() -> bool:
    return not guards.missing()
