import pytest
from django.db import connection, transaction

from campaigns.config import databases


@pytest.mark.parametrize(
    ("version", "is_safe"),
    [
        ((3, 40, 1), False),
        ((3, 44, 5), False),
        ((3, 44, 6), True),
        ((3, 45, 0), False),
        ((3, 50, 6), False),
        ((3, 50, 7), True),
        ((3, 51, 2), False),
        ((3, 51, 3), True),
        ((3, 52, 0), True),
    ],
)
def test_wal_is_used_only_where_it_is_mended(version: tuple[int, int, int], is_safe: bool) -> None:
    assert databases.wal_is_safe(version) is is_safe


def test_url_keeps_what_its_query_says() -> None:
    database = databases.by_url("postgres://me@%2Frun%2Fpg/game?sslmode=require")

    assert database["HOST"] == "/run/pg"
    assert database["OPTIONS"] == {"application_name": "pactbook", "sslmode": "require"}


def test_sqlite_url_gets_the_same_care() -> None:
    database = databases.by_url("sqlite:////srv/game.sqlite3")

    assert database["NAME"] == "/srv/game.sqlite3"
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "synchronous=FULL" in database["OPTIONS"]["init_command"]


@pytest.mark.sqlite
@pytest.mark.django_db
def test_sqlite_connection_enforces_foreign_keys() -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA foreign_keys")

        assert cursor.fetchone() == (1,)


@pytest.mark.django_db(transaction=True)
def test_broken_transaction_leaves_nothing() -> None:
    from django.contrib.auth.models import User

    with pytest.raises(ZeroDivisionError), transaction.atomic():
        User.objects.create_user("someone")
        raise ZeroDivisionError

    assert not User.objects.exists()
