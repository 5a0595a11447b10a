"""The whole game moves to another database: the same heads, the same passwords, and play goes on."""

import base64
import hmac
import json
import os
import re
import shutil
import sqlite3
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest import mock

import psycopg
import pytest
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib.auth.models import User
from django.db import connections

from campaigns.log import guards
from campaigns.models import Campaign, Membership
from campaigns.services.hosting import in_use, moving
from tests import template_database
from tests.served import ROOT, serving
from tests.visitor import Visitor

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
Told = Callable[..., dict[str, Any]]
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
DEMO = f"""
import django
django.setup()
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.core.management import call_command
call_command("demo")
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
from campaigns.services.hosting import moving
copy = moving._copy

def meanwhile(model):
    with psycopg.connect(sys.argv[1]) as elsewhere:
        elsewhere.execute("UPDATE auth_user SET last_name = 'Late'")
    return copy(model)

moving._copy = meanwhile
moving.move(sys.argv[2])
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


@pytest.fixture
def told(django_db_blocker: Any) -> Told:
    """What stands in the database of a folder, or at an address."""

    def read(folder: Path, url: str = "") -> dict[str, Any]:
        with (
            django_db_blocker.unblock(),
            moving._opened(url or file_in(folder)),
            mock.patch.object(guards, "connection", connections[moving.THERE]),
        ):
            return _contents(moving.THERE)

    return read


def _contents(opened: str) -> dict[str, Any]:
    models = apps.get_app_config("campaigns").get_models()
    campaigns, people = Campaign.objects.using(opened), User.objects.using(opened)
    found = {
        "heads": sorted(campaigns.values_list("id", "head_seq", "head_hash", "created")),
        "people": sorted(people.values_list("username", "last_name", "password", "date_joined")),
        "joined": sorted(Membership.objects.using(opened).values_list("id", "joined")),
        "second steps": list(Authenticator.objects.using(opened).values_list("user__username", "data")),
        "unguarded": guards.missing(),
        "rows": {one._meta.db_table: one._default_manager.using(opened).count() for one in models},
    }
    plain: dict[str, Any] = json.loads(json.dumps(found, default=str))
    return plain


def file_in(folder: Path, name: str = "pactbook.sqlite3") -> str:
    """The address of a database file."""
    return f"sqlite:///{folder / name}"


def begun(folder: Path, code: str) -> Path:
    """A folder with a new database, in which that was done."""
    template_database.put_into(folder)
    done = run(folder, "", "-c", code)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo on SQLite, as `make play` leaves it; its GM has a second step."""
    return begun(tmp_path_factory.mktemp("demo"), DEMO)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One account, and nothing played."""
    return begun(tmp_path_factory.mktemp("small"), ACCOUNT)


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
    demo: Path, empty_postgres: str, tmp_path: Path, told: Told
) -> None:
    target = empty_postgres
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

    file = file_in(tmp_path, template_database.put_into(tmp_path, "back.sqlite3").name)
    back = run(demo, target, "manage.py", "move_database", "--to", file)

    assert back.returncode == 0, back.stderr
    assert told(demo, file) == told(demo, target)


def test_database_that_holds_something_is_left_alone(
    small: Path, empty_postgres: str, tmp_path: Path
) -> None:
    target = empty_postgres
    with psycopg.connect(target, autocommit=True) as owner:
        owner.execute("CREATE TABLE recipes (name text)")
    shutil.copy(small / "pactbook.sqlite3", tmp_path / "full.sqlite3")
    full = file_in(tmp_path, "full.sqlite3")

    refused = [run(small, "", "manage.py", "move_database", "--to", url) for url in (target, full)]

    assert [done.returncode for done in refused] == [1, 1]
    assert refused[0].stderr == (
        "CommandError: The other database is not empty (recipes). Use an empty one.\n"
    )
    assert refused[1].stderr.startswith("CommandError: The other database is not empty (")
    with psycopg.connect(target) as owner:
        tables = owner.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
    assert tables == [("recipes",)]


def test_move_that_was_refused_once_may_be_tried_again(small: Path, tmp_path: Path, told: Told) -> None:
    """A database that was migrated, or that a server was started on, is empty still."""
    file = file_in(tmp_path, template_database.put_into(tmp_path, "served.sqlite3").name)
    with serving(small, "--no-demo", environment={"DATABASE_URL": file}):
        pass

    done = run(small, "", "manage.py", "move_database", "--to", file)

    assert done.returncode == 0, done.stderr
    assert told(small, file) == told(small)


def test_one_moment_moves_whoever_writes_meanwhile_from_another_host(
    small: Path, migrated_postgres: str, tmp_path: Path, told: Told
) -> None:
    target = migrated_postgres
    assert run(small, target, "-c", ACCOUNT).returncode == 0
    before = told(small, target)
    file = file_in(tmp_path, "back.sqlite3")

    done = run(small, target, "-c", WRITTEN_MEANWHILE, target, file)

    assert done.returncode == 0, done.stderr
    assert told(small, file) == before
    assert told(small, target)["people"] != before["people"]


def test_nothing_moves_under_a_running_server(small: Path, tmp_path: Path, settings: Any) -> None:
    settings.DATA_DIR = small
    with in_use.serving():
        done = run(small, "", "manage.py", "move_database", "--to", file_in(tmp_path, "other.sqlite3"))

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
    small: Path, migrated_postgres: str, tmp_path: Path, told: Told
) -> None:
    shutil.copy(small / "pactbook.sqlite3", tmp_path / "odd.sqlite3")
    odd = file_in(tmp_path, "odd.sqlite3")
    with closing(sqlite3.connect(tmp_path / "odd.sqlite3")) as opened:
        opened.execute("UPDATE auth_user SET last_name = char(0)")
        opened.commit()

    done = run(small, odd, "manage.py", "move_database", "--to", migrated_postgres)

    assert done.returncode == 1
    assert done.stderr.startswith("CommandError: The other database does not accept a row of auth_user: ")
    assert told(small, migrated_postgres)["people"] == []
