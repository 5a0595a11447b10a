"""A whole mage by concept, or one of the people around them."""

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
from campaigns.games.pandemonium.creation import MENTAL, PHYSICAL, SOCIAL
from rules.pandemonium.types import ARCANA

ATTRIBUTES = (*MENTAL, *PHYSICAL, *SOCIAL)
SIZE = 5
DOTS = 21
"""Of the nine Attributes together: one each, and twelve besides."""


class MageRow(ConceptRow, frozen=True, kw_only=True):
    """A concept: what is highest of each, and what else they may know. Whoever has no Arcana is no mage."""

    attributes: tuple[str, ...]
    arcana: tuple[str, ...] = ()
    skills: tuple[str, ...]
    knows: tuple[str, ...]
    merits: tuple[str, ...]


class _Table(Struct, frozen=True, forbid_unknown_fields=True):
    concept: tuple[MageRow, ...]


TABLE = read_table(__package__, _Table)


def make(chance: Random, concept: str, taken: Container[str]) -> dict[str, list[str]]:
    """What is typed for somebody of a concept."""
    row = row_of(TABLE.concept, concept)
    traits = spread(chance, ATTRIBUTES, DOTS, highest=row.attributes, least=1, most=5)
    willpower = traits["resolve"] + traits["composure"]
    known = [*row.skills, *some(chance, row.knows, 4, 6)]
    skills = spread(chance, known, chance.randint(12, 15), highest=row.skills, least=1, most=5)
    return typed(
        {
            "name": person(chance, taken),
            **{f"character.traits.{name}": value for name, value in traits.items()},
            "character.size": SIZE,
            "character.traits.defense": min(traits["dexterity"], traits["wits"]),
            "character.willpower": willpower,
            "character.most.willpower": willpower,
            "character.wisdom": chance.randint(6, 7),
            **(_magic(chance, row) if row.arcana else {}),
            **rows("listed.traits", ({"name": name, "value": value} for name, value in skills.items())),
            **rows(
                "listed.merits",
                ({"name": one, "value": chance.randint(1, 3)} for one in some(chance, row.merits, 2, 3)),
            ),
        }
    )


def _magic(chance: Random, row: MageRow) -> dict[str, int]:
    others = [one for one in sorted(ARCANA) if one not in row.arcana]
    arcana = spread(
        chance,
        [*row.arcana, *some(chance, others, 1, 3)],
        chance.randint(6, 8),
        highest=row.arcana,
        least=1,
        most=3 if len(row.arcana) > 1 else 4,
    )
    power = chance.randint(1, 3)
    most = 9 + power
    return {
        "character.traits.power": power,
        "character.mana": chance.randint(most // 2, most),
        "character.most.mana": most,
        **{f"character.traits.{name}": value for name, value in arcana.items()},
    }


READY_MADE = ReadyMade(
    (
        *listed(row for row in TABLE.concept if row.arcana),
        *listed((row for row in TABLE.concept if not row.arcana), only_chosen=True),
    ),
    make,
)
