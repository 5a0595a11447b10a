"""Shared by all tests. Nothing here imports Django: the tests of the rules run without it."""

import gc
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from _pytest import runner

from campaigns.config.room import with_room
from tests import chromium, postgres, template_database

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django import DjangoDbBlocker

TOUCHES_DATABASE = {"db", "transactional_db", "django_db_setup", "live_server", "live_server_helper"}
QUIET_CHROMIUM = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A name as on a local network, which no browser trusts as it trusts 127.0.0.1 itself.
    "--host-resolver-rules=MAP pactbook.local 127.0.0.1",
]

WHOLLY_SLOW = re.compile(r"^pytestmark = .*\bpytest\.mark\.slow\b", re.MULTILINE)
"""A file all of whose tests `make check` leaves out."""
MARK_OF_POSTGRES = "mark.postgres"
"""What stands in a file of which some test runs on PostgreSQL too: marks are set nowhere else."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Files whose tests are left out anyway are not even read: that takes a good part of a quick run."""
    wanted = str(config.getoption("markexpr"))
    if "not journey" in wanted and collection_path.name == "journeys":
        return True
    if collection_path.suffix != ".py":
        return None
    if "not slow" in wanted and WHOLLY_SLOW.search(collection_path.read_text(encoding="utf-8")):
        return True
    if " and postgres" in wanted and MARK_OF_POSTGRES not in collection_path.read_text(encoding="utf-8"):
        return True
    return None


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """Marks come before anything is chosen by them. What may take minutes begins first, so that the end is shared."""
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if item.get_closest_marker("django_db") or fixtures & TOUCHES_DATABASE:
            item.add_marker("database")
        if item.get_closest_marker("sqlite") and os.environ.get("TEST_DATABASE_URL"):
            item.add_marker(pytest.mark.skip(reason="about SQLite, and this run is on PostgreSQL"))
        if "journeys" in item.path.parts:
            item.add_marker("journey")
    yield
    items.sort(key=_may_take, reverse=True)


def pytest_collection_finish() -> None:
    """Whatever is there by now stays to the end: looking through it for what is left over took a fifth of each page."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> object:
    """A test with its fixtures, as pytest runs it anyway."""
    return with_room(runner.pytest_runtest_protocol, item, nextitem)


def _may_take(item: pytest.Item) -> float:
    """The seconds that a test asks for, if it asks; what empties the database stays behind what does not.

    Journeys all do.
    """
    limit, database = item.get_closest_marker("timeout"), item.get_closest_marker("django_db")
    empties = database is not None and database.kwargs.get("transaction", False)
    is_last = empties and not item.get_closest_marker("journey")
    return float(limit.args[0]) if limit and limit.args and not is_last else 0


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """The system's Chromium, for the journeys."""
    from playwright.sync_api import sync_playwright

    program = chromium.program()
    if program is None:
        missing(chromium.MISSING)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=QUIET_CHROMIUM)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> None:
    """The last word before the test database is made: it is copied from one that is kept."""
    template_database.use()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: "DjangoDbBlocker") -> Iterator[None]:
    """The test database; its guards are lifted around the flush that empties it between tests, and only there.

    The usual people are played before any test: what one of them changes about the world is not kept for the others.
    """
    from django.db import transaction
    from django.test import TransactionTestCase

    from campaigns.log import guards
    from tests import people
    from tests.campaigns import spine

    with django_db_blocker.unblock():
        for begin in (people.make_table, spine.new_game):
            with transaction.atomic():
                begin()
                transaction.set_rollback(True)

    empty = TransactionTestCase._fixture_teardown  # type: ignore[attr-defined]  # missing in its stubs

    def empty_without_guards(case: TransactionTestCase) -> None:
        with guards.lifted():
            empty(case)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", empty_without_guards)
        yield


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """A real PostgreSQL for the tests that want one whatever the game itself is kept in, one for a whole run."""
    try:
        with postgres.running() as url:
            yield url
    except LookupError as error:
        missing(str(error))


@pytest.fixture
def empty_postgres(postgres_server: str) -> Iterator[str]:
    """The address of an empty database there."""
    with postgres.database(postgres_server) as url:
        yield url


@pytest.fixture(scope="session")
def _migrated_postgres(postgres_server: str) -> str:
    return template_database.kept_in(postgres_server)


@pytest.fixture
def migrated_postgres(postgres_server: str, _migrated_postgres: str) -> Iterator[str]:
    """The address of a database there that was migrated, and holds nothing."""
    with postgres.database(postgres_server, like=_migrated_postgres) as url:
        yield url


def missing(what: str) -> None:
    """A part this machine has not got: skipped at home, a failure where CI=true."""
    if os.environ.get("CI") == "true":
        pytest.fail(what)
    pytest.skip(what)
