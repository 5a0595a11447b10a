"""What a database or a copy of one holds, and whether that is whole."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.db import DatabaseError, connection

Query = Callable[[str], list[tuple[Any, ...]]]

# Plain SQL and no models: a backup may be of another version, with columns that ours does not have.
HEADS = "SELECT id, head_seq, head_hash FROM campaigns_campaign"
LAST = "SELECT campaign_id, MAX(seq), COUNT(*), MAX(time) FROM campaigns_entry GROUP BY campaign_id"
HASHES = (
    "SELECT e.campaign_id, e.hash FROM campaigns_entry e JOIN campaigns_campaign c ON e.campaign_id = c.id"
)
WHOLE, KNOWS_WHOLE = "WHERE NOT is_arriving", "campaigns.0016_arriving"
"""What was half brought in is no campaign yet; a database of an older version has none such."""
APPLIED = "SELECT app, name FROM django_migrations"

DAMAGED = "The database is damaged ({why}). Restore a backup with `manage.py restore`; see docs/backup.md."


class BackupFailed(Exception):
    """No backup was made, or none was brought back. The message says what to do."""


class Damaged(BackupFailed):
    """A database, or a copy of one, that is not whole."""


@dataclass(frozen=True)
class Contents:
    """What a database holds: each campaign's newest entry and its hash, its tables' versions, the newest moment."""

    heads: dict[str, tuple[int, str]]
    migrations: tuple[str, ...] = field(compare=False)
    """In the order in which they came, which is another where a database was brought up to date over years."""
    newest: int

    def lacks(self, other: "Contents") -> list[str]:
        """The campaigns of another database that are not in this one, or not as far."""
        return [one for one, (seq, _hash) in other.heads.items() if self.heads.get(one, (-1, ""))[0] < seq]


def here() -> Contents:
    """What the database of this installation holds; `Damaged` where it cannot be read, or an entry is missing."""
    try:
        return contents(_ask, connection.introspection.table_names())
    except DatabaseError as error:
        if is_damage(error.__cause__):
            raise Damaged(DAMAGED.format(why=error)) from None
        raise


def contents(ask: Query, tables: list[str]) -> Contents:
    """What a database holds; `Damaged` where an entry that a campaign counts on is not there."""
    applied = tuple(f"{app}.{name}" for app, name in ask(APPLIED)) if "django_migrations" in tables else ()
    if not {"campaigns_campaign", "campaigns_entry"} <= set(tables):
        return Contents({}, applied, 0)
    only = f" {WHOLE}" if KNOWS_WHOLE in applied else ""
    heads = {_uuid(one): (seq, digest) for one, seq, digest in ask(HEADS + only)}
    last = {_uuid(one): (seq, count) for one, seq, count, _time in ask(LAST)}
    hashes = {_uuid(one): digest for one, digest in ask(f"{HASHES} AND e.seq = c.head_seq")}
    for one, (seq, digest) in heads.items():
        if last.get(one, (0, 0)) != (seq, seq) or (seq and hashes.get(one) != digest):
            raise Damaged(f"The log of campaign {one} is incomplete. Run `manage.py verify_log`.")
    return Contents(
        heads, applied, max((time for one, *_rest, time in ask(LAST) if _uuid(one) in heads), default=0)
    )


def read_notes(notes: Path) -> Contents:
    """What a backup says of itself; `Damaged` where that cannot be read."""
    try:
        told = json.loads(notes.read_text(encoding="utf-8"))
        heads = {one: (int(seq), str(digest)) for one, (seq, digest) in told["heads"].items()}
        return Contents(heads, tuple(told["migrations"]), int(told["newest"]))
    except (ValueError, TypeError, KeyError, AttributeError):
        raise Damaged(f"{notes.name} is damaged. Use another backup.") from None


def is_damage(error: BaseException | None) -> bool:
    """Whether SQLite found that a file is none of its own, or not whole."""
    return getattr(error, "sqlite_errorname", "").startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB"))


def _ask(query: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query)
        return list(cursor.fetchall())


def _uuid(value: Any) -> str:
    # SQLite keeps UUIDs as text without dashes; PostgreSQL hands them out as UUIDs.
    return str(value).replace("-", "")
