"""What inputs, outcomes, records and logs hold: plain values, the ones that JSON has."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

Value: TypeAlias = bool | int | float | str | Sequence["Value"] | Mapping[str, "Value"] | None
Values: TypeAlias = Mapping[str, Value]
"""Values by name: what an action is given, what an outcome tells, the fields of a record."""


def as_text(value: Value) -> str:
    """The value, which is known to be text. TypeError if it is not."""
    if not isinstance(value, str):
        raise TypeError(f"text expected, not {value!r}")
    return value


def as_whole(value: Value) -> int:
    """The value, which is known to be a whole number. TypeError if it is not."""
    if not isinstance(value, int):
        raise TypeError(f"a whole number expected, not {value!r}")
    return value


def as_values(value: Value) -> Values:
    """The value, which is known to be values by name. TypeError if it is not."""
    if not isinstance(value, Mapping):
        raise TypeError(f"values by name expected, not {value!r}")
    return value


def as_list(value: Value) -> Sequence[Value]:
    """The value, which is known to be a list. TypeError if it is not."""
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise TypeError(f"a list expected, not {value!r}")
    return value


def as_number(value: Value) -> float:
    """The value, which is known to be a number, whole or not. TypeError if it is not."""
    if not isinstance(value, int | float):
        raise TypeError(f"a number expected, not {value!r}")
    return value
