"""A database that is busy, full or away: each answer says which, keeps what was typed and may be sent again."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from django.db import ProgrammingError, connection
from django.test import Client
from structlog.testing import capture_logs

from campaigns.config import faults
from campaigns.models import Entry
from tests import people
from tests.campaigns.config.test_faults import of_postgres, of_sqlite
from tests.people import Table

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
WORDS = "The lamp goes out."
CASES = [
    (of_sqlite("SQLITE_BUSY"), "busy", "3", "The database is busy"),
    (of_sqlite("SQLITE_FULL"), "full", "15", "The database disk is full"),
    (of_sqlite("SQLITE_READONLY"), "read-only", "15", "be written"),
    (of_sqlite("SQLITE_CORRUPT"), "damaged", "60", "is damaged"),
    (of_sqlite("SQLITE_IOERR"), "broken", "15", "disk reported an error"),
    (of_postgres(psycopg.OperationalError("connection refused")), "away", "3", "be reached"),
]


@pytest.fixture(autouse=True)
def nothing_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faults, "_said", {})


@pytest.fixture
def table() -> Table:
    return people.make_table()


@pytest.fixture
def browser(table: Table) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(table.player.user)
    return client


@contextmanager
def failing(error: Exception, queries: str = 'INSERT INTO "campaigns_entry"') -> Iterator[None]:
    """Every such query ends as if the database had."""

    def refuse(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith(queries):
            raise error
        return execute(sql, params, many, context)

    with connection.execute_wrapper(refuse):
        yield


def note(key: str) -> dict[str, str]:
    return {"words": WORDS, "audience": "table", "key": key}


@pytest.mark.parametrize(("error", "why", "wait", "title"), CASES)
def test_page_says_which_it_is_and_keeps_the_form(
    table: Table, browser: Client, error: Exception, why: str, wait: str, title: str
) -> None:
    key = uuid4().hex
    with failing(error):
        response = browser.post(f"/campaigns/{table.campaign.pk}/notes/", note(key))

    assert response.status_code == 503
    assert (response["Retry-After"], response["X-Unplayable"]) == (wait, why)
    page = response.content.decode()
    assert title in page
    assert f'<input type="hidden" name="key" value="{key}">' in page
    assert f'<input type="hidden" name="words" value="{WORDS}">' in page
    assert f'data-again-after="{wait}"' in page
    assert 'http-equiv="refresh"' not in page


def test_form_that_is_sent_again_is_played_once(table: Table, browser: Client) -> None:
    before, data = Entry.objects.filter(campaign=table.campaign).count(), note(uuid4().hex)
    url = f"/campaigns/{table.campaign.pk}/notes/"
    with failing(of_sqlite("SQLITE_FULL")):
        browser.post(url, data)

    answers = [browser.post(url, data).status_code for _time in range(2)]

    assert answers == [302, 302]
    assert Entry.objects.filter(campaign=table.campaign).count() == before + 1


def test_form_without_a_key_waits_for_its_button(table: Table, browser: Client) -> None:
    with failing(of_sqlite("SQLITE_BUSY"), queries="SELECT"):
        response = browser.post(f"/campaigns/{table.campaign.pk}/notes/", {"words": WORDS})

    page = response.content.decode()
    assert response.status_code == 503
    assert f'<input type="hidden" name="words" value="{WORDS}">' in page
    assert "Send it again in a moment" in page
    assert "data-again-after" not in page


def test_part_for_htmx_stands_above_the_form_that_is_still_there(table: Table, browser: Client) -> None:
    url = f"/campaigns/{table.campaign.pk}/notes/"
    with failing(of_sqlite("SQLITE_BUSY")):
        response = browser.post(url, note(uuid4().hex), headers={"HX-Request": "true"})

    assert (response.status_code, response["X-Unplayable"]) == (503, "busy")
    part = response.content.decode()
    assert "Sending again…" in part
    assert "<html" not in part
    assert "<form" not in part


def test_page_that_was_asked_for_is_asked_for_again(table: Table, browser: Client) -> None:
    error = of_postgres(psycopg.OperationalError("connection refused"))
    with failing(error, queries="SELECT"):
        response = browser.get(f"/campaigns/{table.campaign.pk}/")

    assert (response.status_code, response["X-Unplayable"]) == (503, "away")
    page = response.content.decode()
    assert '<meta http-equiv="refresh" content="3">' in page
    assert "<form" not in page


def test_password_is_neither_kept_nor_sent_again(table: Table) -> None:
    typed = {"login": table.player.user.username, "password": "seven quiet crows"}
    with failing(of_sqlite("SQLITE_BUSY"), queries="SELECT"):
        response = Client(raise_request_exception=False).post("/accounts/login/", typed)

    assert response.status_code == 503
    page = response.content.decode()
    assert "Go back to your form" in page
    assert "quiet" not in page
    assert "data-again-after" not in page


def test_form_of_another_site_is_not_offered_again(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database may fail before the token was looked at."""

    def fail(*_args: Any) -> None:
        raise of_sqlite("SQLITE_BUSY")

    monkeypatch.setattr("django.middleware.csrf.CsrfViewMiddleware.process_view", fail)
    browser = Client(raise_request_exception=False)
    browser.force_login(table.player.user)

    response = browser.post(f"/campaigns/{table.campaign.pk}/notes/", note(uuid4().hex))

    assert response.status_code == 503
    assert WORDS not in response.content.decode()
    assert "data-again-after" not in response.content.decode()


def test_what_the_host_reads_is_one_line_without_a_traceback(table: Table, browser: Client) -> None:
    with capture_logs() as said, failing(of_sqlite("SQLITE_FULL")):
        for _time in range(3):
            browser.post(f"/campaigns/{table.campaign.pk}/notes/", note(uuid4().hex))

    told = [line["what"] for line in said if line["event"] == "database"]
    assert len(told) == 1
    assert "is full. Free some space" in told[0]


def test_fault_of_the_program_stays_a_fault(table: Table, browser: Client) -> None:
    with failing(ProgrammingError("no such column")):
        response = browser.post(f"/campaigns/{table.campaign.pk}/notes/", note(uuid4().hex))

    assert response.status_code == 500
    assert "Something went wrong on our side" in response.content.decode()
