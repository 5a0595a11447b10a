"""A whole sorcerer by concept, with the demon that they begin with."""

from collections.abc import Container
from random import Random
from typing import Literal, NamedTuple
from uuid import UUID

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
from rules.sorcerer.characters import DESCRIPTORS, POINTS, SCORES

USERS = {
    "inconspicuous": "demon",
    "object": "sorcerer",
    "parasite": "host",
    "passing": "demon",
    "possessor": "demon",
}
"""Who uses a demon's Abilities, by its Type (SOR-DEMON-15, SOR-DEMON-16, SOR-DEMON-21)."""


class SorcererRow(ConceptRow, frozen=True, kw_only=True):
    """A concept: `scores` are the highest, and `descriptors` say of what kind each is."""

    scores: tuple[str, ...]
    descriptors: tuple[str, ...]
    covers: tuple[str, ...]
    cover: Literal["stamina", "will"]
    prices: tuple[str, ...]
    demons: tuple[str, ...]
    telltales: tuple[str, ...]
    kickers: tuple[str, ...]
    lore: tuple[str, ...]
    life: tuple[str, ...]


class DemonRow(Struct, frozen=True, kw_only=True):
    """A demon; each Ability is its name, its target and its effect."""

    code: str
    type: str
    looks: str
    telltales: tuple[str, ...]
    needs: tuple[str, ...]
    desires: tuple[str, ...]
    abilities: tuple[tuple[str, str, str], ...]


class _DemonNames(Struct, frozen=True):
    first: tuple[str, ...]
    last: tuple[str, ...]


class _Lines(Struct, frozen=True):
    lines: tuple[str, ...]


class _Table(Struct, frozen=True, forbid_unknown_fields=True):
    concept: tuple[SorcererRow, ...]
    prices: dict[str, tuple[str, ...]]
    kicker: _Lines
    demon_names: _DemonNames
    demon: tuple[DemonRow, ...]


TABLE = read_table(__package__, _Table)


def make(chance: Random, concept: str, taken: Container[str]) -> dict[str, list[str]]:
    """What is typed for a sorcerer of a concept. The demon's Need is there for the GM's form, which alone asks it."""
    row = row_of(TABLE.concept, concept)
    name = person(chance, taken)
    scores = spread(chance, SCORES, POINTS, highest=row.scores, least=1, most=8)
    demon = chance.choice([one for one in TABLE.demon if one.code in row.demons])
    demon_name = _demon_name(chance, taken)
    price = chance.choice(row.prices)
    return typed(
        {
            "name": name,
            **{f"character.{score}": value for score, value in scores.items()},
            **{
                f"character.descriptors.{score}": _descriptors(chance, row, score, value)
                for score, value in scores.items()
            },
            "character.cover.name": chance.choice(row.covers),
            "character.cover.score": row.cover,
            "character.telltale": chance.choice(row.telltales),
            "character.price.name": price,
            "character.kicker": chance.choice(row.kickers),
            "character.background.lore": "\n".join(
                [*some(chance, row.lore, 1, 2), f"{demon_name}: {demon.looks}"]
            ),
            "character.background.price": "\n".join(some(chance, TABLE.prices[price], 1, 2)),
            "character.background.cover": "\n".join(some(chance, row.life, 1, 2)),
            "character.background.kicker": "\n".join(some(chance, TABLE.kicker.lines, 1, 2)),
            **_demon(chance, demon, demon_name),
        }
    )


def _descriptors(chance: Random, row: SorcererRow, score: str, value: int) -> list[str]:
    """The concept's own first (SOR-DESC-01: two for a score of 5 or more)."""
    own = [one for one in DESCRIPTORS[score] if one in row.descriptors]
    rest = [one for one in DESCRIPTORS[score] if one not in own]
    count = 2 if value >= 5 else 1
    found = [*own, *chance.sample(rest, count)][:count]
    return [one for one in DESCRIPTORS[score] if one in found]


def _demon_name(chance: Random, taken: Container[str]) -> str:
    names = TABLE.demon_names
    name = f"{chance.choice(names.first)} {chance.choice(names.last)}".strip()
    while name in taken:
        name = f"{name} {chance.choice([one for one in names.last if one])}"
    return name


def _demon(chance: Random, demon: DemonRow, name: str) -> dict[str, str | int]:
    """The Cover of one that passes for something else is never left out (SOR-DEMON-16)."""
    cover = [one for one in demon.abilities if one[0] == "Cover"]
    abilities = [
        *cover,
        *some(chance, [one for one in demon.abilities if one not in cover], 2, 4 - len(cover)),
    ]
    return {
        "demon.name": name,
        "demon.type": demon.type,
        "demon.telltale": chance.choice(demon.telltales),
        "demon.stamina": chance.randint(2, 5),
        "demon.desire": chance.choice(demon.desires),
        "demon.need": chance.choice(demon.needs),
        **rows(
            "demon.abilities",
            (
                {"name": ability, "user": USERS[demon.type], "target": target, "effect": effect}
                for ability, target, effect in abilities
            ),
        ),
    }


class UsualAbility(NamedTuple):
    """What an Ability of a demon of this Type often is: who uses it, on whom, to what effect."""

    type: str
    name: str
    user: str
    target: str
    effect: str


def usual_abilities() -> list[UsualAbility]:
    """One for each Ability of each Type that has it among those that are made, by name."""
    found = {
        (ability, one.type): UsualAbility(one.type, ability, USERS[one.type], target, effect)
        for one in reversed(TABLE.demon)
        for ability, target, effect in one.abilities
    }
    return [found[key] for key in sorted(found)]


def need_for(telltale: str, demon: UUID) -> str:
    """A Need of the kind of demon that has this telltale, the same each time; empty for one somebody thought up."""
    needs = [need for one in TABLE.demon if telltale in one.telltales for need in one.needs]
    return needs[demon.int % len(needs)] if needs else ""


READY_MADE = ReadyMade(listed(TABLE.concept), make)
