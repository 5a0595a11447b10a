"""The worked cases of every system, through the contract's requests."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules import catalogue, requests

LEFT_OUT = {"values"}
"""Odds that are too long to write out in a case; they are held against a twin."""

VECTORS = Path(__file__).parent / "vectors"
SYSTEMS = ("sorcerer", "pandemonium", "demon_city", "fallen")
CASES = [
    case
    for system in SYSTEMS
    for case in json.loads((VECTORS / f"{system}.json").read_text(encoding="utf-8"))
]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_worked_case_comes_out_as_written(case: dict[str, Any]) -> None:
    request = {key: case[key] for key in ("action", "input", "draws") if key in case}
    expected = case["expect"]

    answer = msgspec.json.decode(msgspec.json.encode(requests.resolve(msgspec.json.encode(request))))

    if "error" in expected:
        assert expected["error"].items() <= answer["error"].items()
    elif "odds" in expected:
        assert answer["odds"].keys() - expected["odds"].keys() <= LEFT_OUT
        assert as_written(answer["odds"], expected["odds"], case) == expected["odds"]
    else:
        told = {name: answer["outcome"][name] for name in expected.get("outcome", {})}
        assert as_written(told, expected.get("outcome", {}), case) == expected.get("outcome", {})
        assert answer["effects"] == expected.get("effects", answer["effects"])
        assert answer["draws_used"] == len(case.get("draws", []))
        assert catalogue.find(case["action"]).may_draw or not case.get("draws")


def as_written(found: Any, expected: Any, case: dict[str, Any]) -> Any:
    """What was found, numbers to nine digits; cases of `demon_city` leave out parts that they are not about."""
    if isinstance(expected, dict) and isinstance(found, dict):
        names = expected if case["action"].startswith("demon_city.") else found
        return {name: as_written(found[name], expected.get(name), case) for name in names}
    if isinstance(expected, list) and isinstance(found, list) and len(found) == len(expected):
        return [as_written(one, value, case) for one, value in zip(found, expected, strict=True)]
    if isinstance(expected, float):
        return expected if abs(found - expected) < 1e-9 else found
    return found
