from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.log.verify import verify
from campaigns.models import Campaign


class Command(BaseCommand):
    help = "Prove the present state of campaigns from their logs: chain, fold, every act played again, every draw."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("campaigns", nargs="*", help="ids of campaigns; all of them without any")

    def handle(self, *args: Any, **options: Any) -> None:
        found = Campaign.objects.order_by("created")
        if options["campaigns"]:
            found = found.filter(pk__in=options["campaigns"])
        broken = [campaign for campaign in found if not self._verify(campaign)]
        if broken:
            raise CommandError(f"{len(broken)} of {len(found)} logs do not hold")

    def _verify(self, campaign: Campaign) -> bool:
        report = verify(campaign)
        self.stdout.write(
            f"{campaign.name}: {report.entries} entries, {report.played_again} played again,"
            f" {report.fold_only} by their changes only, {report.draws_checked} draws derived,"
            f" {report.draws_not_shown} draws not shown,"
            f" {report.redacted} texts redacted"
        )
        for fault in report.faults:
            where = f"entry {fault.seq}" if fault.seq is not None else "state"
            self.stdout.write(self.style.ERROR(f"  {fault.check}: {where}: {fault.detail}"))
        return report.holds
