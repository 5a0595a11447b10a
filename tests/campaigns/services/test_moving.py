"""The whole game moves to another database: the same heads, the same passwords, and play goes on."""

import base64
import hmac
import json
import os
import re
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest

from campaigns.services import in_use
from tests import postgres
from tests.conftest import missing
from tests.served import ROOT, serving
from tests.visitor import Visitor

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
SECOND_STEP = f"""
import django
django.setup()
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
gm = User.objects.get(username="gm")
Authenticator.objects.create(user=gm, type="totp", data={{"secret": "{SECRET}"}})
"""
ACCOUNT = """
import django
django.setup()
from django.contrib.auth.models import User
User.objects.create_user("kit", password="seven quiet crows")
"""
WRITTEN_MEANWHILE = """
import django, sys
django.setup()
import psycopg
from campaigns.services import moving
copy = moving._copy

def meanwhile(model):
    with psycopg.connect(sys.argv[1]) as elsewhere:
        elsewhere.execute("UPDATE auth_user SET last_name = 'Late'")
    return copy(model)

moving._copy = meanwhile
moving.move(sys.argv[2])
"""
TOLD = """
import django, json
django.setup()
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib.auth.models import User
from campaigns.log import guards
from campaigns.models import Campaign, Membership
print(json.dumps({
    "heads": sorted(Campaign.objects.values_list("id", "head_seq", "head_hash", "created")),
    "people": sorted(User.objects.values_list("username", "last_name", "password", "date_joined")),
    "joined": sorted(Membership.objects.values_list("id", "joined")),
    "second steps": list(Authenticator.objects.values_list("user__username", "data")),
    "unguarded": guards.missing(),
    "rows": {model._meta.db_table: model.objects.count() for model in apps.get_app_config("campaigns").get_models()},
}, default=str))
"""


def run(folder: Path, url: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    own = {"PATH": os.environ["PATH"], "DATA_DIR": str(folder)}
    chosen = {"DJANGO_SETTINGS_MODULE": "campaigns.config.settings", **({"DATABASE_URL": url} if url else {})}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**own, **chosen},
        capture_output=True,
        text=True,
        check=False,
    )


def told(folder: Path, url: str = "") -> dict[str, Any]:
    done = run(folder, url, "-c", TOLD)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo on SQLite, as `make play` leaves it; its GM has a second step."""
    folder = tmp_path_factory.mktemp("demo")
    for arguments in (("manage.py", "migrate"), ("manage.py", "load_demo"), ("-c", SECOND_STEP)):
        done = run(folder, "", *arguments)
        assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One account, and nothing played."""
    folder = tmp_path_factory.mktemp("small")
    for arguments in (("manage.py", "migrate"), ("-c", ACCOUNT)):
        done = run(folder, "", *arguments)
        assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def target() -> Iterator[str]:
    """The address of an empty database of a real PostgreSQL."""
    try:
        with postgres.running() as url:
            with psycopg.connect(url, autocommit=True) as chief:
                chief.execute("DROP DATABASE IF EXISTS moved WITH (FORCE)")
                chief.execute("CREATE DATABASE moved")
            yield urlsplit(url)._replace(path="/moved").geturl()
    except LookupError as error:
        missing(str(error))


def code_now() -> str:
    """What an app shows for the second step (RFC 6238)."""
    mac = hmac.digest(base64.b32decode(SECRET), struct.pack(">Q", int(time.time()) // 30), "sha1")
    (number,) = struct.unpack(">I", mac[mac[-1] & 15 :][:4])
    return f"{(number & 0x7FFFFFFF) % 10**6:06}"


def password_of(folder: Path, name: str) -> str:
    lines = (folder / "demo-accounts.txt").read_text(encoding="utf-8")
    found = re.search(rf"^  {name} +(\S+)$", lines, re.MULTILINE)
    assert found
    return found[1]


def test_demo_moves_to_postgresql_is_played_on_and_moves_back(
    demo: Path, target: str, tmp_path: Path
) -> None:
    before = told(demo)

    done = run(demo, "", "manage.py", "move_database", "--to", target)

    assert done.returncode == 0, done.stderr
    assert "campaigns: 1" in done.stdout
    assert "Next: set DATABASE_URL" in done.stdout
    after = told(demo, target)
    assert after == before
    assert after["unguarded"] == []
    assert after["second steps"] == [["gm", {"secret": SECRET}]]
    assert after["rows"]["campaigns_entry"] == after["heads"][0][1]
    campaign = f"/campaigns/{after['heads'][0][0]}/"
    with serving(demo, "--no-demo", environment={"DATABASE_URL": target}) as served:
        player, gm = Visitor(served.url), Visitor(served.url)
        player.sign_in("iris", password_of(demo, "iris"))
        player.write_note(campaign, "The same stairs, another house.")
        gm.sign_in("gm", password_of(demo, "gm"))
        gm.send("/accounts/2fa/authenticate/", {"code": code_now()})
        assert "The same stairs, another house." in gm.see(f"{campaign}log/")
    assert told(demo, target)["heads"][0][1] == before["heads"][0][1] + 1
    assert told(demo) == before

    file = f"sqlite:///{tmp_path}/back.sqlite3"
    back = run(demo, target, "manage.py", "move_database", "--to", file)

    assert back.returncode == 0, back.stderr
    assert told(demo, file) == told(demo, target)


def test_database_that_holds_something_is_left_alone(small: Path, target: str, tmp_path: Path) -> None:
    with psycopg.connect(target, autocommit=True) as owner:
        owner.execute("CREATE TABLE recipes (name text)")
    full = f"sqlite:///{tmp_path}/full.sqlite3"
    assert run(small, "", "manage.py", "move_database", "--to", full).returncode == 0

    refused = [run(small, "", "manage.py", "move_database", "--to", url) for url in (target, full)]

    assert [done.returncode for done in refused] == [1, 1]
    assert refused[0].stderr == (
        "CommandError: The other database is not empty (recipes). Use an empty one.\n"
    )
    assert refused[1].stderr.startswith("CommandError: The other database is not empty (")
    with psycopg.connect(target) as owner:
        tables = owner.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
    assert tables == [("recipes",)]


def test_move_that_was_refused_once_may_be_tried_again(small: Path, tmp_path: Path) -> None:
    """A database that was migrated, or that a server was started on, is empty still."""
    file = f"sqlite:///{tmp_path}/served.sqlite3"
    with serving(small, "--no-demo", environment={"DATABASE_URL": file}):
        pass

    done = run(small, "", "manage.py", "move_database", "--to", file)

    assert done.returncode == 0, done.stderr
    assert told(small, file) == told(small)


def test_one_moment_moves_whoever_writes_meanwhile_from_another_host(
    small: Path, target: str, tmp_path: Path
) -> None:
    assert run(small, "", "manage.py", "move_database", "--to", target).returncode == 0
    file = f"sqlite:///{tmp_path}/back.sqlite3"

    done = run(small, target, "-c", WRITTEN_MEANWHILE, target, file)

    assert done.returncode == 0, done.stderr
    assert told(small, file)["people"] == told(small)["people"]
    assert told(small, target)["people"] != told(small)["people"]


def test_nothing_moves_under_a_running_server(small: Path, tmp_path: Path, settings: Any) -> None:
    settings.DATA_DIR = small
    with in_use.serving():
        done = run(small, "", "manage.py", "move_database", "--to", f"sqlite:///{tmp_path}/other.sqlite3")

    assert done.stderr == f"CommandError: A server is running on {small}. Stop it first, then try again.\n"


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("mysql://host/game", "--to: must begin with postgres:// or sqlite:///\n"),
        ("postgres://nobody@localhost:1/game", "CommandError: The database is not responding: "),
    ],
)
def test_address_that_leads_nowhere_is_one_line(small: Path, url: str, says: str) -> None:
    done = run(small, "", "manage.py", "move_database", "--to", url)

    assert done.returncode == 1
    assert done.stderr.startswith(says)
    assert done.stderr.count("\n") == 1


def test_row_that_the_other_database_cannot_hold_moves_nothing(
    small: Path, target: str, tmp_path: Path
) -> None:
    assert (
        run(small, "", "manage.py", "move_database", "--to", f"sqlite:///{tmp_path}/odd.sqlite3").returncode
        == 0
    )
    odd = f"sqlite:///{tmp_path}/odd.sqlite3"
    name = "User.objects.update(last_name='\\0')"
    code = f"import django; django.setup(); from django.contrib.auth.models import User; {name}"
    assert run(small, odd, "-c", code).returncode == 0

    done = run(small, odd, "manage.py", "move_database", "--to", target)

    assert done.returncode == 1
    assert done.stderr.startswith("CommandError: The other database does not accept a row of auth_user: ")
    assert told(small, target)["people"] == []
