from django.core.management.base import BaseCommand, CommandParser

from campaigns.management.plainly import said_plainly
from campaigns.services.hosting import moving


class Command(BaseCommand):
    help = (
        "Copy everything into an empty database and verify it there. Stop the server first. The old "
        "database stays as it is."
    )
    requires_system_checks = ()  # they load every page, for half of the start

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--to", required=True, metavar="URL", help="postgres://… or sqlite:////…")

    def handle(self, *, to: str, **_of_all: str | int | bool | None) -> None:
        with said_plainly():
            counts = moving.move(to)
        self.stdout.write(
            f"Moved: campaigns: {counts['campaigns_campaign']}, entries: {counts['campaigns_entry']},"
            f" accounts: {counts['auth_user']}. Every log was replayed there and is intact."
        )
        self.stdout.write(
            "Next: set DATABASE_URL to that address wherever this server is started, then start it. "
            "The old database stays as it is; delete it when you no longer need it."
        )
