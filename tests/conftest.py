"""Shared by all tests. Nothing here imports Django: the tests of the rules run without it."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests import template_database

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django import DjangoDbBlocker

TOUCHES_DATABASE = {"db", "transactional_db", "django_db_setup", "live_server", "live_server_helper"}
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
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


LONG = {
    "test_accounts",
    "test_action_shapes",
    "test_any_history",
    "test_any_input",
    "test_any_sequence",
    "test_at_once",
    "test_backups",
    "test_campaign_home",
    "test_cards",
    "test_casting",
    "test_clock",
    "test_clock_always",
    "test_clock_page",
    "test_conflict",
    "test_container",
    "test_creation",
    "test_databases",
    "test_decks",
    "test_declarations",
    "test_editing",
    "test_editing_parts",
    "test_every_url",
    "test_export_commands",
    "test_export_hostile",
    "test_export_lines",
    "test_export_mutations",
    "test_export_secrets",
    "test_exports",
    "test_fight_acts",
    "test_fight_answers",
    "test_fight_page",
    "test_fight_turns",
    "test_fights",
    "test_hands",
    "test_hostile_input",
    "test_image",
    "test_importing",
    "test_invitations",
    "test_log",
    "test_log_secrets",
    "test_moments",
    "test_moving",
    "test_nightly",
    "test_non_interference",
    "test_odds",
    "test_one_flip",
    "test_overriding",
    "test_palette_matrix",
    "test_past",
    "test_past_secrets",
    "test_people",
    "test_plain_creation",
    "test_play_action",
    "test_play_any_post",
    "test_play_every_action",
    "test_play_every_odds",
    "test_play_odds",
    "test_play_pages",
    "test_play_pending",
    "test_play_stored",
    "test_play_suggestions",
    "test_policy_line",
    "test_post_matrix",
    "test_properties",
    "test_query_counts",
    "test_records",
    "test_redact",
    "test_requests",
    "test_restoring",
    "test_review",
    "test_review_index",
    "test_review_secrets",
    "test_rituals",
    "test_round_page",
    "test_sealed",
    "test_secrets",
    "test_secrets_in_play",
    "test_secrets_of_systems",
    "test_settings",
    "test_settings_page",
    "test_sheets",
    "test_spell_board",
    "test_stream",
    "test_table",
    "test_telling",
    "test_templates",
    "test_timeline",
    "test_troubles",
    "test_undo",
    "test_upgrade",
    "test_vectors_as_rows",
    "test_verify",
    "test_verify_mutations",
}
"""Files that try very much, or wait: `make test` runs them, `make check` leaves them out."""


ONCE = {
    "test_every_url",
    "test_export_hostile",
    "test_export_mutations",
    "test_hostile_input",
    "test_palette_matrix",
    "test_post_matrix",
    "test_secrets",
    "test_secrets_in_play",
    "test_secrets_of_systems",
    "test_telling",
    "test_verify_mutations",
}
AGAIN = {
    "test_clock_page",
    "test_dice",
    "test_exports",
    "test_log",
    "test_play_pending",
    "test_recaps",
    "test_restoring",
    "test_review",
}
"""Forms and pages are tried on SQLite alone, but for these: what else they ask of a database is asked again by the
tests of queries and services, and by the counting of every page's queries."""


def _is_once(path: Path) -> bool:
    is_page = {"forms", "views", "templatetags"} & set(path.parts)
    return path.stem in ONCE or bool(is_page and path.stem not in AGAIN)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Files whose tests are left out anyway are not even read: that takes a good part of a quick run."""
    wanted = str(config.getoption("markexpr"))
    is_left_out = ("not slow" in wanted and collection_path.stem in LONG) or (
        "not journey" in wanted and collection_path.name == "journeys"
    )
    return True if is_left_out else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if item.get_closest_marker("django_db") or fixtures & TOUCHES_DATABASE:
            item.add_marker("database")
        if item.get_closest_marker("sqlite") and os.environ.get("TEST_DATABASE_URL"):
            item.add_marker(pytest.mark.skip(reason="about SQLite, and this run is on PostgreSQL"))
        if _is_once(item.path):
            item.add_marker("once")
        if item.path.stem in LONG:
            item.add_marker("slow")
        if "journeys" in item.path.parts:
            item.add_marker("journey")


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """The system's Chromium, for the journeys."""
    from playwright.sync_api import sync_playwright

    program = next((path for name in CHROMIUM if (path := shutil.which(name))), None)
    if program is None:
        missing("Chromium is missing: `apt install chromium`")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=QUIET_CHROMIUM)
        yield chromium
        chromium.close()


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


def missing(what: str) -> None:
    """A part this machine has not got: skipped at home, a failure where CI=true."""
    if os.environ.get("CI") == "true":
        pytest.fail(what)
    pytest.skip(what)
