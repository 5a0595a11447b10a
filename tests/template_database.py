"""The migrated test database, made once and copied: migrating takes seconds, in every process of every run."""

import functools
import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

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


def put_into(folder: Path, name: str = "pactbook.sqlite3") -> Path:
    """A migrated database for a server or a command that is to run there; where one is, nothing is done."""
    kept, there = _folder() / f"{digest()}.sqlite3", folder / name
    if not there.exists():
        if not kept.exists():
            _keep_one(kept)
        shutil.copyfile(kept, there)
    return there


def migrate(environment: Mapping[str, str]) -> None:
    """Make a database as people's first start makes it, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        own = {"PATH": os.environ["PATH"], "DATA_DIR": folder}
        command = [sys.executable, str(ROOT / "manage.py"), "migrate", "--verbosity", "0", "--skip-checks"]
        subprocess.run(command, env={**own, **environment}, check=True)


def _keep_one(kept: Path) -> None:
    with tempfile.TemporaryDirectory(dir=kept.parent) as folder:
        made = Path(folder) / "made.sqlite3"
        migrate({"DATABASE_URL": f"sqlite:///{made}"})
        made.replace(kept)


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
    _let_go("*.sqlite3")
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


def kept_in(server: str) -> str:
    """The address of a migrated database on a server of PostgreSQL, for copies of it. It is made there once."""
    import psycopg

    kept = f"pactbook_migrated_{digest()}"
    with psycopg.connect(server, autocommit=True) as chief, _alone(chief):
        if not chief.execute("SELECT 1 FROM pg_database WHERE datname = %s", [kept]).fetchone():
            chief.execute(f"DROP DATABASE IF EXISTS {kept}_new")
            chief.execute(f"CREATE DATABASE {kept}_new")
            migrate({"DATABASE_URL": _address(server, f"{kept}_new")})
            chief.execute(f"ALTER DATABASE {kept}_new RENAME TO {kept}")
    return _address(server, kept)


def _address(server: str, name: str) -> str:
    return urlsplit(server)._replace(path=f"/{name}").geturl()


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


def kept_folder(name: str) -> Path:
    """A folder that stays for the next run: the newest few of its kind, which its name begins with, are kept."""
    folder = _folder() / name
    folder.mkdir(exist_ok=True)
    folder.touch()
    _let_go(f"{name.partition('-')[0]}-*")
    return folder


def _let_go(pattern: str) -> None:
    for old in sorted(_folder().glob(pattern), key=_age)[KEPT_AT_MOST:]:
        if old.is_dir():
            shutil.rmtree(old, ignore_errors=True)
        else:
            old.unlink(missing_ok=True)


def _age(path: Path) -> float:
    return -path.stat().st_mtime
