from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.log import rebuilding
from campaigns.management import choosing


class Command(BaseCommand):
    help = (
        "Rebuild what is derived from the logs: changes, tags, what is revealed or undone, the search index."
    )
    requires_system_checks = ()  # they load every page, for half of the start

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("campaigns", nargs="*", help="campaign ids; all campaigns if none are given")
        parser.add_argument(
            "--check", action="store_true", help="change nothing; report what does not match the log"
        )

    def handle(self, *, campaigns: list[str], check: bool, **_of_all: str | int | bool | None) -> None:
        faulty = 0
        for campaign in choosing.all_or(campaigns):
            if check:
                faults = rebuilding.check(campaign)
                faulty += bool(faults)
                self.stdout.write(f"{campaign.name}: {'; '.join(map(str, faults)) or 'matches the log'}")
            else:
                self.stdout.write(f"{campaign.name}: {rebuilding.rebuild(campaign)} entries")
        if faulty:
            raise CommandError(
                f"{faulty} campaigns do not match their logs: run rebuild_review without --check"
            )
