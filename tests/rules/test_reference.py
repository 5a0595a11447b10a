import re
from importlib.resources import files

import pytest

from rules import reference


def test_clause_is_found_by_its_id() -> None:
    clause = reference.find_clause("TAB-UNDO-05")

    assert (clause.system, clause.area, clause.title) == ("table", "UNDO", "Never undone")


def test_unknown_clause_is_told() -> None:
    with pytest.raises(reference.UnknownClause):
        reference.find_clause("SOR-NOWHERE-99")


def test_every_system_has_clauses_with_texts() -> None:
    clauses = reference.all_clauses()

    assert {clause.system for clause in clauses} == set(reference.SYSTEMS)
    assert [one.id for one in clauses if not re.fullmatch(r"[A-Z]{3}-[A-Z]+-\d\d", one.id)] == []
    assert [one.id for one in clauses if not (one.title and one.summary)] == []


def test_no_clause_is_told_in_names_of_the_code() -> None:
    named = re.compile(r"[a-z]_[a-z]|[a-z]\.[a-z<]|\bnull\b")

    assert [clause.id for clause in reference.all_clauses() if named.search(clause.summary)] == []


@pytest.mark.parametrize("table", ["clauses.toml", "words.toml"])
def test_a_maneuver_is_spelled_alike_in_every_game(table: str) -> None:
    told = [(files("rules") / system / table).read_text(encoding="utf-8") for system in reference.SYSTEMS]

    assert any(re.search("(?i)maneuver", one) for one in told)
    assert [one for one in told if re.search("(?i)manoeuv", one)] == []


def test_no_clause_stands_twice() -> None:
    rows = [row["id"] for system in reference.SYSTEMS for row in _rows(system)]

    assert len(rows) == len(reference.all_clauses())


def _rows(system: str) -> list[dict[str, str]]:
    from rules.kernel.tables import read_table

    rows: list[dict[str, str]] = read_table(f"rules.{system}", "clauses.toml")["clause"]
    return rows
