"""An input type read field by field: what each holds, where it comes from, and which records an input names."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from rules.kernel.origins import FreeText, FromRecord, Given, Helper, New
from rules.kernel.values import Value

Mark = TypeVar("Mark")

Path = tuple[str, ...]
"""Names of fields, one inside the other. Through a list it leads to every element."""


@dataclass(frozen=True)
class InputField:
    """One field of an input type: its contract name, its type without marks, and where it comes from."""

    name: str
    kind: Any
    marks: tuple[Any, ...]
    required: bool
    default: Value = None

    def mark(self, wanted: type[Mark]) -> Mark | None:
        for mark in self.marks:
            if isinstance(mark, wanted):
                return mark
        return None

    @property
    def may_be_none(self) -> bool:
        return NoneType in (self.kind, *get_args(self.kind))

    @cached_property
    def given_by(self) -> str | None:
        mark = self.mark(Given)
        return mark.by if mark else None


@cache
def slots_of(struct: type[Struct]) -> dict[str, InputField]:
    """The fields of an input type by contract name."""
    hints = get_type_hints(struct, include_extras=True)
    slots = {}
    for field in msgspec.structs.fields(struct):
        kind, marks = _unwrap(hints[field.name])
        default = None if field.default is msgspec.NODEFAULT else field.default
        slots[field.encode_name] = InputField(field.encode_name, kind, marks, field.required, default)
    return slots


@cache
def struct_in(kind: Any) -> type[Struct] | None:
    """The one Struct inside an optional, a list or a mark; None where there is none or several."""
    kind, _marks = _unwrap(kind)
    if isinstance(kind, type) and issubclass(kind, Struct):
        return kind
    if get_origin(kind) in (Union, UnionType, tuple, list):
        found = [struct_in(one) for one in get_args(kind) if one not in (NoneType, Ellipsis)]
        structs = [one for one in found if one is not None]
        return structs[0] if len(structs) == 1 and len(found) == 1 else None
    return None


def names_help(slot: InputField) -> bool:
    """Whether a field is a list of what helps a roll: records of which the rest is read."""
    struct = struct_in(slot.kind)
    named = slots_of(struct).get("id") if struct is not None else None
    return named is not None and named.mark(Helper) is not None


@cache
def record_paths(struct: type[Struct]) -> tuple[Path, ...]:
    """Where an input of this type names records, in the order in which they are read: the acting one comes first.

    What a procedure knows and what is derived is left out: nobody chose it.
    """
    return tuple(_record_paths(struct, ()))


def _record_paths(struct: type[Struct], outer: Path) -> Iterator[Path]:
    for slot in slots_of(struct).values():
        if slot.given_by in ("procedure", "derived", "setting"):
            continue
        path, inner = (*outer, slot.name), struct_in(slot.kind)
        if slot.mark(FromRecord):
            yield path if inner is None else (*path, "id")
        if inner is not None:
            yield from _record_paths(inner, path)


def values_at(value: Value, path: Path) -> Iterator[Value]:
    """What an input as the log keeps it has at a path; what is not told to a reader stands for all inside it."""
    if isinstance(value, list | tuple):
        for one in value:
            yield from values_at(one, path)
    elif path and isinstance(value, Mapping):
        yield from values_at(value.get(path[0]), path[1:])
    elif value is not None:
        yield value


def chosen(struct: type[Struct], given: Value, *, of_record: bool = False) -> Value:
    """What of an input, as the log keeps it, a person chose: neither records, nor what was read of them, nor words."""
    if isinstance(given, list | tuple):
        return [chosen(struct, one, of_record=of_record) for one in given]
    if not isinstance(given, Mapping):
        return given
    is_read = of_record and given.get("id") is not None
    told = ("procedure", "setting") if of_record and not is_read else ("procedure", "setting", "derived")
    found: dict[str, Value] = {}
    for slot in slots_of(struct).values():
        if slot.given_by in told or slot.mark(New) is not None or slot.mark(FreeText) is not None:
            continue
        source, inner = slot.mark(FromRecord), struct_in(slot.kind)
        if inner is not None and (source or slot.given_by or not is_read):
            found[slot.name] = chosen(inner, given.get(slot.name), of_record=bool(source))
        elif not source and (slot.given_by or not is_read):
            found[slot.name] = given.get(slot.name)
    return found


def _unwrap(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    marks: tuple[Any, ...] = ()
    while get_origin(hint) is Annotated:
        hint, *more = get_args(hint)
        marks = (*more, *marks)
    return hint, marks


def is_known_in_part(slot: InputField) -> bool:
    """Whether this is a group that a person gives and of which a procedure knows some fields."""
    struct = struct_in(slot.kind) if slot.given_by != "procedure" else None
    return struct is not None and any(one.given_by == "procedure" for one in slots_of(struct).values())
