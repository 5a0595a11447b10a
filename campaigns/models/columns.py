"""The Django field that holds all that a type of the rules admits."""

from types import UnionType
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin

from django.db import models
from msgspec import Meta, Struct

from rules.kernel.values import Value

INTEGERS = (
    (0, 2**15 - 1, models.PositiveSmallIntegerField),
    (-(2**15), 2**15 - 1, models.SmallIntegerField),
    (0, 2**31 - 1, models.PositiveIntegerField),
    (-(2**63), 2**63 - 1, models.BigIntegerField),
)

Column: TypeAlias = "models.Field[Any, Any]"
"""A field of Django's, whatever is set and got by it."""


def opened(kind: Any) -> Any:
    """A type with Any in the place of any plain value (`Value`): msgspec reads no type that names itself."""
    if kind == Value:
        return Any
    if get_origin(kind) in (dict, list):
        return get_origin(kind)[tuple(map(opened, get_args(kind)))]
    bare, is_null = without_none(kind)
    return opened(bare) | None if is_null else kind


def column(kind: Any, default: Any, options: dict[str, Any]) -> Column:
    """A column for values of a type, with these options of Django's besides. TypeError where none follows from it."""
    bare, is_null = without_none(kind)
    made, own = _field_class(bare)
    if is_null:
        own |= {"null": True, "default": default}
    elif default == "":
        own["blank"] = True
        if "db_default" in options:  # a new row would have that until it is read again
            own["default"] = default
    else:
        own["default"] = type(default) if default in ([], {}) else default
    return made(**own | options)


def blank(kind: Any) -> Any:
    """What a field of this type begins with where nothing else is said."""
    bare, is_null = without_none(kind)
    plain = get_args(bare)[0] if get_origin(bare) is Annotated else get_origin(bare) or bare
    if is_null:
        return None
    if plain in (bool, int, str, list, dict):
        return plain()
    raise TypeError(f"{kind} needs a default to begin with")


def has_check(kind: Any) -> bool:
    """Whether the database checks a column of this type: words and numbers, but for moments of game time."""
    bare, _is_null = without_none(kind)
    return get_origin(bare) is Literal or _field_class(bare)[0] in [made for _, _, made in INTEGERS[:3]]


def without_none(kind: Any) -> tuple[Any, bool]:
    """A type without None, and whether it admits None."""
    if get_origin(kind) not in (Union, UnionType) or type(None) not in get_args(kind):
        return kind, False
    return Union[tuple(one for one in get_args(kind) if one is not type(None))], True  # noqa: UP007  # of a tuple


def _field_class(bare: Any) -> tuple[type[Column], dict[str, Any]]:
    if bare is bool:
        return models.BooleanField, {}
    if get_origin(bare) is Literal:
        longest = max(map(len, get_args(bare)))
        # With some room, so that a new word is seldom a migration.
        return models.CharField, {"max_length": max(10, -(-longest // 5) * 5)}
    if get_origin(bare) is Annotated:
        return _bounded(*get_args(bare))
    if (get_origin(bare) or bare) in (list, dict, Union, UnionType) or _is_struct(bare):
        return models.JSONField, {}
    raise TypeError(f"no column for {bare}: say its bounds, or the `kind` of what is kept as JSON")


def _is_struct(bare: Any) -> bool:
    return isinstance(bare, type) and issubclass(bare, Struct)


def _bounded(plain: Any, bounds: Meta) -> tuple[type[Column], dict[str, Any]]:
    if plain is str and bounds.max_length is not None:
        return models.CharField, {"max_length": bounds.max_length}
    if plain is int and bounds.ge is not None and bounds.le is not None:
        least, most = bounds.ge, bounds.le
        return next(made for low, high, made in INTEGERS if low <= least and most <= high), {}
    raise TypeError(
        f"no column for {plain} of {bounds}: a number needs both bounds, a text its greatest length"
    )
