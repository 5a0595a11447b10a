"""What `make test` runs: each part of the tests in turn, then the time and the summary of each."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests import chromium, postgres

ROOT = Path(__file__).resolve().parent.parent
BUDGET_SECONDS = 20 * 60
SUMMARY = re.compile(r"^(=+ )?(\d+ \w+.*|no tests ran) in [\d.]+s")
NOTHING_COLLECTED = 5
ON_POSTGRES = {"postgres", "everywhere"}
USUAL = ("rules", "sqlite", "postgres", "journeys")
NOT_INHERITED = {
    "TEST_DATABASE_URL",
    "PYTHONDONTWRITEBYTECODE",  # each process would compile every test anew, for six seconds
}
WITHOUT_DJANGO = ["-p", "no:django", "-p", "tests.no_django"]
AT_ONCE = ["-n", "logical", "--dist", "worksteal"]  # long tests at the end are shared out, too
# Tests that share a server are a group, and the longest begin. A third at once made the whole part slower on two cores.
IN_BROWSERS = ["-n", "2", "--dist", "loadgroup", "--no-loadscope-reorder"]
ANYWHERE = ["tests", "--ignore=tests/rules", *AT_ONCE]
PARTS: dict[str, tuple[str, list[str]]] = {
    "rules": ("the rules, without Django", ["tests/rules", *WITHOUT_DJANGO, *AT_ONCE]),
    "sqlite": ("the application on SQLite", [*ANYWHERE, "-m", "not journey"]),
    "postgres": (
        "the database again on PostgreSQL",
        [*ANYWHERE, "-m", "database and postgres and not sqlite"],
    ),
    "journeys": (
        "people in browsers",
        ["tests/journeys", "-m", "journey", *IN_BROWSERS],
    ),
    "everywhere": (
        "all that touches the database, on PostgreSQL",
        [*ANYWHERE, "-m", "database and not sqlite and not journey"],
    ),
    "coverage": (
        "what of the application the tests on SQLite reach",
        [*ANYWHERE, "-m", "not journey", "--cov", "--cov-report=term:skip-covered"],
    ),
}


def main(names: Sequence[str]) -> int:
    with ExitStack() as run:
        with suppress(LookupError):  # the part that cannot do without says so itself
            # One server for all parts: what is migrated there is migrated once.
            os.environ[postgres.OF_THE_RUN] = run.enter_context(postgres.running())
        results = [_run(name) for name in names or USUAL]
    total = sum(seconds for _, seconds, _, _ in results)
    print("\nTime by part:")
    for name, seconds, _, _ in results:
        print(f"  {seconds:7.1f} s  {PARTS[name][0]}")
    print(f"  {total:7.1f} s  of {BUDGET_SECONDS} s\n")
    for name, _, code, summary in results:
        print(f"{name}: {'passed' if code == 0 else f'FAILED ({code})'}")
        print(summary)
    return 1 if any(code for _, _, code, _ in results) else 0


def _run(name: str) -> tuple[str, float, int, str]:
    print(f"\n{PARTS[name][0]}", flush=True)
    started = time.monotonic()
    code, summary = _lacking(name) or _with_its_database(name)
    return name, time.monotonic() - started, code, summary


def _lacking(name: str) -> tuple[int, str] | None:
    """What this machine has not got for a part: left out at home, a failure where CI=true."""
    if name != "journeys" or chromium.program():
        return None
    return _left_out(chromium.MISSING)


def _left_out(why: str) -> tuple[int, str]:
    return (1 if os.environ.get("CI") == "true" else 0), why


def _with_its_database(name: str) -> tuple[int, str]:
    environment = {key: value for key, value in os.environ.items() if key not in NOT_INHERITED}
    if name not in ON_POSTGRES:
        return _pytest(PARTS[name][1], environment)
    try:
        with postgres.running() as url:
            return _pytest(PARTS[name][1], {**environment, "TEST_DATABASE_URL": url})
    except LookupError as error:
        return _left_out(str(error))


def _pytest(arguments: list[str], environment: dict[str, str]) -> tuple[int, str]:
    summary = "no summary"
    command = [sys.executable, "-m", "pytest", "-q", "--durations=5", "--durations-min=1", *arguments]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            if SUMMARY.match(line):
                summary = line.rstrip()
    is_empty = not any((ROOT / arguments[0]).rglob("test_*.py"))
    return (0 if is_empty and process.returncode == NOTHING_COLLECTED else process.returncode), summary


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
