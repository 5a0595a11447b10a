"""PostgreSQL's own programs for backups: found, checked for their version, and run."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection, transaction

DEBIAN = Path("/usr/lib/postgresql")


class BackupFailed(Exception):
    """No backup was made, or none was brought back. The message says what to do."""


class ToolMissing(BackupFailed):
    """A program of PostgreSQL that this machine has not got, or not new enough. The message says how to get it."""


class ToolFailed(BackupFailed):
    """A program of PostgreSQL that gave up, in its own words."""


@contextmanager
def snapshot() -> Iterator[str]:
    """One moment of the database, for our own questions and for pg_dump alike."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            cursor.execute("SELECT pg_export_snapshot()")
            (name,) = cursor.fetchone()
        yield str(name)


def dump(target: Path, snapshot_name: str) -> None:
    """Everything into one archive."""
    _run(
        "pg_dump",
        "--format=custom",
        "--no-owner",
        f"--snapshot={snapshot_name}",
        f"--file={target}",
        *_where(),
    )
    _run("pg_restore", "--list", f"--file={os.devnull}", str(target))


def restore(path: Path) -> None:
    """Everything out of an archive, all of it or nothing."""
    connection.close()
    options = ("--clean", "--if-exists", "--no-owner", "--single-transaction", "--exit-on-error")
    _run("pg_restore", *options, *_where(), str(path))


def program(name: str) -> Path:
    """The program in a version that knows the server's; `ToolMissing` where there is none."""
    with connection.cursor():
        wanted = connection.connection.info.server_version // 10000
    for path in _candidates(name):
        said = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout
        version = re.search(r"(\d+)", said)
        if version and int(version[1]) >= wanted:
            return path
    raise ToolMissing(f"{name} {wanted} or newer is missing: `apt install postgresql-client-{wanted}`.")


def _candidates(name: str) -> list[Path]:
    on_path = shutil.which(name)
    installed = sorted(DEBIAN.glob(f"*/bin/{name}"), key=lambda path: -int(path.parts[-3]))
    return [*([Path(on_path)] if on_path else []), *installed]


def _where() -> list[str]:
    chosen = connection.settings_dict
    options = {"host": chosen["HOST"], "port": chosen["PORT"], "username": chosen["USER"]}
    host = chosen.get("OPTIONS", {}).get("host")
    named = [
        f"--{name}={value}"
        for name, value in {**options, **({"host": host} if host else {})}.items()
        if value
    ]
    return [*named, f"--dbname={chosen['NAME']}"]


def _run(name: str, *arguments: str) -> None:
    password = str(connection.settings_dict["PASSWORD"])
    environment = {**os.environ, **({"PGPASSWORD": password} if password else {})}
    command = [str(program(name)), "--no-password", *arguments]
    if name == "pg_restore" and "--list" in arguments:
        command.remove("--no-password")
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ToolFailed(f"{name}: {done.stderr.strip()}")
