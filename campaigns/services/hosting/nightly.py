"""Backups that nobody asks for: one each night, of which days, weeks and months are kept."""

import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import structlog
from django.conf import settings
from django.core.management import call_command

from campaigns.services.hosting import backups, in_use, troubles

QUIET_HOUR: Final = 4
OLD: Final = timedelta(hours=26)
"""A night and two hours: what is older was missed."""
SOON: Final = timedelta(hours=1)
"""How long after a failure the next is tried; and what is younger needs no other beside it."""
PERIODS: Final = (("%Y-%m-%d", 7), ("%G-%V", 4), ("%Y-%m", 12))
"""Of how many days, weeks and months the newest backup is kept."""
LOOK_SECONDS: Final = 60
NAME: Final = "nightly"
STAMPED: Final = re.compile(r"([a-z-]+)-(\d{8}-\d{6})(?:-\d+)?\.(?:sqlite3|dump)")
COUNTED: Final = {NAME, "pactbook", "before-upgrade"}
"""Copies of the game as it stands. What a restore kept aside is none."""

FIRST_LOOK_SECONDS: Final = 3
"""Not while worker processes are made: they would keep what stands open between this one and the backup's."""

logger = structlog.get_logger("pactbook.backups")


@dataclass(frozen=True)
class Missed:
    """A night without a backup: how old the last one is, None where there is none at all."""

    days: int | None


def kept(moments: Iterable[datetime]) -> set[datetime]:
    """Which of these are kept: the newest of each of the last days, weeks and months that have any."""
    newest_first = sorted(moments, reverse=True)
    found: set[datetime] = set()
    for period, count in PERIODS:
        newest: dict[str, datetime] = {}
        for moment in newest_first:
            newest.setdefault(moment.strftime(period), moment)
        found |= set(list(newest.values())[:count])
    return found


def is_due(now: datetime, *, looked: datetime | None, newest: datetime | None) -> bool:
    """Whether a backup has to be made: none is young enough, or the quiet hour came since the last look."""
    if newest is None or now - newest > OLD:
        return True
    quiet = now.replace(hour=QUIET_HOUR, minute=0, second=0, microsecond=0)
    return looked is not None and looked < quiet <= now and newest < quiet


def newest(now: datetime, names: Collection[str] = COUNTED) -> datetime | None:
    """When the newest copy was made; one of the future, from before a clock was set right, does not count."""
    made = [moment for path, moment in _stamped().items() if _name(path) in names and moment <= now]
    return max(made, default=None)


def missed(now: datetime) -> Missed | None:
    """How old the newest copy is where a night was missed."""
    if not settings.NIGHTLY_BACKUP:
        return None
    try:
        last = newest(now)
    except OSError:  # a folder that cannot be read holds none that could be brought back
        last = None
    if last is not None and now - last <= OLD:
        return None
    return Missed(None if last is None else (now - last).days)


def make(now: datetime) -> Path | None:
    """The night's work: a checked copy, old ones let go, sessions that ended cleared away.

    Of several servers on one DATA_DIR one does it; nothing comes back for the others.
    """
    with in_use.lease(backups.folder() / "nightly.lock") as is_ours:
        last = newest(now, {NAME})
        # Looked at under the lease: another server may have just made one.
        if not is_ours or (last is not None and now - last < SOON):
            return None
        for left_over in backups.folder().glob(f".{NAME}-*.unfinished"):
            left_over.unlink()
        path = backups.backup(NAME)
        # After the new one is there and checked, never before.
        _let_go()
        call_command("clearsessions")
    return path


def start() -> None:
    """Look every minute, beside the server, whether it is time."""
    if settings.NIGHTLY_BACKUP:
        threading.Thread(target=_watch, name="nightly-backup", daemon=True).start()


def _watch() -> None:
    looked = not_before = None
    time.sleep(FIRST_LOOK_SECONDS)
    while True:
        now = datetime.now(settings.MACHINE_ZONE)
        if (not_before is None or now >= not_before) and _is_time(now, looked):
            not_before = None if _is_made() else now + SOON
        looked = now
        time.sleep(LOOK_SECONDS)


def _is_time(now: datetime, looked: datetime | None) -> bool:
    try:
        return is_due(now, looked=looked, newest=newest(now))
    except OSError as error:
        logger.error("backups cannot be read", why=troubles.sentence(error))
        return False


def _is_made() -> bool:
    """Made by a process of its own: worker processes are forked from this one, and a fork in the middle of SQLite's
    work would leave them its locks."""
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "backup", "--nightly"]
    try:
        with tempfile.TemporaryFile("w+", encoding="utf-8") as said:
            code = subprocess.call(command, stdin=subprocess.DEVNULL, stdout=said, stderr=subprocess.STDOUT)
            said.seek(0)
            words = said.read().strip()[-500:]
    except OSError as error:  # such as a disk too full for its words: this thread looks again in an hour
        code, words = 1, troubles.sentence(error)
    if code:
        logger.error("nightly backup failed", why=words)
    else:
        logger.info("nightly backup", said=words)
    return code == 0


def _let_go() -> None:
    made = {path: moment for path, moment in _stamped().items() if _name(path) == NAME}
    wanted = kept(made.values())
    for path, moment in made.items():
        if moment not in wanted:
            path.unlink()
            path.with_suffix(".json").unlink(missing_ok=True)


def _stamped() -> dict[Path, datetime]:
    found = {}
    for path in backups.folder().iterdir():
        name = STAMPED.fullmatch(path.name)
        with suppress(ValueError):  # no day of any year, so no name of ours
            if name:
                found[path] = datetime.strptime(name[2], "%Y%m%d-%H%M%S").replace(tzinfo=UTC)
    return found


def _name(path: Path) -> str:
    found = STAMPED.fullmatch(path.name)
    return found[1] if found else ""
