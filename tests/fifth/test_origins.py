"""The fields of the fifth game: each is left to a person by a clause of its own, and known nowhere else."""

from campaigns.forms.action.origins import origins_of
from rules import catalogue, reference
from tests.campaigns.forms.known_elsewhere import known_of, typed_though_known


def test_a_clause_leaves_each_field_to_a_person_and_none_is_known() -> None:
    actions = catalogue.SYSTEMS["lanterns"]
    known = known_of("lanterns")
    clauses = {one.id for one in reference.all_clauses()}

    asked = [one for action in actions for one in origins_of(action) if one.is_persons]
    typed = [
        fault
        for action in actions
        for fault in typed_though_known(origins_of(action), known, action.input_type.__module__)
    ]

    assert [(one.path, set(one.clauses) <= clauses) for one in asked if one.origin != "record"] == [
        ("depth", True),
        ("turn_up", True),
        ("how", True),
    ]
    assert all(one.clauses for one in asked)
    assert typed == []
