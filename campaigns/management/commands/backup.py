from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from campaigns.management.plainly import said_plainly
from campaigns.services.hosting import backups
from campaigns.services.hosting import nightly as by_night


class Command(BaseCommand):
    help = "Make a checked copy of the whole database in DATA_DIR/backups."
    requires_system_checks = ()  # they load every page, for half of the start

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--nightly",
            action="store_true",
            help="as the server does it each night: also delete old nightly backups and clear ended sessions",
        )

    def handle(self, *, nightly: bool, **_of_all: str | int | bool | None) -> None:
        with said_plainly("No backup was made."):
            path = by_night.make(timezone.now()) if nightly else backups.backup()
            if path is None:
                self.stdout.write("Another process has just made a backup.")
                return
            held = backups.read_contents(path)
        entries = sum(seq for seq, _hash in held.heads.values())
        self.stdout.write(f"{path}\n  campaigns: {len(held.heads)}, entries: {entries}")
