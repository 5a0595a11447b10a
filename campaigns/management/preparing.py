"""The database is made, or brought up to date, before anything is done with it."""

from collections.abc import Callable

from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from campaigns.management.plainly import said_plainly
from campaigns.services import arriving, migrating
from campaigns.services.hosting import backups, one_by_one

Said = Callable[[str], object]


def bring_up_to_date(say: Said) -> bool:
    """Bring the database up to date, after a backup of what is there; True if it is new."""
    executor = MigrationExecutor(connection)
    is_new = not executor.loader.applied_migrations
    if _is_behind(executor):
        if not is_new:
            _back_up(say)
        say("Preparing the database …")
        call_command("migrate", interactive=False, verbosity=0)
    for name in arriving.remove_abandoned():
        say(f"The import of {name} was incomplete, so it was removed. Import the file again.")
    migrating.bring_up_to_date()  # a restored backup may need no other change
    call_command("createcachetable", verbosity=0)  # where the cache is a table
    return is_new


def make_if_new(say: Said) -> None:
    """Make the database where there is none yet; one of an older version is the server's to change."""
    with one_by_one.turn("start"):
        executor = MigrationExecutor(connection)
        if not executor.loader.applied_migrations:
            bring_up_to_date(say)
        elif _is_behind(executor):
            raise CommandError(
                "The database is that of an older version. Start the server once: it backs the database up and "
                "brings it up to date. Then try again."
            )


def _is_behind(executor: MigrationExecutor) -> bool:
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def _back_up(say: Said) -> None:
    with said_plainly("Nothing was changed, because no backup could be made."):
        say(f"Backed up to {backups.backup('before-upgrade')}")
