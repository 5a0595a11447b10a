"""Strategies for inputs of any action, made from its input type: well typed, though a rule may forbid them."""

from random import Random
from typing import Any

from hypothesis import strategies as st
from msgspec import Struct, inspect

from rules.sorcerer.modifiers import RANGES, Modifier

NAMES = st.sampled_from(["mara", "otto", "d1", "d2", "b1", "Fast", "Big", "parasite"])


def any_input(input_type: type[Struct]) -> st.SearchStrategy[dict[str, Any]]:
    """Plain JSON values that fit the type, small numbers mostly."""
    return _of(inspect.type_info(input_type))


def _of(kind: inspect.Type) -> st.SearchStrategy[Any]:
    match kind:
        case inspect.Metadata():
            return _of(kind.type)
        case inspect.StructType():
            return _modifier(kind) if issubclass(kind.cls, Modifier) else _struct(kind)
        case inspect.UnionType():
            return st.one_of(*(_of(member) for member in kind.types))
        case inspect.VarTupleType():
            least = kind.min_length or 0
            return st.lists(_of(kind.item_type), min_size=least, max_size=max(3, least))
    return _single(kind)


def _single(kind: inspect.Type) -> st.SearchStrategy[Any]:
    match kind:
        case inspect.LiteralType():
            return st.sampled_from(kind.values)
        case inspect.IntType():
            least, most = kind.ge or 0, kind.le if kind.le is not None else 100
            return st.integers(least, min(most, least + 7)) | st.integers(least, most)
        case inspect.BoolType():
            return st.booleans()
        case inspect.NoneType():
            return st.none()
        case inspect.StrType():
            return NAMES if kind.min_length else NAMES | st.just("")
    raise AssertionError(f"no strategy for {kind}")


def _struct(kind: inspect.StructType) -> st.SearchStrategy[dict[str, Any]]:
    required = {field.encode_name: _of(field.type) for field in kind.fields if field.required}
    optional = {field.encode_name: _of(field.type) for field in kind.fields if not field.required}
    return st.fixed_dictionaries(required, optional=optional)


def _modifier(kind: inspect.StructType) -> st.SearchStrategy[dict[str, Any]]:
    (source,) = (field for field in kind.fields if field.name == "source")
    return _of(source.type).flatmap(_award)


def _award(source: str) -> st.SearchStrategy[dict[str, Any]]:
    low, high = RANGES[source]
    dice = st.integers(max(low, -5), min(high, 5)).filter(bool)
    return st.fixed_dictionaries({"source": st.just(source), "dice": dice})


def near(cases: list[dict[str, Any]], input_type: type[Struct]) -> st.SearchStrategy[dict[str, Any]]:
    """Inputs of worked cases with some values changed, so that most of them get as far as a roll."""
    return st.builds(_mixed, st.sampled_from(cases), any_input(input_type), st.randoms(use_true_random=False))


def _mixed(case: dict[str, Any], other: dict[str, Any], chance: Random) -> dict[str, Any]:
    mixed = dict(case)
    for key, value in other.items():
        own = case.get(key)
        if isinstance(own, dict) and isinstance(value, dict):
            mixed[key] = _mixed(own, value, chance)
        elif key not in ("id", "state", "bindings") and chance.random() < 0.2:
            mixed[key] = value
    return mixed
