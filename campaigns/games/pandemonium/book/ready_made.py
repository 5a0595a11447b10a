"""Spells to begin a book with: each fills in the form of a spell, which may be changed before it is written down."""

from collections.abc import Collection
from typing import Final

from msgspec import Struct, structs

from campaigns.forms.ready_made import read_table
from rules.kernel.values import Values
from rules.pandemonium.types import Arcanum, Aspect, Kind, SpellDuration, Wound


class ReadySpell(Struct, frozen=True, forbid_unknown_fields=True):
    """A spell as the table has it."""

    code: str
    name: str
    arcanum: Arcanum
    kind: Kind
    aspect: Aspect
    words: str
    wound: Wound | None = None
    duration: SpellDuration = "sustained"

    def written(self) -> Values:
        """What it fills in."""
        return {name: value for name, value in structs.asdict(self).items() if name != "code"}


class _Table(Struct, frozen=True, forbid_unknown_fields=True):
    spell: tuple[ReadySpell, ...]


SPELLS: Final = read_table(__package__, _Table).spell


def of_arcana(arcana: Collection[str]) -> list[ReadySpell]:
    """Those of the Arcana that a mage knows."""
    return [one for one in SPELLS if one.arcanum in arcana]


def called(code: str) -> ReadySpell | None:
    return next((one for one in SPELLS if one.code == code), None)
