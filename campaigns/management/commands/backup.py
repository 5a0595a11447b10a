from typing import Any

from django.core.management.base import BaseCommand

from campaigns.management.plainly import said_plainly
from campaigns.services import backups


class Command(BaseCommand):
    help = "Make a checked copy of the whole database in DATA_DIR/backups."

    def handle(self, *args: Any, **options: Any) -> None:
        with said_plainly("No backup was made."):
            path = backups.backup()
            held = backups.read_contents(path)
        entries = sum(seq for seq, _hash in held.heads.values())
        self.stdout.write(f"{path}\n  campaigns: {len(held.heads)}, entries: {entries}")
