"""What `make test-pythons` runs: the tests of the rules on each Python that the application is for and that is here."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.everything import ROOT, WITHOUT_DJANGO

VERSIONS = ("3.11", "3.12", "3.13")
MISSING = "not tried, it is not on this machine"
UV = str(Path(sys.executable).with_name("uv"))


def main() -> int:
    told = {version: _tried(version) for version in VERSIONS}
    print("\nThe tests of the rules:")
    for version, what in told.items():
        print(f"  Python {version}: {what or 'passed'}")
    wrong = [what for what in told.values() if what and (what != MISSING or os.environ.get("CI") == "true")]
    return 1 if wrong else 0


def _tried(version: str) -> str:
    """What went wrong on one Python; nothing where all passed."""
    python = python_of(version)
    if python is None:
        return MISSING
    print(f"\nPython {version}: {python}", flush=True)
    with tempfile.TemporaryDirectory(prefix="pactbook-python-") as folder:
        own = str(Path(folder, "bin", "python"))
        hashed = ["--require-hashes", "--no-deps", "-r", "requirements-dev.txt"]
        for command in (
            [UV, "venv", "-q", "--clear", "-p", python, folder],
            [UV, "pip", "install", "-q", "-p", own, *hashed],
        ):
            if subprocess.run(command, cwd=ROOT, check=False).returncode:
                return "FAILED: its packages could not be installed"
        tests = [own, "-m", "pytest", "-q", "tests/rules", *WITHOUT_DJANGO, "-n", "2"]
        return "FAILED" if subprocess.run(tests, cwd=ROOT, check=False).returncode else ""


def python_of(version: str) -> str | None:
    """The one of this version in the PATH, or else the one that uv finds; nothing where there is none."""
    find = [UV, "python", "find", "--no-project", "--no-python-downloads", version]
    kept = subprocess.run(find, capture_output=True, text=True, check=False).stdout.strip()
    for found in (shutil.which(f"python{version}"), kept or None):
        if found is not None and _version_of(found) == version:
            return found
    return None


def _version_of(python: str) -> str:
    """What it says it is; nothing where it does not run, as a shim for a version that is not chosen."""
    say = "import sys; print('.'.join(map(str, sys.version_info[:2])))"
    return subprocess.run([python, "-c", say], capture_output=True, text=True, check=False).stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
