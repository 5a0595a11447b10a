import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client


def test_process_answers_without_a_database(client: Client) -> None:
    response = client.get("/healthz")

    assert (response.status_code, response.content) == (200, b"ok")


@pytest.mark.django_db
def test_ready_server_writes_and_leaves_nothing(client: Client) -> None:
    response = client.get("/readyz")

    assert response.status_code == 200, response.json()
    assert response.json() == {"database": True, "migrations": True, "guards": True}
    assert not Session.objects.exists()


@pytest.mark.django_db
def test_missing_migration_is_not_ready(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'sessions'")

    response = client.get("/readyz")

    assert response.status_code == 503
    assert response.json()["migrations"] is False


def test_health_is_only_read(client: Client) -> None:
    assert client.post("/healthz").status_code == 405
