"""Which Clashes a round has (DEC-CLASH-03, DEC-CLASH-04, DEC-CLASH-29, DEC-ROUND-19)."""

from collections.abc import Iterator, Sequence
from typing import Annotated

from msgspec import Meta

from rules.demon_city.types import Announced, DemonCityInput
from rules.kernel.draws import Draws
from rules.kernel.origins import GM, by, record
from rules.kernel.parsing import check_distinct
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input, Outcome


class AnnouncedAction(Input):
    """What one participant announced."""

    id: Id
    side: Annotated[Id, GM, by("DEC-CLASH-02")]
    kind: Annotated[Announced, GM, by("DEC-CLASH-12")]
    targets: Annotated[tuple[Id, ...], record("character"), by("DEC-CLASH-12")] = ()
    driver: Annotated[bool, GM, by("DEC-CLASH-29")] = False


class SortClashesInput(DemonCityInput):
    actions: Annotated[tuple[AnnouncedAction, ...], Meta(min_length=1, max_length=100), record("character")]
    links: Annotated[tuple[tuple[Id, Id], ...], GM, by("DEC-CLASH-04")] = ()

    def __post_init__(self) -> None:
        check_distinct("actions", (action.id for action in self.actions))


class SortedClashes(Outcome):
    clashes: tuple[tuple[Id, ...], ...]
    drivers: tuple[Id, ...]
    uncontested: tuple[Id, ...]


def sort_clashes(given: SortClashesInput, draws: Draws) -> Result:
    """Group those who can get in each other's way; everybody else is uncontested (DEC-CLASH-03)."""
    drivers = [action for action in given.actions if action.driver]
    if len({driver.side for driver in drivers}) < 2:  # DEC-CLASH-29
        drivers = []
    others = [action for action in given.actions if action not in drivers]
    sides = {action.id: action.side for action in others}
    groups = _groups(sides, _connections(others, sides, given.links))
    clashes = [group for group in groups if len({sides[person] for person in group}) > 1]
    fighting = {person for clash in clashes for person in clash}
    outcome = SortedClashes(
        clashes=tuple(tuple(clash) for clash in clashes),
        drivers=tuple(driver.id for driver in drivers),
        uncontested=tuple(person for person in sides if person not in fighting),
    )
    moved = any(action.kind == "move" and action.id in fighting for action in others)
    return Result(
        outcome,
        clauses=cite(
            "DEC-CLASH-29" if drivers else None,
            "DEC-CLASH-03",
            "DEC-CLASH-04" if any(len(clash) > 2 for clash in clashes) else None,
            "DEC-CLASH-34" if moved else None,
            "DEC-ROUND-19" if outcome.uncontested else None,
        ),
    )


def _connections(
    actions: Sequence[AnnouncedAction], sides: dict[str, str], links: Sequence[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    for action in actions:
        for target in action.targets:
            if target in sides and sides[target] != action.side:
                yield action.id, target
    for one, other in links:
        if one in sides and other in sides:
            yield one, other


def _groups(
    people: Sequence[str] | dict[str, str], connections: Iterator[tuple[str, str]]
) -> list[list[str]]:
    """Everybody in groups of the connected, in listed order, groups by their first member."""
    group_of = {person: person for person in people}
    for one, other in connections:
        kept, merged = group_of[one], group_of[other]
        for person, group in group_of.items():
            if group == merged:
                group_of[person] = kept
    groups: dict[str, list[str]] = {}
    for person, group in group_of.items():
        groups.setdefault(group, []).append(person)
    return list(groups.values())
