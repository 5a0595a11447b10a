"""Strategies for inputs of any action, made from its input type: well typed, though a rule may forbid them."""

from random import Random
from typing import Any

from hypothesis import strategies as st
from msgspec import Struct, inspect

from rules.pandemonium.pools import Modifier

IDS = st.sampled_from(["ann", "bob", "mira", "s1", "s2", "s3"])
TRAITS = (
    *("strength", "dexterity", "stamina", "wits", "resolve", "composure", "defense", "power"),
    *("intelligence", "manipulation", "empathy", "forces", "rote"),
)


def any_input(input_type: type[Struct]) -> st.SearchStrategy[dict[str, Any]]:
    """Plain JSON values that fit the type, small numbers mostly."""
    return _of(inspect.type_info(input_type))


def _of(kind: inspect.Type) -> st.SearchStrategy[Any]:
    match kind:
        case inspect.Metadata():
            return _of(kind.type)
        case inspect.StructType():
            return _modifier() if kind.cls is Modifier else _struct(kind)
        case inspect.UnionType():
            return st.one_of(*(_of(member) for member in kind.types))
        case inspect.VarTupleType():
            least = kind.min_length or 0
            return st.lists(_of(kind.item_type), min_size=least, max_size=max(2, least))
        case inspect.DictType():
            return st.fixed_dictionaries({name: st.integers(0, 4) for name in TRAITS})
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
            return st.sampled_from(TRAITS) if kind.pattern else IDS
    raise AssertionError(f"no strategy for {kind}")


def _struct(kind: inspect.StructType) -> st.SearchStrategy[dict[str, Any]]:
    tag = {kind.tag_field: st.just(kind.tag)} if kind.tag_field else {}
    required = {field.encode_name: _of(field.type) for field in kind.fields if field.required}
    optional = {field.encode_name: _of(field.type) for field in kind.fields if not field.required}
    return st.fixed_dictionaries({**tag, **required}, optional=optional)


def _modifier() -> st.SearchStrategy[dict[str, Any]]:
    signs = {"edge": 1, "difficulty": -1, "wound": -1, "equipment": 1, "situation": -1}
    return st.builds(
        lambda source, dice: {"source": source, "dice": signs[source] * dice},
        st.sampled_from(sorted(signs)),
        st.integers(1, 4),
    )


def near(cases: list[dict[str, Any]], input_type: type[Struct]) -> st.SearchStrategy[dict[str, Any]]:
    """Inputs of worked cases with some values changed, so that most of them get as far as a roll."""
    return st.builds(_mixed, st.sampled_from(cases), any_input(input_type), st.randoms(use_true_random=False))


def _mixed(case: dict[str, Any], other: dict[str, Any], chance: Random) -> dict[str, Any]:
    mixed = dict(case)
    for key, value in other.items():
        own = case.get(key)
        if isinstance(own, dict) and isinstance(value, dict):
            mixed[key] = _mixed(own, value, chance)
        elif key not in ("id", "boxes", "successes") and chance.random() < 0.2:
            mixed[key] = value
    return mixed
