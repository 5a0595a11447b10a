"""Every mechanic is decided by code that a case reaches; every procedure is, too, or a test is named for it."""

from typing import Any

import pytest

from rules.coverage import ENFORCERS, Covered, Record, covered, enforced
from rules.reference import SYSTEMS, all_clauses, find_clause
from tests.rules import clause_record

MORE = [(system, case) for system in SYSTEMS for case in clause_record.more_cases(system)]


@pytest.fixture(scope="module")
def rows() -> tuple[Covered, ...]:
    record = clause_record.record()
    clause_record.keep(record)
    return covered(record)


def test_every_mechanic_is_reached(rows: tuple[Covered, ...]) -> None:
    assert [row.clause.id for row in rows if row.clause.kind == "mechanic" and not row.reached_by] == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_procedure_is_reached_or_has_a_test_of_its_name(rows: tuple[Covered, ...], system: str) -> None:
    unsettled = [row.clause.id for row in rows if row.clause.system == system and not row.is_settled]

    assert unsettled == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_said_to_enforce_a_procedure_is_shown_by_a_test(
    rows: tuple[Covered, ...], system: str
) -> None:
    said = [row.clause.id for row in rows if row.clause.system == system and row.enforced and not row.tests]

    assert said == []


def test_tests_are_named_for_clauses_that_there_are() -> None:
    known = {clause.id for clause in all_clauses()}

    assert set(clause_record.tests_by_clause()) - known == set()


def test_no_result_cites_an_unknown_clause() -> None:
    known = {clause.id for clause in all_clauses()}

    assert set(clause_record.record().clauses) - known == set()


@pytest.mark.parametrize("system", SYSTEMS)
def test_enforcers_are_named_for_procedures_alone(system: str) -> None:
    for clause, by in enforced(system).items():
        assert find_clause(clause).system == system
        assert find_clause(clause).kind == "procedure"
        assert by.how
        if by.by not in ENFORCERS:
            assert find_clause(by.by).kind in ("mechanic", "procedure")


@pytest.mark.parametrize(("system", "case"), MORE, ids=[case["id"] for _, case in MORE])
def test_a_further_case_comes_out_as_written(system: str, case: dict[str, Any]) -> None:
    found, expected = clause_record.answer(case), case["expect"]

    assert set(case["clauses"]) <= set(clause_record.cited(found)), found
    if "error" in expected:
        assert expected["error"].items() <= found["error"].items()
    elif "odds" in expected:
        _assert_holds(found["odds"], expected["odds"])
    else:
        _assert_holds(found["outcome"], expected["outcome"])
        assert found["effects"] == expected.get("effects", found["effects"])


def test_a_clause_without_a_case_is_not_settled() -> None:
    unreached = [row for row in covered(Record()) if row.clause.kind == "mechanic"]

    assert not any(row.is_settled for row in unreached)


def _assert_holds(found: Any, expected: Any) -> None:
    """Every key that is expected matches; keys that are not given are free."""
    if isinstance(expected, dict):
        for key, value in expected.items():
            _assert_holds(found[key], value)
    elif isinstance(expected, float):
        assert found == pytest.approx(expected, abs=1e-9)
    else:
        assert found == expected
