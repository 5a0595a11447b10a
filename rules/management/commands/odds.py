import signal
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import msgspec
from django.core.management.base import BaseCommand, CommandError

from rules import requests


class GivenUp(Exception):
    """A line took longer than was asked for."""


class Command(BaseCommand):
    help = "Read one action and input a line (JSON) from standard input; print its exact odds, or an error, a line."
    requires_system_checks: list[str] = []  # declared so by BaseCommand

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--seconds",
            type=float,
            default=0,
            help="Give a line up after so long, say so in its answer and go on with the next. "
            "Without it every line is worked out to its end, which of hundreds of dice may take a minute.",
        )

    def handle(self, *, seconds: float = 0, **_of_all: str | int | bool | None) -> None:
        if seconds < 0:
            raise CommandError("--seconds must be a number above 0.")
        if seconds and not hasattr(signal, "setitimer"):
            raise CommandError("This operating system has no timer for --seconds. Leave the option out.")
        for line in sys.stdin.buffer:
            if line.strip():
                sys.stdout.buffer.write(msgspec.json.encode(_answer(line, seconds)) + b"\n")
                sys.stdout.buffer.flush()


def _answer(line: bytes, seconds: float) -> requests.Reply:
    try:
        with at_most(seconds):
            return requests.odds(line)
    except GivenUp:
        told = f"given up after {seconds:g} s; smaller pools take less, or allow more --seconds"
        return {"error": {"code": "took_too_long", "message": told}}


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """`GivenUp` out of the block where it takes longer; 0 is no limit."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise GivenUp

    before = signal.signal(signal.SIGALRM, stop) if seconds else None
    try:
        if seconds:
            signal.setitimer(signal.ITIMER_REAL, seconds)
        yield
    finally:
        if seconds:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
