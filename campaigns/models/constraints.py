"""Database constraints made from the very types that the rules read, so that the two cannot drift apart."""

from typing import Annotated, Any, Literal, get_args, get_origin

from django.db.models import BaseConstraint, CheckConstraint, Q
from msgspec import Meta


def within(table: str, **columns: Any) -> list[BaseConstraint]:
    """A CHECK for each column: the range of an annotated integer, or the words of a Literal.

    Where the type admits None the column may be null.
    """
    return [_check(table, name, kind) for name, kind in columns.items()]


def _check(table: str, column: str, kind: Any) -> CheckConstraint:
    return CheckConstraint(condition=_condition(column, kind), name=f"{table}_{column}_ok")


def _condition(column: str, kind: Any) -> Q:
    if get_origin(kind) is Literal:
        return Q(**{f"{column}__in": list(get_args(kind))})
    if get_origin(kind) is Annotated:
        return _range(column, [meta for meta in get_args(kind)[1:] if isinstance(meta, Meta)])
    *kinds, none = get_args(kind)
    if none is not type(None) or len(kinds) != 1:
        raise TypeError(f"no constraint for {column}: {kind}")
    return Q(**{f"{column}__isnull": True}) | _condition(column, kinds[0])


def _range(column: str, metas: list[Meta]) -> Q:
    condition = Q()
    for meta in metas:
        if meta.ge is not None:
            condition &= Q(**{f"{column}__gte": meta.ge})
        if meta.le is not None:
            condition &= Q(**{f"{column}__lte": meta.le})
    return condition
