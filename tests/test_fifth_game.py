"""A game that nothing in `campaigns/` or `rules/` names, installed by its line in `settings.GAMES` and played."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def test_nothing_names_it_but_its_own_settings() -> None:
    found = [
        path.relative_to(ROOT).as_posix()
        for area in ("campaigns", "rules", "templates", "static")
        for path in (ROOT / area).rglob("*")
        if path.is_file() and re.search(rb"lanterns|tests\.fifth", path.read_bytes(), re.IGNORECASE)
    ]

    assert found == []


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_fifth_game_is_played_in_a_process_of_its_own() -> None:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "tests/fifth",
        "--ds=tests.fifth.settings",
        "-p",
        "no:xdist",
    ]
    played = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert played.returncode == 0, played.stdout + played.stderr
