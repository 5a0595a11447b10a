"""Reads and writes that are the same each time but for their values: their SQL is made once, not each time.

Django makes a query's SQL anew for each use, which takes several times as long as SQLite takes to answer it. What every
act and every page asks is prepared instead, once for all threads; all else stays a plain queryset.
"""

import threading
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import wraps
from typing import Any, Generic, NamedTuple, ParamSpec, TypeVar, cast
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model, Q, QuerySet
from django.db.models.base import ModelState
from django.db.models.expressions import DatabaseDefault
from django.db.models.query import ModelIterable
from django.db.models.sql import InsertQuery, UpdateQuery
from django.db.models.sql.compiler import SQLCompiler

from campaigns.models.columns import Column

P = ParamSpec("P")
R = TypeVar("R")
Row = TypeVar("Row", bound=Model)

LARGEST = 2**31 - 1
"""The largest number that each column of whole numbers takes."""
MOST = 64
"""So many values at most are asked for by one prepared read; for more, the plain queryset is as good."""

# The SQL that was made so far, by the shape of what is given; a process has one database.
_reads: dict[Hashable, "_Statement[Any]"] = {}
_inserts: dict[Hashable, str] = {}
_values_inserts: dict[Hashable, tuple[str, list[Column]]] = {}
_updates: dict[Hashable, str] = {}


def prepared(make: Callable[P, QuerySet[Model, R]]) -> Callable[P, list[R]]:
    """The rows of a read of which `make` says the queryset.

    Ids, texts, whole numbers and lists of them may be others each time. Any other argument (a tuple of names, a model,
    None, a truth) is part of the read itself: each makes SQL of its own. They are given by position.
    """

    @wraps(make)
    def rows(*given: P.args, **named: P.kwargs) -> list[R]:
        lists = [one for one in given if isinstance(one, list)]
        if not all(lists):
            return []
        if named or any(len(one) > MOST for one in lists) or any(map(_is_too_large, given)):
            return list(make(*given, **named))
        filled = [_filled(one) if isinstance(one, list) else one for one in given]
        shape = (make, *map(_shape, filled))
        found: _Statement[R] | None = _reads.get(shape)
        if found is None:
            found = _reads[shape] = _Statement(make, filled)
        return found.rows(filled)

    return rows


def _is_too_large(value: Hashable) -> bool:
    """Whether the database might not take a number at all: Django knows that nothing is found by it."""
    return isinstance(value, int) and abs(value) > LARGEST


class _Place(NamedTuple):
    """Where a value comes from: the number of the argument, and of the item if that is a list."""

    argument: int
    item: int | None


class _Statement(Generic[R]):
    """A query that is made once for a shape of values, for the connections of all threads."""

    def __init__(
        self, make: Callable[..., QuerySet[Model, R]], given: Sequence[Hashable | list[Hashable]]
    ) -> None:
        stands_for: dict[Hashable, _Place] = {}
        self._queryset = make(*(_stand_in(number, one, stands_for) for number, one in enumerate(given)))
        self._compiler = self._queryset.query.get_compiler(self._queryset.db)
        connection = self._compiler.connection
        self._is_native = connection.features.has_native_uuid_field
        sql, values = self._compiler.as_sql()
        stored = {self._as_stored(value): place for value, place in stands_for.items()}
        self._values = [stored.get(value, value) for value in values]
        if not set(self._values).issuperset(stored.values()):
            raise LookupError(f"not each value is one of the query's: {sql}")
        self._sql = sql
        columns = [column for column, *_rest in self._compiler.select[: self._compiler.col_count]]
        self._converters = self._compiler.get_converters(columns)
        self._maker = _maker(self._queryset, self._compiler)
        # All but models are read by the queryset's own iteration; only the making of SQL is left out. Django has no
        # door for that, and the checker lets no method be set: so it goes where instances keep what is their own.
        vars(self._queryset.query)["get_compiler"] = lambda *_asked, **_more: self._compiler
        # What this thread has read is gone through before `rows` returns.
        self._now = threading.local()
        vars(self._compiler)["results_iter"] = lambda *_asked, **_more: iter(self._now.found)
        vars(self._compiler)["execute_sql"] = lambda *_asked, **_more: self._now.found

    def rows(self, given: Sequence[Hashable | list[Hashable]]) -> list[R]:
        """The rows for these values, which have the shape of those that it was made with."""
        values: list[Any] = [
            self._given(one, given) if isinstance(one, _Place) else one for one in self._values
        ]
        connection = connections[DEFAULT_DB_ALIAS]
        with connection.cursor() as cursor:
            cursor.execute(self._sql, values)
            found = [self._converted(row, connection) for row in cursor.fetchall()]
        if self._maker is not None:
            return [cast("R", self._maker.make(row)) for row in found]
        self._now.found = found
        # Read as a queryset reads itself, which would copy itself and its query first.
        read = vars(self._queryset)["_iterable_class"]
        return [*read(self._queryset)]

    def _converted(self, row: Sequence[Any], connection: BaseDatabaseWrapper) -> Sequence[Any]:
        """What the database told, as Python has it. Nothing stays nothing: most of a row that joins kinds is that."""
        if not self._converters:
            return row
        told = list(row)
        for number, (converters, expression) in self._converters.items():
            if told[number] is None:
                continue
            for convert in converters:
                told[number] = convert(told[number], expression, connection)
        return tuple(told)

    def _given(self, place: _Place, given: Sequence[Hashable | list[Hashable]]) -> Hashable:
        value = given[place.argument]
        return self._as_stored(value[place.item or 0] if isinstance(value, list) else value)

    def _as_stored(self, value: Hashable) -> Hashable:
        """A value as this database's driver takes it."""
        return value.hex if isinstance(value, UUID) and not self._is_native else value


class _Maker:
    """Makes the rows of a model, and those that were read with them, as `Model.from_db` does.

    That asks anew for every row which fields there are, and sets one after the other: half of what a read costs.
    """

    def __init__(self, told: Mapping[str, Any], select: Sequence[Any], db: str) -> None:
        places = told["select_fields"]
        self._model, self._db = told["model"], db
        self._columns = slice(places[0], places[-1] + 1)
        self._names = [column.target.attname for column, *_rest in select[self._columns]]
        self._key = self._names.index(self._model._meta.pk.attname)
        self._beside = [
            (_Maker(one, select, db), one["local_setter"], one["remote_setter"])
            for one in told.get("related_klass_infos", ())
        ]

    def make(self, row: Sequence[Any]) -> Model | None:
        """The row of the model, with what was read beside it; None where there is none."""
        values = row[self._columns]
        if values[self._key] is None:
            return None
        made: Model = self._model.__new__(self._model)
        made._state = ModelState()
        made._state.adding, made._state.db = False, self._db
        vars(made).update(zip(self._names, values, strict=True))
        for maker, tell, tell_back in self._beside:
            other = maker.make(row)
            tell(made, other)
            if other is not None:
                tell_back(other, made)
        return made


def _maker(queryset: QuerySet[Model, Any], compiler: SQLCompiler) -> _Maker | None:
    """What makes the rows of a read; None for one of single values, or of rows with something worked out beside."""
    if vars(queryset)["_iterable_class"] is not ModelIterable or compiler.annotation_col_map:
        return None
    return _Maker(compiler.klass_info or {}, compiler.select, queryset.db)


def _filled(values: list[Hashable]) -> list[Hashable]:
    """As many values as the next power of two, the last one several times: few lengths, few statements."""
    return values + values[-1:] * ((1 << (len(values) - 1).bit_length()) - len(values))


def _shape(value: Hashable | list[Hashable]) -> Hashable:
    if isinstance(value, list):
        return (list, len(value))
    return type(value) if _is_simple(value) else value


def _is_simple(value: Hashable) -> bool:
    return isinstance(value, UUID | str | int) and not isinstance(value, bool)


def _stand_in(
    number: int, value: Hashable | list[Hashable], stands_for: dict[Hashable, _Place]
) -> Hashable | list[Hashable]:
    """A value that stands for the argument while the SQL is made, and is nowhere else in it."""
    if isinstance(value, list):
        return [_stand(_Place(number, item), one, stands_for) for item, one in enumerate(value)]
    return _stand(_Place(number, None), value, stands_for) if _is_simple(value) else value


def _stand(place: _Place, value: Hashable, stands_for: dict[Hashable, _Place]) -> Hashable:
    code = 1_900_000_000 + place.argument * MOST * 2 + (place.item or 0)
    stands = (
        UUID(int=code) if isinstance(value, UUID) else code if isinstance(value, int) else f"value {code}"
    )
    stands_for[stands] = place
    return stands


def insert(model: type[Row], rows: Sequence[Row]) -> None:
    """Write new rows of a model. A single row knows its number afterwards; those of several stay unknown."""
    if not rows:
        return
    connection = connections[DEFAULT_DB_ALIAS]
    fields = [one for one in model._meta.local_concrete_fields if _is_given(rows[0], one)]
    numbered = len(rows) == 1 and model._meta.pk not in fields
    key = (model, numbered, *(one.attname for one in fields))
    if key not in _inserts:
        _inserts[key] = _insertion(connection, rows[0], fields, numbered)
    values = [
        [one.get_db_prep_save(one.pre_save(row, add=True), connection) for one in fields] for row in rows
    ]
    with connection.cursor() as cursor:
        if len(rows) > 1:
            cursor.executemany(_inserts[key], values)
        else:
            cursor.execute(_inserts[key], values[0])
        if numbered:
            rows[0].pk = cursor.fetchone()[0]
    for row in rows:
        row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS


def insert_values(model: type[Model], names: tuple[str, ...], rows: Sequence[tuple[Any, ...]]) -> None:
    """Write new rows by the values of these columns, by attribute: many that nobody needs as instances."""
    if not rows:
        return
    connection = connections[DEFAULT_DB_ALIAS]
    key = (model, names)
    if key not in _values_inserts:
        columns = {one.attname: one for one in model._meta.local_concrete_fields}
        fields = [columns[name] for name in names]
        row = model(**dict(zip(names, rows[0], strict=True)))
        _values_inserts[key] = _insertion(connection, row, fields, numbered=False), fields
    sql, fields = _values_inserts[key]
    stored: list[list[Any]] = []
    before: tuple[Any, ...] = ()
    for row_values in rows:
        last = stored[-1] if stored else []
        # What several rows have alike, such as their entry, is made ready once.
        stored.append(
            [
                last[number]
                if before and value is before[number]
                else one.get_db_prep_save(value, connection)
                for number, (one, value) in enumerate(zip(fields, row_values, strict=True))
            ]
        )
        before = row_values
    with connection.cursor() as cursor:
        cursor.executemany(sql, stored)


def update(model: type[Model], key: UUID | int, values: Mapping[str, Any]) -> None:
    """Write these columns, by attribute, of the row with this key, without reading it first."""
    connection = connections[DEFAULT_DB_ALIAS]
    # Null is written as such into a statement, not as a value of it.
    shape = (model, *((name, value is None) for name, value in values.items()))
    if shape not in _updates:
        query = UpdateQuery(model)
        query.add_q(Q(pk=key))
        query.add_update_values(dict(values))
        _updates[shape], _values = query.get_compiler(connection=connection).as_sql()
    columns = {name: one for one in model._meta.concrete_fields for name in (one.name, one.attname)}
    columns["pk"] = model._meta.pk
    given = [(columns[name], value) for name, value in values.items() if value is not None]
    stored = [column.get_db_prep_save(value, connection) for column, value in [*given, (columns["pk"], key)]]
    with connection.cursor() as cursor:
        cursor.execute(_updates[shape], stored)


def _is_given(row: Model, field: Column) -> bool:
    """Whether the row says it: the database numbers rows, and has defaults of its own."""
    value = getattr(row, field.attname)
    return not isinstance(value, DatabaseDefault) and (value is not None or not field.primary_key)


def _insertion(connection: BaseDatabaseWrapper, row: Model, fields: list[Column], numbered: bool) -> str:
    query = InsertQuery(type(row))
    query.insert_values(fields, [row])
    compiler = query.get_compiler(connection=connection)
    compiler.returning_fields = [row._meta.pk] if numbered else None
    ((sql, _values),) = compiler.as_sql()
    return str(sql)
