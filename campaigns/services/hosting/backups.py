"""Copies of the whole database, checked before they count, and the way back."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from campaigns.config import databases
from campaigns.log import guards
from campaigns.services.hosting import in_use, postgres_tools, sqlite_tools
from campaigns.services.hosting.backup_contents import BackupFailed, Contents, Damaged, here, read_notes

__all__ = ["BackupFailed", "Contents", "backup", "folder", "is_damaged", "read_contents", "restore"]

DAMAGED = "damaged"
"""What stands in the name of a file that is kept as it was, unread."""


def folder() -> Path:
    found: Path = settings.DATA_DIR / "backups"
    found.mkdir(mode=0o700, parents=True, exist_ok=True)
    found.chmod(0o700)  # a copy holds every secret of the game
    return found


def backup(name: str = "pactbook") -> Path:
    """A checked copy of the database in DATA_DIR/backups; the file's path. An error leaves nothing behind."""
    path = _free_path(name, "dump" if _is_postgres() else "sqlite3")
    unfinished = path.with_name(f".{path.name}.unfinished")
    notes = path.with_suffix(".json")
    try:
        databases.private(unfinished)
        contents = postgres_tools.copy(unfinished) if _is_postgres() else sqlite_tools.copy(unfinished)
        databases.private(notes)
        notes.write_text(json.dumps(asdict(contents), indent=1), encoding="utf-8")
        # Last: under its own name a backup is always whole.
        unfinished.replace(path)
    except BaseException:
        notes.unlink(missing_ok=True)
        raise
    finally:
        unfinished.unlink(missing_ok=True)
    return path


def restore(path: Path, *, yes: bool) -> Path | None:
    """Bring a backup back; where what was there before lies now, if anything was.

    Refused while a server runs, and without `yes` where the database has entries that the backup has not.
    """
    found = read_contents(path)
    unknown = set(found.migrations) - {
        ".".join(disk_migration) for disk_migration in MigrationLoader(None).disk_migrations
    }
    if unknown:
        raise BackupFailed(
            f"{path.name} was made by a newer version ({min(unknown)}). Install that one first."
        )
    with in_use.alone(), _kept(found, yes=yes) as kept:
        if _is_postgres():
            postgres_tools.restore(path)
        else:
            sqlite_tools.restore(path)
        # A backup may be of a version whose guards were others.
        guards.install()
    return kept


@contextmanager
def _kept(found: Contents, *, yes: bool) -> Iterator[Path | None]:
    """What is there while a backup comes in its place: a backup of its own, or as it is where it is damaged."""
    try:
        present = here()
        lost = found.lacks(present)
        if lost and not yes:
            raise BackupFailed(
                f"{len(lost)} campaign(s) have newer entries than this backup, which would be lost. "
                "Add --yes to restore it anyway."
            )
        kept = backup("before-restore") if present.migrations else None
    # No copy can be made of it that would count as a backup.
    except Damaged:
        with _set_aside() as aside:
            yield aside
    else:
        yield kept


@contextmanager
def _set_aside() -> Iterator[Path]:
    """What is damaged is kept whole and unread: somebody may save more of it than a copy would hold."""
    if _is_postgres():
        kept = _free_path("before-restore", f"{DAMAGED}.dump")
        postgres_tools.dump(kept)
        yield kept
    else:
        kept = _free_path("before-restore", f"{DAMAGED}.sqlite3")
        with sqlite_tools.set_aside(kept):
            yield kept


def read_contents(path: Path) -> Contents:
    """What a backup holds. A copy of SQLite is asked itself, a dump of PostgreSQL has it written beside it."""
    if not path.is_file():
        raise BackupFailed(f"There is no file {path}.")
    if not _is_postgres():
        return sqlite_tools.check(path)
    notes = path.with_suffix(".json")
    if not notes.is_file():
        raise BackupFailed(f"{notes.name} is missing. It must be next to {path.name}.")
    return read_notes(notes)


def is_damaged(kept: Path) -> bool:
    """Whether what was there before is no backup, but what could not be read."""
    return DAMAGED in kept.suffixes[0]


def _is_postgres() -> bool:
    return connection.vendor == "postgresql"


def _free_path(name: str, ending: str) -> Path:
    stamp = timezone.now().strftime("%Y%m%d-%H%M%S")
    paths = (folder() / f"{name}-{stamp}{more}.{ending}" for more in ("", *(f"-{n}" for n in range(2, 100))))
    return next(path for path in paths if not path.exists())
