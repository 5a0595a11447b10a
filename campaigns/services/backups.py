"""Copies of the whole database, checked before they count, and the way back."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from campaigns.log import guards
from campaigns.services import postgres_tools
from campaigns.services.postgres_tools import BackupFailed

__all__ = ["BackupFailed", "Contents", "backup", "folder", "read_contents", "restore"]

Query = Callable[[str], list[tuple[Any, ...]]]

HEADS = "SELECT id, head_seq, head_hash FROM campaigns_campaign"
LAST = "SELECT campaign_id, MAX(seq), COUNT(*), MAX(time) FROM campaigns_entry GROUP BY campaign_id"
HASHES = (
    "SELECT e.campaign_id, e.hash FROM campaigns_entry e JOIN campaigns_campaign c ON e.campaign_id = c.id"
)
APPLIED = "SELECT app, name FROM django_migrations"


@dataclass(frozen=True)
class Contents:
    """What a database holds: each campaign's newest entry and its hash, its tables' versions, the newest moment."""

    heads: dict[str, tuple[int, str]]
    migrations: tuple[str, ...]
    newest: int

    def lacks(self, other: "Contents") -> list[str]:
        """The campaigns of another database that are not in this one, or not as far."""
        return [one for one, (seq, _hash) in other.heads.items() if self.heads.get(one, (-1, ""))[0] < seq]


def folder() -> Path:
    found: Path = settings.DATA_DIR / "backups"
    found.mkdir(mode=0o700, parents=True, exist_ok=True)  # a copy holds every secret of the game
    return found


def backup(name: str = "pactbook") -> Path:
    """A checked copy of the database in DATA_DIR/backups; the file's path. `BackupFailed` leaves nothing behind."""
    is_postgres = connection.vendor == "postgresql"
    path = _free_path(name, "dump" if is_postgres else "sqlite3")
    unfinished = path.with_name(f".{path.name}.unfinished")
    try:
        contents = _dump_postgres(unfinished) if is_postgres else _copy_sqlite(unfinished)
        notes = json.dumps(asdict(contents), indent=1)
        path.with_suffix(".json").write_text(notes, encoding="utf-8")
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    return path


def restore(path: Path, *, yes: bool) -> Path:
    """Bring a backup back; the path of the copy of what was there before. Stop the server first.

    Refused without `yes` where the database has entries that the backup has not.
    """
    found = read_contents(path)
    unknown = set(found.migrations) - {".".join(one) for one in MigrationLoader(None).disk_migrations}
    if unknown:
        raise BackupFailed(
            f"{path.name} was made by a newer version ({min(unknown)}). Install that one first."
        )
    lost = found.lacks(_here())
    if lost and not yes:
        raise BackupFailed(
            f"{len(lost)} campaign(s) went on after this backup and would be set back. Say --yes to do it."
        )
    kept = backup("before-restore")
    if connection.vendor == "postgresql":
        postgres_tools.restore(path)
    else:
        _restore_sqlite(path)
    guards.install()
    return kept


def read_contents(path: Path) -> Contents:
    """What a backup holds. A copy of SQLite is asked itself, a dump of PostgreSQL has it written beside it."""
    if not path.is_file():
        raise BackupFailed(f"There is no file {path}.")
    if connection.vendor != "postgresql":
        return _check_sqlite(path)
    notes = path.with_suffix(".json")
    if not notes.is_file():
        raise BackupFailed(f"{notes.name} is missing: it belongs beside {path.name}.")
    return _read_notes(notes)


def _read_notes(notes: Path) -> Contents:
    """What a backup says of itself; `BackupFailed` where that is damaged."""
    try:
        told = json.loads(notes.read_text(encoding="utf-8"))
        heads = {one: (int(seq), str(digest)) for one, (seq, digest) in told["heads"].items()}
        return Contents(heads, tuple(told["migrations"]), int(told["newest"]))
    except (ValueError, TypeError, KeyError, AttributeError):
        raise BackupFailed(f"{notes.name} is damaged. Take another backup.") from None


def _free_path(name: str, ending: str) -> Path:
    stamp = timezone.now().strftime("%Y%m%d-%H%M%S")
    paths = (folder() / f"{name}-{stamp}{more}.{ending}" for more in ("", *(f"-{n}" for n in range(2, 100))))
    return next(path for path in paths if not path.exists())


def _here() -> Contents:
    def ask(query: str) -> list[tuple[Any, ...]]:
        with connection.cursor() as cursor:
            cursor.execute(query)
            return list(cursor.fetchall())

    return _contents(ask, connection.introspection.table_names())


def _contents(ask: Query, tables: list[str]) -> Contents:
    """What a database holds; `BackupFailed` where an entry that a campaign counts on is not there."""
    applied = tuple(f"{app}.{name}" for app, name in ask(APPLIED)) if "django_migrations" in tables else ()
    if not {"campaigns_campaign", "campaigns_entry"} <= set(tables):
        return Contents({}, applied, 0)
    heads = {_uuid(one): (seq, digest) for one, seq, digest in ask(HEADS)}
    last = {_uuid(one): (seq, count) for one, seq, count, _time in ask(LAST)}
    hashes = {_uuid(one): digest for one, digest in ask(f"{HASHES} AND e.seq = c.head_seq")}
    for one, (seq, digest) in heads.items():
        if last.get(one, (0, 0)) != (seq, seq) or (seq and hashes.get(one) != digest):
            raise BackupFailed(f"The log of campaign {one} is not whole. Run `manage.py verify_log`.")
    return Contents(heads, applied, max((time for *_rest, time in ask(LAST)), default=0))


def _uuid(value: Any) -> str:
    return str(value).replace("-", "")


def _copy_sqlite(target: Path) -> Contents:
    with closing(sqlite3.connect(_sqlite_path())) as source, closing(sqlite3.connect(target)) as copy:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")
    return _check_sqlite(target)


def _check_sqlite(path: Path) -> Contents:
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as copy:
            if copy.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
                raise BackupFailed(f"{path.name} is damaged.")
            names = copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            contents = _contents(lambda query: copy.execute(query).fetchall(), [name for (name,) in names])
    except sqlite3.DatabaseError as error:
        raise BackupFailed(f"{path.name} is no backup of Pactbook: {error}.") from None
    if not contents.migrations:
        raise BackupFailed(f"{path.name} is no backup of Pactbook.")
    return contents


def _restore_sqlite(path: Path) -> None:
    """Written into the database file in one transaction: whoever has it open sees all of it or nothing."""
    connection.close()
    with (
        closing(sqlite3.connect(path)) as source,
        closing(sqlite3.connect(_sqlite_path(), timeout=20)) as target,
    ):
        with suppress(sqlite3.OperationalError):
            target.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        source.backup(target)


def _sqlite_path() -> str:
    return str(connection.settings_dict["NAME"])


def _dump_postgres(target: Path) -> Contents:
    with postgres_tools.snapshot() as name:
        contents = _here()
        postgres_tools.dump(target, name)
    return contents
