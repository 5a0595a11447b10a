"""Cases of everything that the table does without a rule system: each action, each refusal."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules import catalogue, requests
from rules.kernel.tables import read_table

CASES = json.loads((Path(__file__).parent.parent / "vectors" / "table.json").read_text(encoding="utf-8"))
ELSEWHERE = {
    "TAB-UNDO-04",
    "TAB-UNDO-05",
    "TAB-DRAWS-04",
    "TAB-DRAWS-06",
    "TAB-ASK-01",
    "TAB-ASK-04",
    "TAB-ACT-01",
    "TAB-TIME-06",
    "TAB-GRANT-04",
    "TAB-GRANT-05",
}
"""Clauses of who may and what the application does around an action; tested with it."""


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_case_comes_out_as_written(case: dict[str, Any]) -> None:
    request = {key: case[key] for key in ("action", "input", "draws")}
    expected = case["expect"]

    answer = msgspec.json.decode(msgspec.json.encode(requests.resolve(msgspec.json.encode(request))))

    if "error" in expected:
        assert expected["error"].items() <= answer["error"].items()
    else:
        assert answer["outcome"] == expected["outcome"]
        assert answer["effects"] == expected["effects"]
        assert answer["clauses"] == case["clauses"]
        assert answer["draws_used"] == len(case["draws"])


def test_every_action_has_a_case_with_a_result() -> None:
    with_result = {case["action"] for case in CASES if "outcome" in case["expect"]}

    assert with_result == {action.name for action in catalogue.SYSTEMS["table"]}


def test_every_clause_has_a_case() -> None:
    clauses = {one["id"] for one in read_table("rules.table", "clauses.toml")["clause"]}
    tried = {clause for case in CASES for clause in case["clauses"] if clause.startswith("TAB-")}

    assert clauses - tried == {one for one in ELSEWHERE if one in clauses}
    assert tried <= clauses


def test_no_case_but_a_shuffle_draws() -> None:
    for case in (one for one in CASES if one["action"] != "table.reshuffle_pile"):
        request = {"action": case["action"], "input": case["input"], "draws": [6]}
        answer = requests.resolve(msgspec.json.encode(request))
        assert "error" in answer
