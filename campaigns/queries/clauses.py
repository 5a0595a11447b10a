"""The rules reference: clauses found by words and grouped by system and area."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import groupby

from django.conf import settings

from campaigns.game import TABLE, games
from rules.reference import Clause, all_clauses

A_PAGE = 25
"""So many clauses a page, so that none is an endless one."""
KINDS = ("mechanic", "procedure", "guidance")


@dataclass(frozen=True)
class Area:
    """Clauses of one area of a system; `key` is unique among all systems and serves as an anchor."""

    key: str
    system: str
    title: str
    clauses: tuple[Clause, ...]

    @property
    def code(self) -> str:
        """What it is called among the areas of its system."""
        return self.clauses[0].area


@dataclass(frozen=True)
class Wanted:
    """What a reader looks for. Empty words do not narrow anything down."""

    words: str = ""
    system: str = ""
    area: str = ""
    kind: str = ""

    @property
    def is_narrow(self) -> bool:
        """Whether clauses are asked for, and not only in which areas there are some."""
        return bool(self.words or self.area or self.kind)

    def takes(self, clause: Clause) -> bool:
        if self.system and clause.system != self.system:
            return False
        if (self.area and clause.area != self.area) or (self.kind and clause.kind != self.kind):
            return False
        text = f"{clause.id} {clause.title} {clause.summary}".casefold()
        return all(word in text for word in self.words.casefold().split())


@cache
def systems() -> Mapping[str, str]:
    """Every system by code, in the order of the reference, with its name."""
    return {**{code: game.name for code, game in games().items()}, TABLE: "The table"}


@dataclass(frozen=True)
class Page:
    """So many of the clauses that were found, by area; `number` counts all of them."""

    areas: list[Area]
    number: int
    at: int
    last: int


def page_of(wanted: Wanted, among: Iterable[str], at: int) -> Page:
    """A page of what is wanted of these systems; the last one where there are not so many."""
    found = [clause for area in find(wanted, among) for clause in area.clauses]
    last = max(1, -(-len(found) // A_PAGE))
    at = min(max(1, at), last)
    return Page(list(_by_area(found[(at - 1) * A_PAGE : at * A_PAGE])), len(found), at, last)


def find(wanted: Wanted, among: Iterable[str] | None = None) -> list[Area]:
    """The clauses of these systems, else of all, that are wanted, by area, in the order of the systems and books."""
    order = {system: number for number, system in enumerate(among or systems())}
    found = [clause for clause in all_clauses() if clause.system in order and wanted.takes(clause)]
    return list(_by_area(sorted(found, key=lambda clause: order[clause.system])))


def areas_of(system: str) -> list[Area]:
    """The areas of a system, in the order of its book."""
    return [area for area in _by_area(all_clauses()) if area.system == system]


def title_of(clause: Clause) -> str:
    """What a clause's area is called."""
    return _titles().get(clause.system, {}).get(clause.area, clause.area.capitalize())


def neighbours(clause: Clause) -> tuple[Clause | None, Clause | None]:
    """The clauses before and after one in its system."""
    own = [one for one in all_clauses() if one.system == clause.system]
    place = own.index(clause)
    return own[place - 1] if place else None, own[place + 1] if place + 1 < len(own) else None


def _by_area(clauses: Iterable[Clause]) -> Iterable[Area]:
    for (system, area), group in groupby(clauses, key=lambda clause: (clause.system, clause.area)):
        members = tuple(group)
        yield Area(f"{system}-{area.lower()}", system, title_of(members[0]), members)


@cache
def _titles() -> dict[str, dict[str, str]]:
    rooms = {package.rpartition(".")[2]: package for package in settings.GAMES}
    return {
        system: tomllib.loads(files(package).joinpath("areas.toml").read_text(encoding="utf-8"))
        for system, package in (*rooms.items(), (TABLE, __package__))
    }
