"""Strategies for inputs of any action, made from its input type: well typed, though a rule may forbid them."""

from random import Random
from typing import Any

from hypothesis import strategies as st
from msgspec import Struct, inspect

from rules.demon_city.cards import PACK
from rules.demon_city.throwers import Modifier

NAMES = st.sampled_from(["ann", "bo", "ghoul", "r1", "players", "agility", "toughness", "left hand"])
SIGNS = {"hindrance": -1}


def any_input(input_type: type[Struct]) -> st.SearchStrategy[dict[str, Any]]:
    """Plain JSON values that fit the type, small numbers mostly."""
    return _of(inspect.type_info(input_type))


def near(cases: list[dict[str, Any]], input_type: type[Struct]) -> st.SearchStrategy[dict[str, Any]]:
    """Inputs of worked cases with some values changed, so that most of them get as far as the cards."""
    return st.builds(_mixed, st.sampled_from(cases), any_input(input_type), st.randoms(use_true_random=False))


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
            return st.lists(_of(kind.item_type), min_size=least, max_size=max(4, least), unique_by=str)
        case inspect.TupleType():
            return st.tuples(*(_of(member) for member in kind.item_types)).map(list)
        case inspect.DictType():
            return st.dictionaries(_of(kind.key_type), _of(kind.value_type), max_size=4)
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
    if {"draw", "discard", "table"} <= {field.name for field in kind.fields}:
        return _deck(kind)
    required = {field.encode_name: _of(field.type) for field in kind.fields if field.required}
    optional = {field.encode_name: _of(field.type) for field in kind.fields if not field.required}
    return st.fixed_dictionaries(required, optional=optional)


def _deck(kind: inspect.StructType) -> st.SearchStrategy[dict[str, Any]]:
    """A deck cut in three, no card twice."""
    name = {"id": NAMES} if any(field.name == "id" for field in kind.fields) else {}
    cut = st.tuples(st.permutations(PACK), st.integers(0, 40), st.integers(0, 30))
    piles = cut.map(lambda cut: {"draw": cut[0][: cut[1]], "discard": cut[0][cut[1] : cut[1] + cut[2]]})
    return st.tuples(piles, st.fixed_dictionaries(name)).map(lambda both: {**both[0], **both[1]})


def _modifier() -> st.SearchStrategy[dict[str, Any]]:
    sources = st.sampled_from(
        ["situational", "overlap", "distraction", "defense", "weapon", "supernatural", "hindrance"]
    )
    return st.tuples(sources, st.integers(1, 2), NAMES, st.booleans()).map(_award)


def _award(drawn: tuple[str, int, str, bool]) -> dict[str, Any]:
    source, size, text, named = drawn
    award: dict[str, Any] = {"source": source, "dice": size * SIGNS.get(source, 1)}
    if named or source == "overlap":
        award |= {"cause": text, "skill": text}
    return award


def _mixed(case: dict[str, Any], other: dict[str, Any], chance: Random) -> dict[str, Any]:
    mixed = dict(case)
    for key, value in other.items():
        own = case.get(key)
        if isinstance(own, dict) and isinstance(value, dict) and "draw" not in value:
            mixed[key] = _mixed(own, value, chance)
        elif key != "id" and chance.random() < 0.2:
            mixed[key] = value
    return mixed
