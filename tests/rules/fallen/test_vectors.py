"""The worked cases of the whole system."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules import requests

CASES = json.loads((Path(__file__).parent.parent / "vectors" / "fallen.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_worked_case_comes_out_as_written(case: dict[str, Any]) -> None:
    request = {key: case[key] for key in ("action", "input", "draws") if key in case}
    expected = case["expect"]

    answer = msgspec.json.decode(msgspec.json.encode(requests.resolve(msgspec.json.encode(request))))

    if "error" in expected:
        assert expected["error"].items() <= answer["error"].items()
    elif "odds" in expected:
        assert answer["odds"].keys() == expected["odds"].keys()
        for key, value in expected["odds"].items():
            assert answer["odds"][key] == pytest.approx(value, abs=1e-9)
    else:
        outcome = answer["outcome"]
        assert {key: outcome[key] for key in expected.get("outcome", {})} == expected.get("outcome", {})
        assert answer["effects"] == expected.get("effects", answer["effects"])
        assert answer["draws_used"] == len(case.get("draws", []))
