"""The migrated test database, made once and copied: migrating takes seconds, in every process of every run."""

import functools
import hashlib
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
MADE_FROM = (
    "campaigns/migrations/*.py",
    "campaigns/models/**/*.py",  # Django keeps a row of each, and its permissions
    "campaigns/log/guards.py",
    "campaigns/apps.py",
    "campaigns/config/databases.py",
    "campaigns/config/settings.py",
    "tests/fifth/lanterns/models.py",
    "tests/fifth/lanterns/migrations/*.py",
    "requirements.txt",
)
KEPT_AT_MOST = 5


def use() -> None:
    """From here on the test database of this process is a copy."""
    from django.db import connection

    creation: Any = connection.creation
    make = {"sqlite": _copy_file, "postgresql": _copy_in_server}[connection.vendor]
    creation.create_test_db = functools.partial(make, creation, creation.create_test_db)


def digest() -> str:
    """What the migrated database depends on, in brief."""
    settings = os.environ.get("DJANGO_SETTINGS_MODULE", "")  # which apps there are
    found = hashlib.sha256(f"{sqlite3.sqlite_version} {settings}".encode())
    for path in sorted(path for pattern in MADE_FROM for path in ROOT.glob(pattern)):
        found.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:20]


def put_into(folder: Path) -> None:
    """A migrated database for a server that is to run there; without one, or where one is, nothing is done."""
    kept, there = _folder() / f"{digest()}.sqlite3", folder / "pactbook.sqlite3"
    if kept.exists() and not there.exists():
        shutil.copyfile(kept, there)


def _copy_file(creation: Any, migrate: Any, **options: Any) -> str:
    name = creation._get_test_db_name()
    kept = _folder() / f"{digest()}.sqlite3"
    if kept.exists():
        shutil.copyfile(kept, name)
        kept.touch()
        return _is_made(creation, name)
    migrate(**options)
    mine = kept.with_suffix(f".{os.getpid()}")
    with creation.connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(mine)])
    mine.replace(kept)  # another process may have made the same one meanwhile
    for old in sorted(kept.parent.glob("*.sqlite3"), key=_age)[KEPT_AT_MOST:]:
        old.unlink(missing_ok=True)
    return str(name)


def _copy_in_server(creation: Any, migrate: Any, **options: Any) -> str:
    name, kept = creation._get_test_db_name(), f"pactbook_migrated_{digest()}"
    quote = creation.connection.ops.quote_name
    with creation._nodb_cursor() as server, _alone(server):
        server.execute("SELECT datname FROM pg_database WHERE datname LIKE 'pactbook\\_migrated\\_%%'")
        found = {row[0] for row in server.fetchall()}
        for old in found - {kept}:
            server.execute(f"DROP DATABASE IF EXISTS {quote(old)}")
        if kept not in found:
            migrate(**options)
            creation.connection.close()  # whoever is connected is in the way of a copy
            server.execute(f"CREATE DATABASE {quote(kept)} TEMPLATE {quote(name)}")
        else:
            server.execute(f"DROP DATABASE IF EXISTS {quote(name)}")
            server.execute(f"CREATE DATABASE {quote(name)} TEMPLATE {quote(kept)}")
    return _is_made(creation, name)


@contextmanager
def _alone(server: Any) -> Iterator[None]:
    """The processes of one run take turns: the first makes what the others copy."""
    server.execute("SET lock_timeout = 0")  # migrating takes as long as the machine is busy
    server.execute("SELECT pg_advisory_lock(hashtext('pactbook_migrated'))")
    yield
    server.execute("SELECT pg_advisory_unlock(hashtext('pactbook_migrated'))")


def _is_made(creation: Any, name: str) -> str:
    from django.conf import settings

    creation.connection.close()
    settings.DATABASES[creation.connection.alias]["NAME"] = name
    creation.connection.settings_dict["NAME"] = name
    creation.connection.ensure_connection()
    return name


def _folder() -> Path:
    """Private to this user, and shared by all copies of this repository."""
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = base / "pactbook-tests"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def _age(path: Path) -> float:
    return -path.stat().st_mtime
