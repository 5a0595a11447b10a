"""The table of action × field × origin: what a person is asked for is left to them by a clause, and known nowhere."""

import io
from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Annotated

import pytest
from django.core.management import call_command

from campaigns.forms.action.origins import Origin, origins_of
from rules import catalogue, reference
from rules.kernel.action import Action
from rules.kernel.draws import Draws
from rules.kernel.origins import GM, PLAYER, RESULT, by, record
from rules.kernel.result import Result
from rules.kernel.types import Id, Input, Outcome
from tests.campaigns.forms.known_elsewhere import Known, known_of, typed_though_known
from tests.campaigns.forms.left_to_people import ALSO_KNOWN, LEFT

pytestmark = pytest.mark.slow


def _persons(system: str) -> Iterator[Origin]:
    for action in catalogue.SYSTEMS[system]:
        yield from (one for one in origins_of(action) if one.is_persons)


def _typed_though_known(system: str) -> set[str]:
    """As `action field`: by its own name, or under another (`ALSO_KNOWN`)."""
    known = known_of(system)
    found = {
        fault.partition(":")[0]
        for action in catalogue.SYSTEMS[system]
        for fault in typed_though_known(origins_of(action), known, action.input_type.__module__)
    }
    return found | {said for one in _persons(system) if (said := f"{one.action} {one.path}") in ALSO_KNOWN}


def _exists(clause: str) -> bool:
    return clause in {one.id for one in reference.all_clauses()}


def _is_left(field: str) -> bool:
    action, _space, path = field.partition(" ")
    patterns = (pattern.split(" ") for pattern in LEFT)
    return any(fnmatchcase(action, acts) and fnmatchcase(path, paths) for acts, paths in patterns)


@pytest.mark.parametrize("system", catalogue.SYSTEMS)
def test_a_clause_leaves_each_field_to_the_person_who_is_asked_for_it(system: str) -> None:
    unfounded = [f"{one.action} {one.path}" for one in _persons(system) if not one.clauses]
    unknown = {clause for one in _persons(system) for clause in one.clauses if not _exists(clause)}

    assert unfounded == []
    assert unknown == set()


@pytest.mark.parametrize("system", catalogue.SYSTEMS)
def test_nobody_is_asked_for_what_is_known(system: str) -> None:
    typed = {field for field in _typed_though_known(system) if not _is_left(field)}

    assert typed == set(), "known already: read it from there"


def test_each_exception_names_a_clause_and_something_that_is_asked() -> None:
    typed = {field for system in catalogue.SYSTEMS for field in _typed_though_known(system)}
    unused = [
        pattern
        for pattern in LEFT
        if not any(all(map(fnmatchcase, one.split(), pattern.split())) for one in typed)
    ]

    assert unused == []
    assert [clause for clause, _why in LEFT.values() if not _exists(clause)] == []


class Told(Outcome):
    margin: int


class Subject(Input):
    id: Id
    stamina: Annotated[int, PLAYER, by("SOR-ROLL-05")]


class PlantedInput(Input):
    who: Annotated[Subject, record("character")]
    hours: Annotated[int, GM, by("TAB-TALK-02")]
    margin: Annotated[int, GM, by("TAB-TALK-02")]
    asked_for: Annotated[str, PLAYER, by("TAB-TALK-02")]
    unfounded: Annotated[bool, GM]
    lore: Annotated[int, RESULT]
    mood: Annotated[str, PLAYER, by("TAB-TALK-02")] = ""


def _planted(given: PlantedInput, draws: Draws) -> Result:
    return Result(Told(margin=given.margin))


PLANTED = Action("sorcerer.planted", _planted)


def test_a_planted_field_that_a_record_a_question_an_outcome_or_the_clock_holds_is_found() -> None:
    known = Known(
        stored=known_of("sorcerer").stored,
        asked={"sorcerer.planted": frozenset({"asked_for"})},
        came_to={"rules.sorcerer.elsewhere": {"margin": "number"}},
    )

    found = list(typed_though_known(origins_of(PLANTED), known, __name__))

    assert found == [
        "sorcerer.planted who.stamina: the character",
        "sorcerer.planted hours: the clock",
        "sorcerer.planted margin: what elsewhere came to",
        "sorcerer.planted asked_for: the open question that it answers",
    ]
    assert [one.path for one in origins_of(PLANTED) if one.is_persons and not one.clauses] == ["unfounded"]


def test_the_command_prints_the_table() -> None:
    out = io.StringIO()

    call_command("origins", "sorcerer", "--persons", stdout=out)

    rows = [line.split("\t") for line in out.getvalue().splitlines()]
    assert ["sorcerer.punish", "amount", "player", "SOR-PUNISH-02"] in rows
    assert {row[2] for row in rows} == {"player", "gm", "record"}
