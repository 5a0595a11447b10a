"""A full, read-only or damaged disk is one sentence, and loses nothing."""

import errno
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.core.management import call_command
from django.db import DatabaseError, OperationalError, ProgrammingError

from campaigns.config import secret_key
from campaigns.services.hosting import troubles
from tests import template_database
from tests.conftest import missing
from tests.served import ROOT, free_port

pytestmark = pytest.mark.slow
PAGE = 4096
ROOTS_RIGHTS = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"]
"""Root may write anywhere; without these rights it is told what everybody is told."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an empty game."""
    folder = tmp_path_factory.mktemp("made")
    template_database.put_into(folder)
    secret_key.kept_in(folder / "secret_key")  # as every start leaves it
    return folder


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Iterator[Path]:
    found = Path(shutil.copytree(made, tmp_path / "game"))
    yield found
    for path in (found, *found.rglob("*")):
        path.chmod(0o700)


def run(folder: Path, *arguments: str, largest_file: int = -1) -> subprocess.CompletedProcess[str]:
    """A command that ends by itself; `largest_file` is where its disk ends, in bytes."""
    drop = ROOTS_RIGHTS if os.geteuid() == 0 else []
    return subprocess.run(
        [*drop, sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={
            "PATH": os.environ["PATH"],
            "DATA_DIR": str(folder),
            "STATIC_ROOT": str(folder.parent / "static"),
            "BIND": "127.0.0.1",
            "PORT": str(free_port()),
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (largest_file, largest_file)),
    )


def only_sentence_of(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 1, done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr.rstrip().removeprefix("CommandError: ")


def test_backup_without_room_leaves_nothing_half_made(folder: Path) -> None:
    told = only_sentence_of(run(folder, "backup", largest_file=10 * PAGE))

    assert told.startswith(
        f"No backup was made. The disk holding {folder}/pactbook.sqlite3 reported an error"
    )
    assert list((folder / "backups").iterdir()) == []


@pytest.mark.parametrize("command", [("backup",), ("serve", "--no-demo")])
def test_damaged_database_says_how_to_bring_one_back(folder: Path, command: tuple[str, ...]) -> None:
    (folder / "pactbook.sqlite3").write_bytes(b"no database at all\n" * 1000)

    told = only_sentence_of(run(folder, *command))

    assert "damaged" in told
    assert "manage.py restore" in told


@pytest.mark.parametrize("command", [("backup",), ("serve", "--no-demo")])
def test_folder_that_nobody_may_write_is_named(folder: Path, command: tuple[str, ...]) -> None:
    if os.geteuid() == 0 and shutil.which("setpriv") is None:
        missing("setpriv is missing, without which root may write anywhere: `apt install util-linux`")
    for path in (*folder.rglob("*"), folder):
        path.chmod(0o500)

    told = only_sentence_of(run(folder, *command))

    assert str(folder) in told
    assert "cannot be written (Permission denied). Check who owns it" in told


def test_new_folder_that_nobody_may_write_is_named(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir(mode=0o500)

    told = only_sentence_of(run(tmp_path / "game", "serve"))

    assert told == f"DATA_DIR: cannot write {tmp_path}/game/secret_key (Permission denied)"


def test_server_without_room_says_so(folder: Path) -> None:
    told = only_sentence_of(run(folder, "serve", "--no-demo", largest_file=0))

    assert told.startswith("Pactbook did not start. The disk holding ")


@pytest.mark.parametrize(
    ("code", "says"),
    [
        (errno.ENOSPC, "The disk holding /srv/game is full. Free some space and try again."),
        (errno.EROFS, "/srv/game cannot be written (Read-only file system). Check who owns it"),
        (errno.EIO, "The disk holding /srv/game reported an error"),
        (errno.ENOENT, "/srv/game: No such file or directory."),
    ],
)
def test_what_the_system_refuses_is_said(code: int, says: str) -> None:
    assert troubles.sentence(OSError(code, os.strerror(code), "/srv/game")).startswith(says)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("SQLITE_FULL", "is full"),
        ("SQLITE_READONLY_DBMOVED", "cannot be written"),
        ("SQLITE_CANTOPEN", "cannot be written"),
        ("SQLITE_CORRUPT", "is damaged"),
        ("SQLITE_BUSY", "Another program is writing"),
        ("SQLITE_IOERR_WRITE", "reported an error"),
    ],
)
def test_what_sqlite_refuses_is_said(name: str, says: str) -> None:
    cause = sqlite3.OperationalError("in SQLite's words")
    cause.sqlite_errorname = name
    seen = DatabaseError("in SQLite's words")
    seen.__cause__ = cause

    assert says in troubles.sentence(cause)
    assert says in troubles.sentence(seen)


def test_database_that_is_away_is_said() -> None:
    seen = OperationalError("connection refused\n\tIs the server running?")
    seen.__cause__ = psycopg.OperationalError()

    assert troubles.sentence(seen) == (
        "The database is not responding: connection refused Is the server running?"
    )


def test_fault_of_the_program_keeps_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def fault(name: str = "") -> Path:
        raise ProgrammingError("no such column")

    monkeypatch.setattr("campaigns.services.hosting.backups.backup", fault)

    with pytest.raises(ProgrammingError):
        call_command("backup")
