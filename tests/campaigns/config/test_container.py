import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]
COMPOSE = (ROOT / "compose.yaml").read_text(encoding="utf-8")
VARIABLE = re.compile(r"\$\{(\w+)(?::[-?]([^}]*))?\}")
WHO = """
import django
django.setup()
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute("SELECT current_user")
    print(cursor.fetchone()[0])
"""
NASTY = ("a/b#c?d@e%f", "p&q:r;s'\"\\", "${HOME} $(id)", " blanks around ", "%2F")


def found(pattern: str, file: str) -> str:
    match = re.search(pattern, (ROOT / file).read_text(encoding="utf-8"))
    assert match, f"{pattern} is not in {file}"
    return match[1]


def passed_by_compose(**given: str) -> dict[str, str]:
    """The variables of the application's container, as compose puts them in."""
    block = re.search(r"  pactbook:\n.*?    environment:\n(.*?)\n    \w", COMPOSE, re.DOTALL)
    assert block
    pairs = (line.strip().split(": ", 1) for line in block[1].splitlines())
    return {
        name: VARIABLE.sub(lambda found: given.get(found[1]) or found[2] or "", text) for name, text in pairs
    }


@contextmanager
def database_that_asks_for(password: str, url: str) -> Iterator[dict[str, str]]:
    """A role on a real server, which believes nothing but this password; where it is."""
    with psycopg.connect(url, autocommit=True) as chief:
        yield from _role_with(password, chief)


def _role_with(password: str, chief: "psycopg.Connection[tuple[str, ...]]") -> Iterator[dict[str, str]]:
    info = chief.info
    row = chief.execute(
        "SELECT current_setting('hba_file'), pg_read_file(current_setting('hba_file'))"
    ).fetchone()
    assert row
    path, before = row
    name = sql.Literal(password)
    chief.execute(sql.SQL("CREATE ROLE keeper LOGIN PASSWORD {}").format(name))
    rule = "local all keeper scram-sha-256\nhost all keeper all scram-sha-256\n"
    try:
        _write(chief, path, rule + before)
        yield {"POSTGRES_HOST": info.host, "POSTGRES_PORT": str(info.port), "POSTGRES_DB": info.dbname}
    finally:
        _write(chief, path, before)
        chief.execute("DROP ROLE keeper")


def _write(chief: "psycopg.Connection[tuple[str, ...]]", path: str, text: str) -> None:
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    copied = sql.SQL("COPY (SELECT unnest({}::text[])) TO {}").format(sql.Literal(lines), sql.Literal(path))
    chief.execute(copied)
    chief.execute("SELECT pg_reload_conf()")


@pytest.mark.slow
@pytest.mark.parametrize("password", NASTY)
def test_any_password_opens_the_composed_database(
    tmp_path: Path, password: str, postgres_server: str
) -> None:
    with database_that_asks_for(password, postgres_server) as server:
        passed = passed_by_compose(POSTGRES_PASSWORD=password, **server)
        environment = {**passed, **server, "POSTGRES_USER": "keeper"}
        right = who_am_i(tmp_path, environment)
        with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
            psycopg.connect(
                host=server["POSTGRES_HOST"],
                port=server["POSTGRES_PORT"],
                dbname=server["POSTGRES_DB"],
                user="keeper",
                password="another",
            )

    assert right.stdout == "keeper\n", right.stderr


def who_am_i(folder: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    own = {
        "PATH": os.environ["PATH"],
        "DATA_DIR": str(folder),
        "DJANGO_SETTINGS_MODULE": "campaigns.config.settings",
    }
    return subprocess.run(
        [sys.executable, "-c", WHO],
        cwd=ROOT,
        env={**own, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_compose_passes_every_variable_that_the_readme_names() -> None:
    rows = re.findall(r"^\| (`[A-Z].*?) \|", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`([A-Z_]+)`", row)}

    assert named >= {"SECRET_KEY", "TRUSTED_PROXIES", "POSTGRES_HOST"}
    assert named - passed_by_compose().keys() == {"DATABASE_URL", "DATA_DIR"}  # its volume, its own database


def test_container_backs_up_the_database_that_it_is_composed_with() -> None:
    client = found(r"postgresql-client-(\d+)", "Dockerfile")

    assert int(client) >= int(found(r"image: postgres:(\d+)", "compose.yaml"))
