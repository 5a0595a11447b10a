#!/usr/bin/env python
import os
import sys

PURE = {"resolve", "odds", "clauses"}
"""Commands of the rules alone: they need no database, so they load nothing that has one."""


def main() -> None:
    pure = len(sys.argv) > 1 and sys.argv[1] in PURE
    os.environ.setdefault(
        "DJANGO_SETTINGS_MODULE", "campaigns.config.rules_only" if pure else "campaigns.config.settings"
    )
    try:
        from django.core.management import execute_from_command_line
    except ImportError:
        sys.exit("Django is not installed here. Run `make setup`, then .venv/bin/python manage.py …")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
