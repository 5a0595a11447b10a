from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from campaigns.management.plainly import said_plainly
from campaigns.services import moving


class Command(BaseCommand):
    help = (
        "Copy the whole game into an empty database, and prove it there. Stop the server first."
        " The database that it leaves stays as it is."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--to", required=True, metavar="URL", help="postgres://… or sqlite:////…")

    def handle(self, *args: Any, **options: Any) -> None:
        with said_plainly():
            counts = moving.move(options["to"])
        self.stdout.write(
            f"Moved: campaigns: {counts['campaigns_campaign']}, entries: {counts['campaigns_entry']},"
            f" accounts: {counts['auth_user']}. Every log was played again there, and holds."
        )
        self.stdout.write(
            "Next: set DATABASE_URL to that address wherever this server is started, then start it."
            " The database here stays as it is; delete it when you no longer want it."
        )
