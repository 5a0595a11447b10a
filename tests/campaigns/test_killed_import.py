"""An import whose process is killed leaves nothing that a start does not take away."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from tests import template_database
from tests.served import NOT_INHERITED, ROOT, serving

pytestmark = [pytest.mark.slow, pytest.mark.timeout(240)]
FILE = ROOT / "tests" / "campaigns" / "exports" / "ash-street.jsonl"
KILLED = """
import django, os, sys
django.setup()
from django.contrib.auth.models import User
from campaigns.log import rebuilding
from campaigns.log.export.reading import BY_COMMAND
from campaigns.services.importing import import_campaign
rebuilding.writes = rebuilding.rebuild = lambda campaign: os._exit(9)
with open(sys.argv[1], "rb") as stream:
    import_campaign(owner=User.objects.create_user("mo"), stream=stream, limits=BY_COMMAND)
"""


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, str]:
    """Of a server that was started before."""
    if request.param == "SQLite":
        return {"DATABASE_URL": f"sqlite:///{template_database.put_into(tmp_path)}"}
    return {"DATABASE_URL": request.getfixturevalue("migrated_postgres")}


def halves(url: str) -> tuple[int, int]:
    """How many campaigns there are, and how many entries of theirs."""
    query = "SELECT (SELECT count(*) FROM campaigns_campaign), (SELECT count(*) FROM campaigns_entry)"
    file = url.removeprefix("sqlite:///")
    with closing(psycopg.connect(url) if file == url else sqlite3.connect(file)) as opened:
        ((campaigns, entries),) = opened.execute(query).fetchall()
    return campaigns, entries


def test_start_takes_a_half_away_and_its_file_comes_in_again(
    tmp_path: Path, database: dict[str, str]
) -> None:
    def run(*command: str) -> subprocess.CompletedProcess[str]:
        own = {key: value for key, value in os.environ.items() if key not in NOT_INHERITED}
        chosen = {"DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "campaigns.config.settings"}
        return subprocess.run(
            [sys.executable, *command],
            cwd=ROOT,
            env={**own, **chosen, **database},
            capture_output=True,
            text=True,
            check=False,
        )

    assert run("-c", KILLED, str(FILE)).returncode == 9
    campaigns, entries = halves(database["DATABASE_URL"])
    assert campaigns == 1
    assert entries

    with serving(tmp_path, "--no-demo", environment=database) as served:
        assert "The import of Ash Street was incomplete, so it was removed." in served.output
        assert halves(database["DATABASE_URL"]) == (0, 0)
        again = run("manage.py", "import_campaign", str(FILE), "--owner", "mo")

    assert again.returncode == 0, again.stderr
    assert "Ash Street" in run("manage.py", "verify_log").stdout
