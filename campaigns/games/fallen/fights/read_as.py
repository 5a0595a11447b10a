"""Somebody whom a viewer reads, as the rules read them: for the odds that stand on a page."""

from typing import TypeVar

from msgspec import structs

from campaigns.queries.cast import Member
from campaigns.viewing import Hidden
from rules.fallen.types import Subject, Weapon

S = TypeVar("S", bound=Subject)


def read_as(kind: type[S], one: Member) -> S:
    """Their traits as an action takes them; what is not known of them is left at what it is usually."""
    known = {
        name: value
        for name, value in ((field.name, one.fields.get(field.name)) for field in structs.fields(kind))
        if value is not None and not isinstance(value, Hidden)
    }
    if "beset" in kind.__struct_fields__:
        known["beset"] = sum(name.startswith("foes.") for name in one.fields)
    return kind(**{**known, "id": one.id})


def weapon_of(one: Member) -> Weapon:
    """A weapon as an attack takes it."""
    return read_as(Weapon, one)
