from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.log.export.checking import check_file
from campaigns.log.export.reading import BY_COMMAND, Refused

STEP = 1000


class Command(BaseCommand):
    help = "Verify an exported log on its own, without a database."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file")

    def handle(self, *, file: str, **_of_all: str | int | bool | None) -> None:
        try:
            with Path(file).open("rb") as stream:
                found = check_file(stream, BY_COMMAND, self._watch)
        except OSError as error:
            raise CommandError(f"the file cannot be read: {error.strerror}") from None
        except Refused as error:
            raise CommandError(str(error)) from None
        told, report = found.opening, found.report
        self.stdout.write(
            f"{told.campaign.name}: the {told.cut} cut, entries {told.range[0]} to {told.range[1]}"
        )
        self.stdout.write(
            f"  the chain is intact: {report.entries} entries; {report.played_again} replayed,"
            f" {report.fold_only} by their changes only; {report.draws.derived} open and"
            f" {report.sealed_draws.derived} sealed draws derived, {report.draws.not_shown} open and"
            f" {report.sealed_draws.not_shown} sealed not revealed; {report.redacted} texts redacted;"
            f" {found.sealed} parts sealed"
        )
        self.stdout.write(f"  newest entry {told.head.seq}, hash {told.head.hash}")
        if told.range[1] < told.head.seq:
            self.stdout.write("  it ends before that: later entries are in another file")

    def _watch(self, seq: int) -> None:
        if seq % STEP == 0:
            self.stderr.write(f"  {seq} entries")
