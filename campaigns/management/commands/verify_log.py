from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.log import chain_walk
from campaigns.log.verify import verify
from campaigns.management import choosing
from campaigns.models import Campaign


class Command(BaseCommand):
    help = "Verify the current state of campaigns against their logs: chain, fold, every action replayed, every draw."
    requires_system_checks = ()  # they load every page, for half of the start

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("campaigns", nargs="*", help="campaign ids; all campaigns if none are given")
        parser.add_argument(
            "--chain", action="store_true", help="check only the chain: quick, nothing is replayed"
        )

    def handle(self, *, campaigns: list[str], chain: bool, **_of_all: str | int | bool | None) -> None:
        found = choosing.all_or(campaigns)
        check = self._walk if chain else self._verify
        broken = [campaign for campaign in found if not check(campaign)]
        if broken:
            raise CommandError(f"{len(broken)} of {len(found)} logs failed verification")

    def _walk(self, campaign: Campaign) -> bool:
        held, broken = chain_walk.walk(campaign)
        self.stdout.write(f"{campaign.name}: {held} entries are intact")
        if broken is not None:
            self.stdout.write(self.style.ERROR(f"  chain: entry {broken.seq}: {broken.why}"))
        return broken is None

    def _verify(self, campaign: Campaign) -> bool:
        report = verify(campaign)
        self.stdout.write(
            f"{campaign.name}: {report.entries} entries, {report.played_again} replayed,"
            f" {report.fold_only} by their changes only, {report.draws.derived} open and"
            f" {report.sealed_draws.derived} sealed draws derived,"
            f" {report.draws.not_shown} open and {report.sealed_draws.not_shown} sealed draws not revealed,"
            f" {report.redacted} texts redacted"
        )
        for fault in report.faults:
            self.stdout.write(self.style.ERROR(f"  {fault}"))
        return report.holds
