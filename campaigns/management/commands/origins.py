from argparse import ArgumentParser

from django.core.management.base import BaseCommand

from campaigns.forms.action.origins import origins_of
from rules.catalogue import SYSTEMS


class Command(BaseCommand):
    help = "List each field of each action's input: where it comes from, and the clauses that leave it to a person."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("system", nargs="?", choices=SYSTEMS, help="only this system")
        parser.add_argument(
            "--persons",
            action="store_true",
            help="only what a person is asked, records that they pick included",
        )

    def handle(self, *, system: str | None, persons: bool, **_of_all: str | int | bool | None) -> None:
        for actions in (SYSTEMS[system],) if system else SYSTEMS.values():
            for one in (field for action in actions for field in origins_of(action)):
                if one.is_persons or not persons:
                    self.stdout.write("\t".join((one.action, one.path, one.origin, " ".join(one.clauses))))
