from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.log import chain_walk
from campaigns.log.verify import verify
from campaigns.management import choosing
from campaigns.models import Campaign


class Command(BaseCommand):
    help = "Prove the present state of campaigns from their logs: chain, fold, every act played again, every draw."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("campaigns", nargs="*", help="ids of campaigns; all of them without any")
        parser.add_argument(
            "--chain", action="store_true", help="the chain alone: quick, and nothing is played again"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        found = choosing.all_or(options["campaigns"])
        check = self._walk if options["chain"] else self._verify
        broken = [campaign for campaign in found if not check(campaign)]
        if broken:
            raise CommandError(f"{len(broken)} of {len(found)} logs do not hold")

    def _walk(self, campaign: Campaign) -> bool:
        held, broken = chain_walk.walk(campaign)
        self.stdout.write(f"{campaign.name}: {held} entries hold together")
        if broken is not None:
            self.stdout.write(self.style.ERROR(f"  chain: entry {broken.seq}: {broken.why}"))
        return broken is None

    def _verify(self, campaign: Campaign) -> bool:
        report = verify(campaign)
        self.stdout.write(
            f"{campaign.name}: {report.entries} entries, {report.played_again} played again,"
            f" {report.fold_only} by their changes only, {report.draws.derived} open and"
            f" {report.sealed_draws.derived} sealed draws derived,"
            f" {report.draws.not_shown} open and {report.sealed_draws.not_shown} sealed draws not shown,"
            f" {report.redacted} texts redacted"
        )
        for fault in report.faults:
            self.stdout.write(self.style.ERROR(f"  {fault}"))
        return report.holds
