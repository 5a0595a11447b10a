"""Strategies for inputs of any action, made from its input type: well typed, though a rule may forbid them."""

from random import Random
from typing import Any

from hypothesis import strategies as st
from msgspec import Struct, inspect

NAMES = st.sampled_from(["ana", "bo", "cy", "sword", "vest"])
Made = st.SearchStrategy[Any]


def any_input(input_type: type[Struct]) -> st.SearchStrategy[dict[str, Any]]:
    """Plain JSON values that fit the type, small numbers mostly."""
    return _of(inspect.type_info(input_type))


def near(cases: list[dict[str, Any]], input_type: type[Struct]) -> st.SearchStrategy[dict[str, Any]]:
    """Inputs of worked cases with some values changed, so that most of them get as far as a roll."""
    return st.builds(_mixed, st.sampled_from(cases), any_input(input_type), st.randoms(use_true_random=False))


def _of(kind: inspect.Type) -> Made:
    match kind:
        case inspect.Metadata():
            return _of(kind.type)
        case inspect.StructType():
            required = {field.encode_name: _of(field.type) for field in kind.fields if field.required}
            optional = {field.encode_name: _of(field.type) for field in kind.fields if not field.required}
            return st.fixed_dictionaries(required, optional=optional)
        case inspect.UnionType():
            members = (one for one in kind.types if not isinstance(one, inspect.CustomType))
            return st.one_of(*(_of(member) for member in members))
        case inspect.VarTupleType():
            least = kind.min_length or 0
            most = min(kind.max_length or 3, max(3, least))
            return st.lists(_of(kind.item_type), min_size=least, max_size=most)
    return _single(kind)


def _single(kind: inspect.Type) -> Made:
    match kind:
        case inspect.LiteralType():
            return st.sampled_from(kind.values)
        case inspect.IntType():
            least, most = kind.ge or 0, kind.le if kind.le is not None else 100
            near_nought = st.integers(max(least, min(0, most)), min(most, max(least, 0) + 4))
            return near_nought | near_nought | st.integers(least, min(most, 40))
        case inspect.BoolType():
            return st.booleans()
        case inspect.NoneType():
            return st.none()
        case inspect.StrType():
            return NAMES
    raise AssertionError(f"no strategy for {kind}")


def _mixed(case: dict[str, Any], other: dict[str, Any], chance: Random) -> dict[str, Any]:
    mixed = dict(case)
    for key, value in other.items():
        own = case.get(key)
        if isinstance(own, dict) and isinstance(value, dict):
            mixed[key] = _mixed(own, value, chance)
        elif key != "id" and chance.random() < 0.15:
            mixed[key] = value
    return mixed
