from pathlib import Path

from django.core.management.base import BaseCommand, CommandParser

from campaigns.management.plainly import said_plainly
from campaigns.services.hosting import backups


class Command(BaseCommand):
    help = "Restore a backup. Stop the server first. The current data is kept."
    requires_system_checks = ()  # they load every page, for half of the start

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a file made by `manage.py backup`")
        parser.add_argument("--yes", action="store_true", help="restore even if campaigns have newer entries")

    def handle(self, *, file: Path, yes: bool, **_of_all: str | int | bool | None) -> None:
        with said_plainly():
            kept = backups.restore(file, yes=yes)
        self.stdout.write(f"{file} was restored. {self._kept(kept)}")
        self.stdout.write("Next: `manage.py migrate`, then `manage.py verify_log`.")

    def _kept(self, kept: Path | None) -> str:
        if kept is None:
            return "There was no earlier data."
        if backups.is_damaged(kept):
            return f"The earlier data was damaged. It was kept as it is: {kept}"
        return f"The earlier data was kept: {kept}"
