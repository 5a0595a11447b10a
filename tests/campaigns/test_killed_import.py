"""An import whose process is killed leaves nothing that a start does not take away."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import postgres
from tests.conftest import missing
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
HALVES = """
import django
django.setup()
from campaigns.models import Campaign, Entry
print(Campaign._base_manager.count(), Entry.objects.exists())
"""


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def database(request: pytest.FixtureRequest) -> Iterator[dict[str, str]]:
    if request.param == "SQLite":
        yield {}
        return
    try:
        with postgres.running() as url:
            yield {"DATABASE_URL": url}
    except LookupError as error:
        missing(str(error))


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

    assert run("manage.py", "migrate", "--verbosity", "0").returncode == 0
    assert run("-c", KILLED, str(FILE)).returncode == 9
    assert run("-c", HALVES).stdout.split() == ["1", "True"]

    with serving(tmp_path, "--no-demo", environment=database) as served:
        assert "The import of Ash Street was incomplete, so it was removed." in served.output
        assert run("-c", HALVES).stdout.split() == ["0", "False"]
        again = run("manage.py", "import_campaign", str(FILE), "--owner", "mo")

    assert again.returncode == 0, again.stderr
    assert "Ash Street" in run("manage.py", "verify_log").stdout
