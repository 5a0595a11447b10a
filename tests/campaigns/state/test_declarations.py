"""What a declaration lets through, a column can hold: on PostgreSQL too, which is stricter than SQLite."""

from typing import Annotated, Any, Literal, get_args, get_origin

import pytest
from django.db import models
from msgspec import Meta

from campaigns.state.fields import Column
from campaigns.state.kinds import KINDS

COLUMNS = [
    pytest.param(declared, id=f"{kind.name}.{name}")
    for kind in KINDS.values()
    for name, declared in kind.stored().items()
    if isinstance(declared, Column)
]
RANGES: dict[Any, tuple[int, int]] = {
    models.PositiveSmallIntegerField: (0, 32767),
    models.SmallIntegerField: (-32768, 32767),
    models.PositiveIntegerField: (0, 2**31 - 1),
    models.IntegerField: (-(2**31), 2**31 - 1),
    models.BigIntegerField: (-(2**53) + 1, 2**53 - 1),
}


def bounds(kind: Any) -> list[Meta]:
    if get_origin(kind) is Annotated:
        return [meta for meta in get_args(kind)[1:] if isinstance(meta, Meta)] + bounds(get_args(kind)[0])
    return []


def without_none(kind: Any) -> Any:
    others = [one for one in get_args(kind) if one is not type(None)]
    return others[0] if type(None) in get_args(kind) and len(others) == 1 else kind


@pytest.mark.parametrize("declared", COLUMNS)
def test_a_column_holds_all_that_is_let_through(declared: Column) -> None:
    column = declared.model._meta.get_field(declared.attribute)
    kind = without_none(declared.type)
    metas = bounds(kind)

    if isinstance(column, models.CharField):
        longest = [meta.max_length for meta in metas if meta.max_length is not None]
        words = get_args(kind) if get_origin(kind) is Literal else ()
        assert max([*longest, *map(len, words)], default=10**9) <= (column.max_length or 0)
    elif type(column) in RANGES:
        least, most = RANGES[type(column)]
        assert max([meta.ge for meta in metas if meta.ge is not None], default=-(10**30)) >= least
        assert min([meta.le for meta in metas if meta.le is not None], default=10**30) <= most


@pytest.mark.parametrize("declared", COLUMNS)
def test_a_default_is_what_a_new_row_has(declared: Column) -> None:
    column = declared.model._meta.get_field(declared.attribute)

    assert column.get_default() == declared.default  # type: ignore[union-attr]  # a concrete field
