"""How the log holds up: 1,000,000 entries on PostgreSQL, 100,000 on SQLite, against the bars.

    .venv/bin/python bench/log.py                      # both, some ten minutes
    .venv/bin/python bench/log.py sqlite 20000         # one of them, with fewer entries

The entries are copies of acts that were really played, with other words, in a chain that verifies. Everything is in a
database and a folder of its own, and gone afterwards. Times are medians in milliseconds, taken in turns.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SIZES = {"postgres": 1_000_000, "sqlite": 100_000}
sys.path.insert(0, str(ROOT))


def main(which: list[str], entries: int | None) -> int:
    failed = 0
    for name in which:
        with tempfile.TemporaryDirectory(prefix="pactbook-bench-") as folder:
            size = entries or SIZES[name]
            if name == "postgres":
                from tests import postgres

                with postgres.running() as url:
                    failed |= _run(folder, size, url)
            else:
                failed |= _run(folder, size, "")
    return failed


def _run(folder: str, entries: int, url: str) -> int:
    environment = {**os.environ, "DATA_DIR": folder, "DATABASE_URL": url}
    if not url:
        environment["DATABASE_URL"] = f"sqlite:///{folder}/bench.sqlite3"
    command = [sys.executable, str(ROOT / "bench" / "log_measures.py"), str(entries)]
    return subprocess.run(command, env=environment, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    chosen = [one for one in sys.argv[1:] if one in SIZES] or list(SIZES)
    numbers = [int(one) for one in sys.argv[1:] if one.isdecimal()]
    sys.exit(main(chosen, numbers[0] if numbers else None))
