import contextlib
import io
import os
from argparse import ArgumentParser

import segno
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from campaigns.config import addresses, servers, statics
from campaigns.management import preparing
from campaigns.management.plainly import said_plainly
from campaigns.services import demo
from campaigns.services.hosting import first_run, in_use, installation, nightly, one_by_one


class Command(BaseCommand):
    help = "Update the database, print the server's addresses, and serve until interrupted."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--no-demo", action="store_true", help="do not load the demo campaign")
        parser.add_argument("--server", choices=["granian", "uvicorn"], default="granian")

    def handle(self, *, no_demo: bool, server: str, **_of_all: str | int | bool | None) -> None:
        # Before the database is touched: a server that is there already would have it changed under it.
        if not addresses.is_free(settings.PORT):
            another = settings.PORT + 1 if settings.PORT < 65535 else 8000
            raise CommandError(f"Port {settings.PORT} is taken. Choose another: make play PORT={another}")
        with said_plainly("Pactbook did not start."), in_use.serving():
            with one_by_one.turn("start", self._say_who_is_first):
                self._prepare(with_demo=not no_demo)
            nightly.start()
            servers.run(server)

    def _say_who_is_first(self) -> None:
        self.stdout.write("Another server is preparing the same database. Waiting …")
        self.stdout.flush()

    def _prepare(self, *, with_demo: bool) -> None:
        is_first = preparing.bring_up_to_date(self.stdout.write)
        if is_first and with_demo:
            demo.load_demo()
        if not settings.TESTING:
            statics.collect_if_changed()
        self._announce()
        # Worker processes are forked from this one and must not share its connections.
        connections.close_all()
        os.environ["PORT"] = str(settings.PORT)

    def _announce(self) -> None:
        shared = addresses.shared_url()
        self.stdout.write(f"\nPactbook is open.\n  On this computer:  {addresses.local_url()}")
        if shared:
            self.stdout.write(f"  For the others:    {shared}\n")
            self._draw(shared)
        elif addresses.is_for_this_computer():
            told = (
                f"not reachable, because the server listens only on {settings.BIND}. "
                "To change that: make play BIND=0.0.0.0"
            )
            self.stdout.write(f"  For the others:    {told}\n")
        self.stdout.write(first_run.sign_in_notice())
        if notice := installation.key_notice():
            self.stdout.write(self.style.WARNING(notice))
        self.stdout.write(demo.notice())
        self.stdout.write("Press Ctrl-C to stop.")
        self.stdout.flush()

    def _draw(self, address: str) -> None:
        """The address as a QR code, where the terminal has the characters for it."""
        drawn = io.StringIO()
        segno.make(address, micro=False).terminal(out=drawn, compact=True)
        with contextlib.suppress(UnicodeEncodeError):
            self.stdout.write(drawn.getvalue())
