"""The worked cases of the whole system."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules import requests

CASES = json.loads((Path(__file__).parent.parent / "vectors" / "demon_city.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_worked_case_comes_out_as_written(case: dict[str, Any]) -> None:
    request = {key: case[key] for key in ("action", "input", "draws") if key in case}
    expected = case["expect"]

    answer = msgspec.json.decode(msgspec.json.encode(requests.resolve(msgspec.json.encode(request))))

    if "error" in expected:
        assert expected["error"].items() <= answer["error"].items()
    elif "odds" in expected:
        assert _kept(answer["odds"], expected["odds"]) == expected["odds"]
    else:
        assert _kept(answer["outcome"], expected.get("outcome", {})) == expected.get("outcome", {})
        assert answer["effects"] == expected.get("effects", answer["effects"])
        assert answer["draws_used"] == len(case.get("draws", []))


def _kept(found: Any, expected: Any) -> Any:
    """What was found, without the keys that the case leaves free; numbers to nine digits."""
    if isinstance(expected, dict):
        return {key: _kept(found[key], value) for key, value in expected.items()}
    if isinstance(expected, list) and len(found) == len(expected):
        return [_kept(one, value) for one, value in zip(found, expected, strict=True)]
    if isinstance(expected, float):
        return expected if abs(found - expected) < 1e-9 else found
    return found
