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

KINDS = ("mechanic", "procedure", "guidance")


@dataclass(frozen=True)
class Area:
    """Clauses of one area of a system; `key` is unique among all systems and serves as an anchor."""

    key: str
    system: str
    title: str
    clauses: tuple[Clause, ...]


@dataclass(frozen=True)
class Wanted:
    """What a reader looks for. Empty words do not narrow anything down."""

    words: str = ""
    system: str = ""
    area: str = ""
    kind: str = ""

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


def find(wanted: Wanted, among: Iterable[str] | None = None) -> list[Area]:
    """The clauses of these systems, else of all, that are wanted, by area, in the order of the systems and books."""
    order = {system: number for number, system in enumerate(among or systems())}
    found = [clause for clause in all_clauses() if clause.system in order and wanted.takes(clause)]
    return list(_by_area(sorted(found, key=lambda clause: order[clause.system])))


def areas_of(system: str) -> list[tuple[str, str]]:
    """The areas of a system, code and title, for a choice."""
    return [(area.clauses[0].area, area.title) for area in _by_area(all_clauses()) if area.system == system]


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
