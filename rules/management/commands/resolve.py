import sys

import msgspec
from django.core.management.base import BaseCommand

from rules import requests


class Command(BaseCommand):
    help = "Read one rules request a line (JSON) from standard input; print one result or error a line."
    requires_system_checks: list[str] = []  # declared so by BaseCommand

    def handle(self, **_of_all: str | int | bool | None) -> None:
        for line in sys.stdin.buffer:
            if line.strip():
                sys.stdout.buffer.write(msgspec.json.encode(requests.resolve(line)) + b"\n")
                sys.stdout.buffer.flush()
