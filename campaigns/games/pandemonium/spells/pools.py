"""With which pools people usually meet a spell, for forms to begin with."""

from typing import Final

from campaigns.queries.cast import Member
from rules.pandemonium.resistance import TABLE

BODILY: Final = ("forces", "matter")
"""Arcana whose grip is on the body rather than on mind or pattern."""


def attribute_against(spell: Member) -> str:
    """The resistance Attribute of the Path that the spell's Arcanum belongs to (PAN-RESIST-08)."""
    return next((one for name, one in TABLE.arcana.items() if name == spell["arcanum"]), "resolve")


def struggle_with(spell: Member) -> dict[str, str]:
    """A struggle against a spell: with which pool is read (PAN-STRUGGLE-02)."""
    return {"spells.0.id": spell.id, "bolster": "willpower"}
