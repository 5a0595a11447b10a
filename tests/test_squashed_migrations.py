"""A new database is the same whether it is made in one go or step by step."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from tests import template_database
from tests.served import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
PATHS = ("in_one_go", "step_by_step")
STEP_BY_STEP = """
import django
from django.core.management import call_command
from django.db.migrations.loader import MigrationLoader
django.setup()
read = MigrationLoader.load_disk

def originals(self):
    read(self)
    self.disk_migrations = {
        key: one for key, one in self.disk_migrations.items() if key[0] != "campaigns" or not one.replaces
    }

MigrationLoader.load_disk = originals
call_command("migrate", verbosity=0)
"""
OF_POSTGRESQL = {
    # Their order, not their numbers: a column that was dropped on the way leaves a gap there.
    "columns": """SELECT table_name, rank() OVER (PARTITION BY table_name ORDER BY ordinal_position), column_name,
        udt_name, character_maximum_length, is_nullable, column_default, is_identity
        FROM information_schema.columns WHERE table_schema = 'public'""",
    "constraints": """SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace""",
    "indexes": "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
    "triggers": "SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal",
    "functions": "SELECT proname, prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace",
    "sequences": "SELECT sequencename, data_type::text FROM pg_sequences WHERE schemaname = 'public'",
}


def migrate(folder: Path, url: str = "") -> None:
    """Step by step, as whoever was there from the first version; in one go is how every other test begins."""
    chosen = {"DJANGO_SETTINGS_MODULE": "campaigns.config.settings", "DATABASE_URL": url}
    done = subprocess.run(
        [sys.executable, "-c", STEP_BY_STEP],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "DATA_DIR": str(folder), **chosen},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_both_ways_make_the_same_schema_on_sqlite(tmp_path: Path) -> None:
    made = {}
    for path in PATHS:
        (tmp_path / path).mkdir()
        if path == "in_one_go":
            template_database.put_into(tmp_path / path)
        else:
            migrate(tmp_path / path)
        with closing(sqlite3.connect(tmp_path / path / "pactbook.sqlite3")) as opened:
            schema = opened.execute("SELECT type, name, sql FROM sqlite_master")
            made[path] = {(kind, name): sql for kind, name, sql in schema}
            applied = {name for (name,) in opened.execute("SELECT name FROM django_migrations")}
        assert ("squashed_0001_to_0042" in applied) == (path == "in_one_go")

    assert ("trigger", "guard_entry_update") in made["in_one_go"]
    assert made["in_one_go"] == made["step_by_step"]


def test_both_ways_make_the_same_schema_on_postgresql(
    migrated_postgres: str, empty_postgres: str, tmp_path: Path
) -> None:
    made = {}
    migrate(tmp_path, empty_postgres)
    for path, url in zip(PATHS, (migrated_postgres, empty_postgres), strict=True):
        with psycopg.connect(url) as opened:
            made[path] = {
                name: sorted(map(str, opened.execute(query))) for name, query in OF_POSTGRESQL.items()
            }

    assert all(made["in_one_go"].values())
    assert made["in_one_go"] == made["step_by_step"]
