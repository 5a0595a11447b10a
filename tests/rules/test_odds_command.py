"""`manage.py odds`: a line that takes too long says so, and the next one is worked out as ever."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
MANY = [{"source": "situation", "dice": 30}, {"source": "situation", "dice": 30}]


def request(dice: int, modifiers: list[dict[str, Any]]) -> dict[str, Any]:
    acting = {"id": "a", "score": "lore", "dice": dice}
    opposing = {"score": "difficulty", "dice": dice}
    both = {"modifiers": modifiers, "opposing_modifiers": modifiers}
    return {"action": "sorcerer.roll", "input": {"acting": acting, "opposing": opposing, **both}}


def asked(*requests: dict[str, Any], seconds: str) -> list[dict[str, Any]]:
    done = subprocess.run(
        [sys.executable, "manage.py", "odds", "--seconds", seconds],
        input="\n".join(map(json.dumps, requests)).encode() + b"\n",
        capture_output=True,
        check=True,
        cwd=ROOT,
        env={key: value for key, value in os.environ.items() if key != "DJANGO_SETTINGS_MODULE"},
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_line_that_takes_too_long_is_given_up_alone() -> None:
    given_up, quick = asked(request(30, MANY), request(3, []), seconds="0.05")

    assert given_up["error"]["code"] == "took_too_long"
    assert "0.05 s" in given_up["error"]["message"]
    assert "odds" in quick


def test_time_enough_changes_no_answer() -> None:
    (found,) = asked(request(3, []), seconds="60")

    assert "odds" in found
