"""The whole game from one database into another, row by row, and proved there before anybody plays on it."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any, Final

from django.apps import apps
from django.conf import settings
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, DataError, IntegrityError, connection, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Model, QuerySet
from django.db.models.sql import InsertQuery

from campaigns.config import databases
from campaigns.services.hosting import in_use, postgres_tools
from campaigns.services.hosting.backup_contents import contents, here

THERE: Final = "there"
ROWS: Final = 500
NO_MODELS: Final = {"django_migrations", "cache"}
MADE_AT_A_START: Final = {
    "django_content_type",
    "auth_permission",
    "django_session",
    "campaigns_installation",
    "campaigns_onetimecode",
}
"""What a database holds that was migrated, or served once, and never played on."""


class MoveFailed(Exception):
    """Nothing was moved; the game stays where it is. The message says why."""


def move(url: str) -> dict[str, int]:
    """Copy every table to an empty database, and prove each log there; how many rows of each table there are.

    The database that is left is not changed. `MoveFailed`, or `InUse` while a server runs.
    """
    with in_use.alone(), _opened(url):
        _refuse_unready()
        _refuse_full()
        _manage(url, "migrate", "--verbosity", "0", "--skip-checks")
        with _one_moment(), transaction.atomic(using=THERE):
            before = here()
            counts = {model._meta.db_table: _copy(model) for model in _models()}
            _set_sequences()
        if contents(_ask_there, connections[THERE].introspection.table_names()) != before:
            raise MoveFailed(
                "The copy does not end with the same entries. Keep using this database, and report this as a bug."
            )
        # Only committed rows can be seen by another process; if it fails, the game simply stays where it is.
        _manage(url, "verify_log")
    return counts


@contextmanager
def _opened(url: str) -> Iterator[None]:
    database = databases.by_url(url, said_by="--to")
    connections.settings[THERE] = connections.configure_settings({DEFAULT_DB_ALIAS: database})[
        DEFAULT_DB_ALIAS
    ]
    try:
        yield
    finally:
        connections[THERE].close()
        del connections[THERE], connections.settings[THERE]


@contextmanager
def _one_moment() -> Iterator[None]:
    """Of the database that is left, whoever else may still write into it."""
    with postgres_tools.snapshot() if connection.vendor == "postgresql" else transaction.atomic():
        yield


def _models() -> list[type[Model]]:
    found = apps.get_models(include_auto_created=True)
    return [model for model in found if model._meta.managed and not model._meta.proxy]


def _refuse_unready() -> None:
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise MoveFailed("This database belongs to another version. Run `manage.py migrate` first.")


def _refuse_full() -> None:
    """Nothing is written over, and nothing mixed with what somebody else keeps there."""
    there = set(connections[THERE].introspection.table_names())
    ours = {model._meta.db_table: model for model in _models()}
    strange = sorted(there - ours.keys() - NO_MODELS)
    full = sorted(
        table
        for table in there & ours.keys() - MADE_AT_A_START
        if QuerySet(ours[table], using=THERE).exists()
    )
    if strange or full:
        raise MoveFailed(f"The other database is not empty ({(strange + full)[0]}). Use an empty one.")


def _copy(model: type[Model]) -> int:
    """Each row as it stands: what fields set by themselves, such as when a row was made, stays what it was."""
    fields = model._meta.local_concrete_fields
    QuerySet(model, using=THERE)._raw_delete(THERE)  # what migrate made there has other ids than here
    rows: Iterator[Model] = QuerySet(model, using=DEFAULT_DB_ALIAS).order_by("pk").iterator(chunk_size=ROWS)
    size = min(ROWS, connections[THERE].ops.bulk_batch_size(fields, range(ROWS)))
    try:
        while batch := list(islice(rows, size)):
            query = InsertQuery(model)
            query.insert_values(fields, batch, raw=True)
            query.get_compiler(using=THERE).execute_sql()
    except (DataError, IntegrityError, ValueError) as error:
        raise MoveFailed(
            f"The other database does not accept a row of {model._meta.db_table}: {error}"
        ) from None
    count = QuerySet(model, using=THERE).count()
    if count != QuerySet(model, using=DEFAULT_DB_ALIAS).count():
        raise MoveFailed(f"Not every row of {model._meta.db_table} was copied. Try again.")
    return count


def _set_sequences() -> None:
    """The next row of each table gets a number that none has yet."""
    # Rows came with their ids, of which PostgreSQL's own counters know nothing.
    with connections[THERE].cursor() as cursor:
        for statement in connections[THERE].ops.sequence_reset_sql(no_style(), _models()):
            cursor.execute(statement)


def _ask_there(query: str) -> list[tuple[Any, ...]]:
    with connections[THERE].cursor() as cursor:
        cursor.execute(query)
        return list(cursor.fetchall())


def _manage(url: str, *arguments: str) -> None:
    """A command on the other database, in a process of its own: ours knows one database as the game's."""
    # The settings refuse an address together with POSTGRES_….
    elsewhere = {name: value for name, value in os.environ.items() if not name.startswith("POSTGRES_")}
    done = subprocess.run(
        [sys.executable, str(settings.BASE_DIR / "manage.py"), *arguments],
        env={**elsewhere, "DATABASE_URL": url, "DATA_DIR": str(settings.DATA_DIR)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        said = "\n".join((done.stdout + done.stderr).strip().splitlines()[-5:])
        raise MoveFailed(
            f"`manage.py {arguments[0]}` failed on the other database, so nothing was moved:\n{said}"
        )
