"""Each package imports only what lies below it; `pyproject.toml` says what lies where."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CONTRACTS = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports())"


def test_no_floor_is_broken() -> None:
    checked = subprocess.run(
        [sys.executable, "-c", CONTRACTS], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert checked.returncode == 0, checked.stdout
