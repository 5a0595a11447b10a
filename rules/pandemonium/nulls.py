"""In inputs of this system a field that is null counts as absent; one that nobody knows stays unknown."""

from functools import cache

from msgspec import Struct, inspect

from rules.kernel.values import Value


def without_nulls(raw: Value, input_type: type[Struct]) -> Value:
    """`raw` (plain JSON values) without the null fields that `input_type` knows, at any depth."""
    return _tidy(raw, _shape(input_type))


@cache
def _shape(input_type: type[Struct]) -> inspect.Type:
    return inspect.type_info(input_type)


def _tidy(raw: Value, shape: inspect.Type) -> Value:
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


def _member(raw: Value, union: inspect.UnionType) -> inspect.Type:
    """The member of a union that reads `raw`: of several objects the one with its tag."""
    members = [one for one in union.types if not isinstance(one, inspect.NoneType)]
    structs = [one for one in members if isinstance(one, inspect.StructType)]
    named = raw if isinstance(raw, dict) else {}
    tagged = (one for one in structs if one.tag_field and named.get(one.tag_field) == one.tag)
    return next(tagged, members[0])
