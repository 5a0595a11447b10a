"""What the games share of making somebody by a concept: their tables, names, and numbers that keep what is highest.

What is made is what somebody would have typed: values of the controls of a creation form, by name. All of it comes from
the `Random` that is given, so that the same seed makes the same character.
"""

import tomllib
from collections.abc import Container, Iterable, Mapping, Sequence
from importlib.resources import files
from random import Random
from typing import Any, TypeVar

from msgspec import Struct

from campaigns.game import Concept
from rules.kernel.parsing import convert

Table = TypeVar("Table")
T = TypeVar("T")


class Culture(Struct, frozen=True, forbid_unknown_fields=True):
    """Given and family names that go together."""

    given: tuple[str, ...]
    family: tuple[str, ...]
    family_first: bool = False


class _Names(Struct, frozen=True, forbid_unknown_fields=True):
    culture: tuple[Culture, ...]


class ConceptRow(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every game's table says of a concept."""

    code: str
    title: str
    told: str


Row = TypeVar("Row", bound=ConceptRow)


def read_table(package: str, kind: type[Table], name: str = "ready_made.toml") -> Table:
    """A table beside the modules of a package."""
    raw: dict[str, Any] = tomllib.loads(files(package).joinpath(name).read_text(encoding="utf-8"))
    return convert(raw, kind)


CULTURES = read_table(__package__, _Names, "names.toml").culture


def listed(
    rows: Iterable[ConceptRow], *, is_gms: bool = False, only_chosen: bool = False
) -> tuple[Concept, ...]:
    """Rows of a table as the page offers them."""
    return tuple(Concept(row.code, row.title, row.told, is_gms, only_chosen) for row in rows)


def row_of(rows: Iterable[Row], concept: str) -> Row:
    """The row of a concept."""
    return next(row for row in rows if row.code == concept)


def person(chance: Random, taken: Container[str]) -> str:
    """Somebody's name that nobody has yet."""
    culture = chance.choice(CULTURES)
    given, family = chance.choice(culture.given), chance.choice(culture.family)
    parts = [family, given] if culture.family_first else [given, family]
    while " ".join(parts) in taken:
        parts.append(chance.choice(culture.family))
    return " ".join(parts)


def some(chance: Random, values: Sequence[T], least: int, most: int) -> list[T]:
    """Several different ones, in any order."""
    return chance.sample(values, min(len(values), chance.randint(least, most)))


def spread(
    chance: Random, names: Sequence[str], points: int, *, highest: Sequence[str], least: int, most: int
) -> dict[str, int]:
    """`points` shared out so that each of `highest` is above everything else.

    `least` and `most` are for each; points for which there is no room are left over.
    """
    found = {name: least + (name in highest) for name in names}
    for _point in range(points - sum(found.values())):
        top = min(found[name] for name in highest)
        room = [name for name in names if found[name] < most and (name in highest or found[name] + 1 < top)]
        if not room:
            break
        # What is highest is drawn twice as often: otherwise all the rest would stand just below it.
        found[chance.choice([*room, *(name for name in room if name in highest)])] += 1
    return found


def typed(values: Mapping[str, str | int | Sequence[str]]) -> dict[str, list[str]]:
    """Values as a form posts them: each control has a list of texts."""
    return {
        name: [str(value)] if isinstance(value, str | int) else list(value) for name, value in values.items()
    }


def rows(path: str, entries: Iterable[Mapping[str, str | int | Sequence[str]]]) -> dict[str, Any]:
    """Entries as the controls of a list have them."""
    return {f"{path}.{at}.{part}": value for at, one in enumerate(entries) for part, value in one.items()}
