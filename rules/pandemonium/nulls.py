"""In inputs of this system a field that is null counts as absent; one that nobody knows stays unknown."""

from functools import cache
from typing import Any

from msgspec import Struct, inspect


def without_nulls(raw: Any, input_type: type[Struct]) -> Any:
    """`raw` (plain JSON values) without the null fields that `input_type` knows, at any depth."""
    return _tidy(raw, _shape(input_type))


@cache
def _shape(input_type: type[Struct]) -> inspect.Type:
    return inspect.type_info(input_type)


def _tidy(raw: Any, shape: inspect.Type) -> Any:
    if isinstance(shape, inspect.Metadata):
        return _tidy(raw, shape.type)
    if isinstance(shape, inspect.UnionType):
        return _tidy(raw, _member(raw, shape))
    if isinstance(shape, inspect.StructType) and isinstance(raw, dict):
        known = {field.encode_name: field.type for field in shape.fields}
        return {
            key: _tidy(value, known[key]) if key in known else value
            for key, value in raw.items()
            if not (value is None and key in known)
        }
    if isinstance(shape, inspect.DictType) and isinstance(raw, dict):
        return {key: value for key, value in raw.items() if value is not None}
    if isinstance(shape, inspect.VarTupleType) and isinstance(raw, list):
        return [_tidy(item, shape.item_type) for item in raw]
    return raw


def _member(raw: Any, union: inspect.UnionType) -> inspect.Type:
    """The member of a union that reads `raw`: of several objects the one with its tag."""
    members = [one for one in union.types if not isinstance(one, inspect.NoneType)]
    tagged = [
        struct_type
        for struct_type in members
        if isinstance(struct_type, inspect.StructType) and isinstance(raw, dict)
    ]
    return next(
        (
            struct_type
            for struct_type in tagged
            if struct_type.tag_field and raw.get(struct_type.tag_field) == struct_type.tag
        ),
        members[0],
    )
