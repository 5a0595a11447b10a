"""What many tests begin with is played once in each process; after that its rows are put back as they were."""

import functools
import pickle
import time
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar
from unittest import mock

from django.apps import apps
from django.contrib.auth.models import User
from django.core.management.color import no_style
from django.db import connection, models, transaction
from django.db.models.sql import InsertQuery

from campaigns.models import Campaign
from tests.chance import chance_of

P = ParamSpec("P")
Made = TypeVar("Made")
Statement = tuple[str, tuple[Any, ...]]
ROWS_AT_ONCE = 50
LONG_AGO = 3600 * 10**9
"""Acts that are put back are an hour old for every test: none of them is one that was done just now for some."""


def played_once(make: Callable[P, Made]) -> Callable[P, Made]:
    """Let what is made in an empty database be made once for each set of arguments.

    What it returns is copied for every test, its model instances too. Where somebody or some campaign is there already,
    it is made in earnest: two of a kind would share their ids.
    """
    kept: dict[Any, tuple[list[Statement], bytes]] = {}

    @functools.wraps(make)
    def made(*args: P.args, **kwargs: P.kwargs) -> Made:
        if User.objects.exists() or Campaign.objects.exists():
            return make(*args, **kwargs)
        key = (connection.vendor, args, tuple(sorted(kwargs.items())))
        if key not in kept:
            before = {model: set(_pks(model)) for model in _models()}
            # Dice hang on what is made here: they must be the same whichever test comes first.
            ago = mock.patch("time.time_ns", lambda then=time.time_ns: then() - LONG_AGO)
            with ago, chance_of(f"{make.__module__} {make.__qualname__} {key[1:]}"):
                result = make(*args, **kwargs)
            kept[key] = _inserts(before), pickle.dumps(result)
            return result
        statements, result_kept = kept[key]
        with transaction.atomic(), connection.cursor() as cursor:
            for statement, values in statements:
                cursor.execute(statement, values)
        copied: Made = pickle.loads(result_kept)
        return copied

    return made


def _models() -> list[type[models.Model]]:
    found = apps.get_models(include_auto_created=True)
    return [model for model in found if model._meta.managed and not model._meta.proxy]


def _pks(model: type[models.Model]) -> list[Any]:
    return list(model._base_manager.values_list("pk", flat=True))


def _inserts(before: dict[type[models.Model], set[Any]]) -> list[Statement]:
    """Statements that write again whatever was not there before; a database's own counters go on after them."""
    statements: list[Statement] = []
    grown = []
    for model, known in before.items():
        rows = [row for row in model._base_manager.all() if row.pk not in known]
        fields = [field for field in model._meta.local_concrete_fields if not field.generated]
        for start in range(0, len(rows), ROWS_AT_ONCE):
            query = InsertQuery(model)
            query.insert_values(fields, rows[start : start + ROWS_AT_ONCE], raw=True)
            statements += query.get_compiler(connection=connection).as_sql()
        if rows:
            grown.append(model)
    resets = connection.ops.sequence_reset_sql(no_style(), grown)
    return statements + [(statement, ()) for statement in resets]
