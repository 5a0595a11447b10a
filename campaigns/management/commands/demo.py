from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.management import preparing
from campaigns.management.plainly import said_plainly
from campaigns.services import demo


class Command(BaseCommand):
    help = "Play an evening of a game as a demo: a GM, three players, an observer, an ended session and an open one."
    requires_system_checks = ()  # they load every page, for half of the start

    def add_arguments(self, parser: CommandParser) -> None:
        offered = demo.with_demo()
        parser.add_argument("--game", choices=offered, default=offered[0], help="whose evening is played")
        parser.add_argument("--seed", type=int, default=demo.SEED, help="another number, other dice")

    def handle(self, *, game: str, seed: int, **_of_all: str | int | bool | None) -> None:
        with said_plainly("There is no demo."):
            preparing.make_if_new(self.stdout.write)
        try:
            demo.load_demo(game, seed)
        except demo.DemoRefused as error:
            raise CommandError(str(error)) from error
        self.stdout.write(demo.notice())
