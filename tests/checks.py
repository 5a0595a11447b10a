"""What `make check` runs, two at a time: everything that needs no database but SQLite and is quick.

`python -m tests.checks lint types` runs only those; `.pre-commit-config.yaml` names what runs before a commit.
"""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
TEMPLATES = [str(path) for path in sorted((ROOT / "templates").rglob("*.html"))]
CHECKS: dict[str, list[str]] = {
    "types": [str(BIN / "mypy")],
    "tests": [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-n",
        "logical",
        "--dist",
        "worksteal",
        "-m",
        "not journey and not slow",
        "--no-header",
    ],
    "lint": [str(BIN / "ruff"), "check", "--quiet", "--output-format=concise", "."],
    "layout": [str(BIN / "ruff"), "format", "--check", "--output-format=concise", "."],
    "templates": [str(BIN / "djade"), "--check", "--target-version", "5.2", *TEMPLATES],
    "floors": [str(BIN / "lint-imports"), "--no-logo"],
    "migrations": [sys.executable, "manage.py", "makemigrations", "--check", "--dry-run"],
}


def main() -> int:
    started = time.monotonic()
    chosen = sys.argv[1:] or list(CHECKS)
    if unknown := sorted(set(chosen) - set(CHECKS)):
        print(f"There is no check {', '.join(unknown)}. There are: {', '.join(CHECKS)}.")
        return 2
    with ThreadPoolExecutor(max_workers=2) as pool:
        results = dict(zip(chosen, pool.map(_run, chosen), strict=True))
    for name, (code, _, output) in results.items():
        if code:
            print(f"--- {name}\n{output}")
    for name, (code, seconds, _) in results.items():
        print(f"  {seconds:5.1f} s  {name:10}  {'FAILED' if code else 'ok'}")
    print(f"  {time.monotonic() - started:5.1f} s  in all")
    return 1 if any(code for code, _, _ in results.values()) else 0


def _run(name: str) -> tuple[int, float, str]:
    started = time.monotonic()
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "campaigns.config.for_tests"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # each process would compile every test anew
    done = subprocess.run(
        CHECKS[name], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    return done.returncode, time.monotonic() - started, done.stdout + done.stderr


if __name__ == "__main__":
    sys.exit(main())
