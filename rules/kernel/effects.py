"""Changes to stored state, as the contract writes them."""

from typing import Any, NotRequired, TypedDict

from msgspec import UNSET, Struct, UnsetType

from rules.kernel.values import Value


class Effect(Struct, frozen=True, omit_defaults=True):
    """One change: on a record's id and field, either `change` (an integer to add) or `set` (the new value)."""

    on: str
    field: str
    set: Any | UnsetType = UNSET  # a `Value`: msgspec takes no type that names itself
    change: int | UnsetType = UNSET


class EffectRow(TypedDict):
    """An effect as answers and logs have it: its own fields, of `set` and `change` only the one that it has."""

    on: str
    field: str
    set: NotRequired[Value]
    change: NotRequired[int]


def set_to(on: str, field: str, value: Value) -> Effect:
    """Set a record's field to a value; None removes a map's key or pops a stack."""
    return Effect(on=on, field=field, set=value)


def change_by(on: str, field: str, amount: int) -> Effect:
    """Add to a number (below 0: take away)."""
    return Effect(on=on, field=field, change=amount)
