"""A whole character of Demon City by concept, and for the GM a Horror."""

from collections.abc import Container
from random import Random

from msgspec import Struct

from campaigns.forms.ready_made import (
    ConceptRow,
    listed,
    person,
    read_table,
    row_of,
    rows,
    some,
    spread,
    typed,
)
from campaigns.game import ReadyMade

CHARACTERISTICS = ("agility", "toughness", "calm", "perception", "appeal", "cash", "knowledge")


class CityRow(ConceptRow, frozen=True, kw_only=True):
    """A concept: the highest characteristics, the skill known best, and others that may be; of Horrors their names."""

    highest: tuple[str, ...]
    skills: tuple[str, ...]
    knows: tuple[str, ...]
    is_horror: bool = False
    names: tuple[str, ...] = ()


class _Table(Struct, frozen=True, forbid_unknown_fields=True):
    concept: tuple[CityRow, ...]


TABLE = read_table(__package__, _Table)


def make(chance: Random, concept: str, taken: Container[str]) -> dict[str, list[str]]:
    """What is typed for somebody of a concept. Nothing of people is above 9 (DEC-EXTRA-05)."""
    row = row_of(TABLE.concept, concept)
    points, most = (chance.randint(36, 44), 12) if row.is_horror else (chance.randint(21, 25), 7)
    stats = spread(chance, CHARACTERISTICS, points, highest=row.highest, least=1, most=most)
    known = [*row.skills, *some(chance, row.knows, 2 if row.is_horror else 3, 5)]
    ranks = spread(chance, known, 4 * len(known), highest=row.skills, least=2, most=min(9, most))
    return typed(
        {
            "name": _horror(chance, row, taken) if row.names else person(chance, taken),
            **{f"character.stats.{name}": value for name, value in stats.items()},
            **({"character.supernatural": "on"} if row.is_horror else {}),
            **rows("listed.stats", ({"name": name, "value": value} for name, value in ranks.items())),
        }
    )


def _horror(chance: Random, row: CityRow, taken: Container[str]) -> str:
    name = chance.choice(row.names)
    while name in taken:
        name = f"{name}, again"
    return name


READY_MADE = ReadyMade(
    (
        *listed(row for row in TABLE.concept if not row.is_horror),
        *listed((row for row in TABLE.concept if row.is_horror), is_gms=True),
    ),
    make,
)
