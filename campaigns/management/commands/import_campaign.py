from pathlib import Path

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.log.export.reading import BY_COMMAND, Refused
from campaigns.services.importing import import_campaign

STEP = 1000


class Command(BaseCommand):
    help = (
        "Import a whole campaign from a file. It is verified and replayed, and appears once it is complete."
    )
    requires_system_checks = ()  # they load every page, for half of the start

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file")
        parser.add_argument("--owner", required=True, help="the account that becomes its owner")

    def handle(self, *, file: str, owner: str, **_of_all: str | int | bool | None) -> None:
        account = User.objects.filter(username=owner).first()
        if account is None:
            raise CommandError(f"there is no account {owner}: create it first")
        try:
            with Path(file).open("rb") as stream:
                campaign = import_campaign(owner=account, stream=stream, limits=BY_COMMAND, watch=self._watch)
        except OSError as error:
            raise CommandError(f"the file cannot be read: {error.strerror}") from None
        except Refused as error:
            raise CommandError(f"nothing was imported. {error}") from None
        self.stdout.write(
            f"{campaign.name}: {campaign.head_seq} entries; its owner is {account.get_username()}"
        )
        self.stdout.write("  For the other players, create password links on the Members page.")

    def _watch(self, done: str, seq: int, last: int) -> None:
        if seq % STEP == 0:
            self.stderr.write(f"  {seq} of {last} entries {done}")
