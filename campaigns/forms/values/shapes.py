"""What is asked of a stored value whose declared type leaves its parts open: the shape that its game gives it."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from campaigns.game import Shape, of_all
from campaigns.state import kinds
from campaigns.state.fields import Ref
from rules.kernel.parsing import parse
from rules.kernel.values import Value


def shape_of(kind: str, field: str) -> Any:
    """The type by which a person is asked for a field's value, or for one value of a map."""
    return _shape(kind, field).type


def as_asked(kind: str, field: str, stored: Value) -> Value:
    """A stored value as its controls show it."""
    shown: Value = _shape(kind, field).asked(stored)
    return shown


def as_stored(kind: str, field: str, asked: Value) -> Value:
    """What was typed as it is stored; `InvalidInput` names the part (after `input`) that does not fit."""
    shape = _shape(kind, field)
    stored: Value = shape.stored(msgspec.to_builtins(parse(shape.type, shape.typed(asked))))
    return stored


def parts_of(kind: str, field: str) -> Mapping[str, tuple[str, ...]]:
    """Of a field whose rows are of one type or another, the parts of each."""
    return _shape(kind, field).parts


def worked_out(kind: str, field: str) -> frozenset[str]:
    """The parts of a field that follow from something else."""
    return _shape(kind, field).worked_out


def _shape(kind: str, field: str) -> Shape:
    declared = kinds.kind(kind).stored()[field]
    if isinstance(declared, Ref):
        raise TypeError("a reference is no value")
    return _shapes().get((kind, field)) or Shape(declared.type)


@cache
def _shapes() -> Mapping[tuple[str, str], Shape]:
    return of_all(lambda game: game.values.shapes)
