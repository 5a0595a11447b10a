from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from campaigns.management.plainly import said_plainly
from campaigns.services import backups


class Command(BaseCommand):
    help = "Bring a backup back. Stop the server first. What was there before is kept."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a file that `manage.py backup` made")
        parser.add_argument("--yes", action="store_true", help="even if campaigns went on since")

    def handle(self, *args: Any, **options: Any) -> None:
        with said_plainly():
            kept = backups.restore(options["file"], yes=options["yes"])
        self.stdout.write(f"{options['file']} is back. {self._kept(kept)}")
        self.stdout.write("Next: `manage.py migrate`, then `manage.py verify_log`.")

    def _kept(self, kept: Path | None) -> str:
        if kept is None:
            return "There was nothing here before."
        if backups.is_damaged(kept):
            return f"What was there before was damaged. It is kept as it was: {kept}"
        return f"What was there before: {kept}"
