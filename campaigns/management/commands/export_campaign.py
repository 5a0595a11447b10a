import sys
from pathlib import Path
from typing import Literal

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.log.export.cuts import cut_for, named_cut, session_span, whole
from campaigns.log.export.writing import packed, written
from campaigns.management import choosing
from campaigns.models import Campaign, Membership
from campaigns.services.images import archive


class Command(BaseCommand):
    help = (
        "Write a campaign's log to a file: the whole log (to import it elsewhere), what everyone may read, "
        "or what one member may read."
    )
    requires_system_checks = ()  # they load every page, for half of the start

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("campaign", help="the campaign's id")
        parser.add_argument(
            "file",
            help="output file; - writes to standard output; .gz at its end compresses, .zip takes images along",
        )
        parser.add_argument("--cut", choices=("gm", "table"), default="gm", help="gm is the whole log")
        parser.add_argument("--member", help="a member's id: export only what they may read")
        parser.add_argument("--session", help="a session's id: export only its entries")

    def handle(
        self,
        *,
        campaign: str,
        file: str,
        cut: Literal["gm", "table"],
        member: str | None,
        session: str | None,
        **_of_all: str | int | bool | None,
    ) -> None:
        of = choosing.one(campaign)
        shown = cut_for("member", self._member(of, member)) if member else named_cut(cut, None)
        span = whole(of)
        if session:
            found = session_span(of, session)
            if found is None:
                raise CommandError("there is no session with that id")
            span = found
        lines = written(of, shown, span)
        if file.endswith(".zip"):
            if shown.name != "gm" or session:
                raise CommandError("a .zip holds the whole campaign: leave out --cut, --member and --session")
            lines = archive.written(of, lines)
        if file.endswith(".gz"):
            lines = packed(lines)
        if file == "-":
            sys.stdout.buffer.writelines(lines)
            return
        try:
            with Path(file).open("xb") as out:
                out.writelines(lines)
        except OSError as error:
            raise CommandError(f"the file cannot be written: {error.strerror}") from None
        self.stdout.write(f"{of.name}: entries {span.first} to {span.last}, head {of.head_hash}")

    def _member(self, campaign: Campaign, wanted: str) -> Membership:
        try:
            return Membership.objects.get(campaign=campaign, pk=wanted)
        except (Membership.DoesNotExist, ValidationError):
            raise CommandError("no member of this campaign has that id") from None
