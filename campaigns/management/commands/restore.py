from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.services import backups


class Command(BaseCommand):
    help = "Bring a backup back. Stop the server first. What was there before is kept as a backup of its own."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a file that `manage.py backup` made")
        parser.add_argument("--yes", action="store_true", help="even if campaigns went on since")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            kept = backups.restore(options["file"], yes=options["yes"])
        except (backups.BackupFailed, OSError) as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{options['file']} is back. What was there before: {kept}")
        self.stdout.write("Next: `manage.py migrate`, then `manage.py verify_log`.")
