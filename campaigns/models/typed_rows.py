"""Rows of records: a stored field is declared once, by its type; its column, CHECK and contract field follow."""

import inspect
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, ClassVar, Literal, TypeVar, cast, get_args, get_origin

from django.apps import apps
from django.db import models
from django.db.models.base import ModelBase
from msgspec import Meta, ValidationError

from campaigns.models.columns import Column, blank, column, has_check, opened
from campaigns.models.constraints import within
from campaigns.models.records import Record
from rules.kernel.parsing import convert

T = TypeVar("T")

Map = Annotated[dict[str, T], "map"]
"""A prefix under which each key is a field of its own, all in one JSON column."""

Stack = Annotated[dict[str, T], "stack"]
"""A map whose values are lists, of which the last element lies on top."""

Moment = Annotated[int, Meta(ge=0, le=10**12)]
"""A second of game time."""


@dataclass(frozen=True)
class Declared:
    """A stored field as a row declares it. `kind` is its type, of a map that of its values."""

    default: Any
    kind: Any = None
    name: str = ""
    secret: str | None = None
    is_mark: bool = False
    is_set: bool = False
    is_checked: bool = True
    unless: tuple[str, ...] = ()
    of: tuple[str, ...] = ()
    shape: Literal["column", "ref", "map", "stack"] = "column"
    options: dict[str, Any] = field(default_factory=dict)


def stored(
    default: T,
    *,
    kind: Any = None,
    name: str = "",
    secret: str | None = None,
    is_mark: bool = False,
    is_set: bool = False,
    is_checked: bool = True,
    unless: tuple[str, ...] = (),
    of: tuple[str, ...] = (),
    **options: Any,
) -> T:
    """What of a stored field its annotation does not say.

    `kind` is the contract's type where the row holds it as JSON has it (a Struct), `name` the contract's name where
    that is not the attribute's, `is_checked` whether the database has a CHECK, `of` which kinds of records a reference
    may name, or a list of bare ids whose order says nothing, as the rules of its system call them, or `any`;
    `options` are those of Django's field, `secret`, `is_mark`, `is_set` and `unless` those of `state/fields.py`.
    """
    told = Declared(default, kind, name, secret, is_mark, is_set, is_checked, unless, of, options=options)
    return cast("T", told)


class TypedRowBase(ModelBase):
    """Makes Django's fields and constraints of the annotations of a typed row, before Django looks at the class."""

    def __new__(cls, name: str, bases: tuple[type, ...], attrs: dict[str, Any]) -> type:
        if any(isinstance(base, TypedRowBase) for base in bases):
            table = _table(name, attrs["__module__"])
            attrs["declared"] = declared = _declare(name, attrs)
            checked = {attribute: one.kind for attribute, one in declared.items() if _has_check(one)}
            meta = attrs.setdefault("Meta", type("Meta", (), {}))
            meta.constraints = (*getattr(meta, "constraints", ()), *within(table, **checked))
            attrs["record"] = models.OneToOneField(
                Record, on_delete=models.CASCADE, primary_key=True, related_name=table
            )
        return super().__new__(cls, name, bases, attrs)


class TypedRow(models.Model, metaclass=TypedRowBase):
    """Some of the stored fields of a record. A field without a default begins as None, False, 0 or empty.

    `strength: Trait | None` is a column of small integers that may be null, with a CHECK of the range of `Trait`;
    `held_by: Record | None` names another record, of the kinds that `stored` says, `traits: Map[Dots]` is a prefix.
    What a type does not say is said by `stored`. Columns of a `Whole` are Django's own fields beside them.
    """

    record: Record
    declared: ClassVar[dict[str, Declared]]

    class Meta:
        abstract = True


def _table(name: str, module: str) -> str:
    """What constraints and the way from the record are named for: the class, and its app where that is another."""
    own = re.sub(r"(?<=.)(?=[A-Z])", "_", name).lower()
    app = apps.get_containing_app_config(module)
    return own if app is None or app.label == "campaigns" else f"{app.label}_{own}"


def _declare(name: str, attrs: dict[str, Any]) -> dict[str, Declared]:
    """The declarations among a class's attributes, in the place of which come Django's fields."""
    declared = {}
    for attribute, kind in _annotations(attrs):
        try:
            declared[attribute] = one = _declared(attribute, kind, attrs.get(attribute, ...))
            attrs[attribute] = _column(one)
        except TypeError as error:
            raise TypeError(f"{name}.{attribute}: {error}") from None
    return declared


def _annotations(attrs: dict[str, Any]) -> Iterable[tuple[str, Any]]:
    # In a class of their own: versions of Python keep them differently in what a metaclass is given.
    own = {key: value for key, value in attrs.items() if key.startswith("__annot") or key == "__module__"}
    return inspect.get_annotations(type("Own", (), own), eval_str=True).items()


def _declared(attribute: str, kind: Any, given: Any) -> Declared:
    """What the annotation of a field and what it is set to say together."""
    one = given if isinstance(given, Declared) else Declared(given)
    one = replace(one, name=one.name or attribute)
    shape = kind.__metadata__[0] if get_origin(kind) is Annotated else None
    if shape in ("map", "stack"):
        return replace(one, shape=shape, kind=one.kind or opened(get_args(get_args(kind)[0])[1]), default={})
    if kind is Record:
        raise TypeError("a record may name none: `Record | None`")
    if kind == Record | None:
        if not one.of:
            raise TypeError("it does not say records of which kinds it may name: `stored(None, of=(…))`")
        return replace(one, shape="ref", default=None)
    kind = one.kind or opened(kind)
    default = blank(kind) if one.default is ... else one.default
    try:
        convert(default, kind)
    except ValidationError as error:
        raise TypeError(f"it cannot begin as {default!r}: {error}") from None
    return replace(one, kind=kind, default=default)


def _has_check(one: Declared) -> bool:
    return one.is_checked and one.shape == "column" and has_check(one.kind)


def _column(one: Declared) -> Column:
    if one.shape == "ref":
        options = {"related_name": "+"} | one.options
        return models.ForeignKey(Record, null=True, on_delete=models.PROTECT, **options)
    kind = one.kind if one.shape == "column" else dict
    return column(kind, one.default, one.options)
