"""A whole character of Fallen by concept: a demon in the body that they took, or a mortal."""

from collections.abc import Container
from random import Random
from typing import Literal

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
from campaigns.models.fallen import ABILITIES, ATTRIBUTES


class FallenRow(ConceptRow, frozen=True, kw_only=True):
    """A concept: what is highest of Attributes, Abilities and other traits, what else they know, what they carry."""

    kind: Literal["demon", "mortal"]
    highest: tuple[str, ...]
    abilities: tuple[str, ...]
    traits: tuple[str, ...]
    knows: tuple[str, ...]
    weapons: tuple[str, ...]
    armor: tuple[str, ...]


class WeaponRow(Struct, frozen=True, forbid_unknown_fields=True):
    names: tuple[str, ...]
    dice: int
    kind: Literal["bashing", "lethal"]
    strength: bool = False
    range: Literal["close", "ranged"] = "close"
    automatic: bool = False
    ammo: int | None = None


class ArmorRow(Struct, frozen=True, forbid_unknown_fields=True):
    names: tuple[str, ...]
    rating: int


class _TrueNames(Struct, frozen=True):
    first: tuple[str, ...]
    last: tuple[str, ...]


class _Table(Struct, frozen=True, forbid_unknown_fields=True):
    concept: tuple[FallenRow, ...]
    weapons: dict[str, WeaponRow]
    armor: dict[str, ArmorRow]
    true_names: _TrueNames


TABLE = read_table(__package__, _Table)


def make(chance: Random, concept: str, taken: Container[str]) -> dict[str, list[str]]:
    """What is typed for somebody of a concept. Faith is a demon's alone (FAL-SOAK-06)."""
    row = row_of(TABLE.concept, concept)
    is_demon = row.kind == "demon"
    attributes = spread(
        chance, ATTRIBUTES, chance.randint(14, 16), highest=row.highest, least=1, most=5 + is_demon
    )
    abilities = spread(chance, ABILITIES, chance.randint(10, 13), highest=row.abilities, least=0, most=5)
    known = [*row.traits, *some(chance, row.knows, 2, 4)]
    traits = spread(chance, known, chance.randint(9, 12), highest=row.traits, least=1, most=5)
    return typed(
        {
            "name": _name(chance, taken, is_demon=is_demon),
            "character.kind": row.kind,
            **{f"character.{name}": value for name, value in (attributes | abilities).items()},
            "character.faith": chance.randint(3, 6) if is_demon else 0,
            "character.willpower": chance.randint(5, 8) if is_demon else chance.randint(3, 6),
            **rows("listed.traits", ({"name": name, "value": value} for name, value in traits.items())),
            **rows(
                "carried.weapon",
                (_weapon(chance, TABLE.weapons[one]) for one in some(chance, row.weapons, 1, 2)),
            ),
            **rows(
                "carried.armor", (_armor(chance, TABLE.armor[one]) for one in some(chance, row.armor, 0, 1))
            ),
        }
    )


def _name(chance: Random, taken: Container[str], *, is_demon: bool) -> str:
    body = person(chance, taken)
    if not is_demon:
        return body
    names = TABLE.true_names
    name = f"{body}, called {chance.choice(names.first)}{chance.choice(names.last)}"
    while name in taken:
        name += chance.choice(names.last)
    return name


def _weapon(chance: Random, row: WeaponRow) -> dict[str, str | int]:
    flags = {"strength": row.strength, "automatic": row.automatic}
    return {
        "name": chance.choice(row.names),
        "dice": row.dice,
        "kind": row.kind,
        "range": row.range,
        **{name: "on" if is_so else "off" for name, is_so in flags.items()},
        "ammo": "" if row.ammo is None else row.ammo,
    }


def _armor(chance: Random, row: ArmorRow) -> dict[str, str | int]:
    return {"name": chance.choice(row.names), "rating": row.rating}


READY_MADE = ReadyMade(listed(TABLE.concept), make)
