"""SQLite's database file: copied while people play, checked, brought back, set aside."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from django.db import connection

from campaigns.config.databases import BESIDE, private
from campaigns.services.hosting.backup_contents import (
    DAMAGED,
    BackupFailed,
    Contents,
    Damaged,
    contents,
    is_damage,
)


def copy(target: Path) -> Contents:
    """One moment of the database in a file of its own, and what it holds; `Damaged` if that is not whole."""
    try:
        with closing(sqlite3.connect(_path())) as source, closing(sqlite3.connect(target)) as copied:
            # SQLite's own copying: a copy of the file alone would lack the newest acts, which are still in its -wal.
            source.backup(copied)
            # One file, which can be carried elsewhere without a -wal beside it.
            copied.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.DatabaseError as error:
        if is_damage(error):
            raise Damaged(DAMAGED.format(why=error)) from None
        raise
    return check(target, DAMAGED.format(why="its copy is incomplete"))


def check(path: Path, damaged: str = "") -> Contents:
    """What a copy holds; `Damaged` or `BackupFailed` where it is no whole one."""
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as copied:
            if copied.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
                raise Damaged(damaged or f"{path.name} is damaged. Use another backup.")
            names = copied.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            found = contents(lambda query: copied.execute(query).fetchall(), [name for (name,) in names])
    # SQLite puts what it cannot read into its own message, and Python cannot read that either.
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise Damaged(f"{path.name} is not a Pactbook backup: {error}.") from None
    if not found.migrations:
        raise BackupFailed(f"{path.name} is not a Pactbook backup.")
    return found


def wrong_with(path: Path | None = None) -> tuple[str, ...]:
    """What is wrong with a database file while people play, by a connection that has none of it in memory yet."""
    address = f"{(path or _path()).resolve().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(address, uri=True, timeout=1)) as file:
            # Not integrity_check, which also compares every index: this is asked while people play.
            found = [str(line) for (line,) in file.execute("PRAGMA quick_check(3)")]
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        return (str(error),)
    return () if found == ["ok"] else tuple(found)


def restore(path: Path) -> None:
    """Written into the database file in one transaction: whoever has it open sees all of it or nothing."""
    connection.close()
    private(_path())
    with (
        closing(sqlite3.connect(path)) as source,
        closing(sqlite3.connect(_path(), timeout=20)) as target,
    ):
        with suppress(sqlite3.OperationalError):
            target.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        source.backup(target)


@contextmanager
def set_aside(kept: Path) -> Iterator[None]:
    """The database's files as they are, under another name; back in their place if the block fails."""
    connection.close()
    _move(_path(), kept)
    try:
        yield
    except BaseException:
        connection.close()
        for ending in BESIDE:
            Path(f"{_path()}{ending}").unlink(missing_ok=True)
        _move(kept, _path())
        raise


def _move(old: Path, new: Path) -> None:
    # All of them together: without its -wal the file lacks the newest acts.
    for ending in BESIDE:
        if Path(f"{old}{ending}").exists():
            shutil.move(f"{old}{ending}", f"{new}{ending}")


def _path() -> Path:
    return Path(connection.settings_dict["NAME"])
