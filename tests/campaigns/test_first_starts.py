"""What comes first to an empty database: servers that start together, also on one folder of static files, or a demo."""

import contextlib
import re
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.served import Served, command

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def hosts(request: pytest.FixtureRequest, tmp_path: Path) -> list[Served]:
    """Two servers of one game: on SQLite in one folder, where static files are not collected yet; on PostgreSQL each
    with a folder of its own."""
    shared = {"SECRET_KEY": "one key for all the hosts of a game"}
    folders = [tmp_path / name for name in ("one", "two")]
    for folder in folders:
        folder.mkdir()
    if request.param == "SQLite":
        own = {"DATA_DIR": str(tmp_path / "data"), "STATIC_ROOT": str(tmp_path / "static")}
    else:
        own = {"DATABASE_URL": request.getfixturevalue("empty_postgres")}
    return [Served(folder, "--no-demo", environment={**shared, **own}) for folder in folders]


@contextlib.contextmanager
def started_together(hosts: list[Served]) -> Iterator[None]:
    threads = [threading.Thread(target=host.start) for host in hosts]
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        yield
    finally:
        for host in hosts:
            if host.process is not None:
                host.stop()


def test_both_serve_and_say_the_same_setup_code(hosts: list[Served]) -> None:
    with started_together(hosts):
        for host in hosts:
            with urllib.request.urlopen(f"{host.url}/first-run/") as answer:
                assert answer.status == 200, host.output

        assert setup_code(hosts[0]) == setup_code(hosts[1])


def test_a_demo_makes_the_database_where_there_is_none(tmp_path: Path) -> None:
    said = command("demo", "--game", "fallen", folder=tmp_path, environment={})

    assert "Preparing the database" in said
    assert re.search(r"^  gm +\S+$", said, re.MULTILINE)


def setup_code(served: Served) -> str:
    return served.output.split("Setup code: ")[1].split()[0]
