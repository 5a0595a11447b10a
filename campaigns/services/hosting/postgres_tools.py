"""PostgreSQL's own programs for backups: found, checked for their version, and run."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection, transaction
from psycopg import pq
from psycopg.conninfo import make_conninfo

from campaigns.services.hosting.backup_contents import BackupFailed, Contents, here

DEBIAN = Path("/usr/lib/postgresql")


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


def copy(target: Path) -> Contents:
    """One moment of the database as an archive, and what it holds; `Damaged` if that is not whole."""
    with snapshot() as name:
        contents = here()
        dump(target, f"--snapshot={name}")
    return contents


def dump(target: Path, *options: str) -> None:
    """Everything into one archive."""
    _run("pg_dump", "--format=custom", "--no-owner", *options, f"--file={target}", _where())
    # Read back at once: an archive whose contents cannot be listed is no backup.
    _run("pg_restore", "--list", f"--file={os.devnull}", str(target))


def restore(path: Path) -> None:
    """Everything out of an archive, all of it or nothing."""
    connection.close()
    options = ("--clean", "--if-exists", "--no-owner", "--single-transaction", "--exit-on-error")
    _run("pg_restore", *options, _where(), str(path))


def program(name: str) -> Path:
    """The program in a version that knows the server's; `ToolMissing` where there is none."""
    with connection.cursor():
        wanted = connection.connection.info.server_version // 10000
    for path in _candidates(name):
        said = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout
        version = re.search(r"(\d+)", said)
        # pg_dump refuses a server that is newer than itself.
        if version and int(version[1]) >= wanted:
            return path
    raise ToolMissing(f"{name} {wanted} or newer is missing: `apt install postgresql-client-{wanted}`.")


def _candidates(name: str) -> list[Path]:
    on_path = shutil.which(name)
    installed = sorted(DEBIAN.glob(f"*/bin/{name}"), key=lambda path: -int(path.parts[-3]))
    return [*([Path(on_path)] if on_path else []), *installed]


def _where() -> str:
    """All that the application says of its connection, but the password: anybody may read a list of processes."""
    known = {get_default.keyword.decode() for get_default in pq.Conninfo.get_defaults()} - {"password"}
    chosen = connection.get_connection_params()
    return f"--dbname={make_conninfo(**{name: chosen[name] for name in known & chosen.keys()})}"


def _run(name: str, *arguments: str) -> None:
    password = str(connection.settings_dict["PASSWORD"])
    environment = {**os.environ, **({"PGPASSWORD": password} if password else {})}
    command = [str(program(name)), "--no-password", *arguments]
    if name == "pg_restore" and "--list" in arguments:
        command.remove("--no-password")
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ToolFailed(f"{name}: {done.stderr.strip()}")
