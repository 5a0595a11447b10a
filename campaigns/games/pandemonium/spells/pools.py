"""With which pools people usually meet a spell, for forms to begin with."""

from collections.abc import Iterable
from typing import Final

from campaigns.queries.cast import Member
from rules import words
from rules.pandemonium.resistance import TABLE

BODILY: Final = ("forces", "matter")
"""Arcana whose grip is on the body rather than on mind or pattern."""


def attribute_against(spell: Member) -> str:
    """The resistance Attribute of the Path that the spell's Arcanum belongs to (PAN-RESIST-08)."""
    return next((one for name, one in TABLE.arcana.items() if name == spell["arcanum"]), "resolve")


def struggle_with(spell: Member) -> dict[str, str]:
    """A struggle against a spell, with the pool that usually resisted it first (PAN-STRUGGLE-02)."""
    bodily = spell["kind"] == "plunder" or spell["arcanum"] in BODILY
    traits = ("strength", "dexterity") if bodily else (attribute_against(spell), "power")
    return {"spells.0.id": spell.id, "spells.0.traits": as_typed(traits), "bolster": "willpower"}


def as_typed(traits: Iterable[str]) -> str:
    """Traits as a form takes them, by the names that stand on a sheet."""
    return "\n".join(map(words.spelled_out, traits))
