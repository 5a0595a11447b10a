"""The reference finds clauses by their words and keeps the order of the books."""

from campaigns.queries import clauses
from campaigns.queries.clauses import Wanted
from rules.reference import all_clauses, find_clause


def ids(wanted: Wanted) -> list[str]:
    return [clause.id for area in clauses.find(wanted) for clause in area.clauses]


def test_nothing_wanted_gives_every_clause_once() -> None:
    found = ids(Wanted())

    assert len(found) == len(set(found)) == len(all_clauses())


def test_clause_is_found_by_its_id() -> None:
    assert ids(Wanted(words="sor-bind-13")) == ["SOR-BIND-13"]


def test_all_words_have_to_stand_in_a_clause() -> None:
    found = ids(Wanted(words="STAMINA dice"))

    assert found
    for one in found:
        clause = find_clause(one)
        text = f"{clause.title} {clause.summary}".lower()
        assert "stamina" in text
        assert "dice" in text


def test_system_area_and_kind_narrow_down() -> None:
    found = [find_clause(one) for one in ids(Wanted(system="sorcerer", area="BIND", kind="mechanic"))]

    assert found
    assert {(clause.system, clause.area, clause.kind) for clause in found} == {
        ("sorcerer", "BIND", "mechanic")
    }


def test_every_area_has_a_title() -> None:
    untitled = {
        (clause.system, clause.area)
        for clause in all_clauses()
        if clause.area not in clauses._titles()[clause.system]
    }

    assert untitled == set()


def test_areas_have_anchors_of_their_own() -> None:
    keys = [area.key for area in clauses.find(Wanted())]

    assert len(keys) == len(set(keys))


def test_neighbours_stay_within_the_system() -> None:
    first = next(clause for clause in all_clauses() if clause.system == "fallen")

    before, after = clauses.neighbours(first)

    assert before is None
    assert after is not None
    assert after.system == "fallen"
