"""Pages in a browser against Django's own test server."""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.core.servers.basehttp import ThreadedWSGIServer
from django.test import Client
from django.utils.crypto import get_random_string
from playwright.sync_api import Browser, ConsoleMessage, Error, Page
from pytest_django.live_server_helper import LiveServer

from campaigns.config.room import with_room
from campaigns.models import Membership
from campaigns.services import sessions
from tests.journeys.pages import Pages, Theme, look
from tests.people import Table, make_table
from tests.served import ReadyServed, Served, free_port, started

# Playwright keeps an event loop in this thread; Django would take it for an async view and refuse the database.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

PageAt = Callable[..., Page]
AWAY = re.compile(r"^htmx:sendError|net::ERR_CONNECTION_|net::ERR_EMPTY_RESPONSE")
"""What a page's console says of a server that is away for a moment."""
FAULTS = Path(__file__).with_name("faults.js").read_text(encoding="utf-8")


@pytest.fixture(scope="session", autouse=True)
def _room_for_pages() -> Iterator[None]:
    """Django's test server, which has a thread for each connection, makes pages as the application does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ThreadedWSGIServer, "process_request_thread", _with_room)
        yield


def _with_room(
    server: ThreadedWSGIServer,
    *of: Any,
    serve: Callable[..., None] = ThreadedWSGIServer.process_request_thread,
) -> None:
    with_room(serve, server, *of)


@pytest.fixture(scope="session")
def pages(browser: Browser) -> Pages:
    return Pages(browser)


@pytest.fixture
def new_page(pages: Pages) -> Iterator[Callable[..., Page]]:
    """A new person's page: `new_page(base_url)`. Errors in its console fail the test, unless it `may_complain`."""
    complaints: list[str] = []
    with ExitStack() as open_pages:

        def open_page(
            base_url: str | None = None,
            *,
            javascript: bool = True,
            may_complain: bool = False,
            is_restarted: bool = False,
            is_reused: bool = True,
        ) -> Page:
            page = open_pages.enter_context(pages.page(base_url, javascript=javascript, is_reused=is_reused))
            if not may_complain:
                open_pages.enter_context(_heard(page, complaints, is_restarted))
            return page

        yield open_page
    assert complaints == []


@contextmanager
def _heard(page: Page, complaints: list[str], is_restarted: bool) -> Iterator[None]:
    def on_line(line: ConsoleMessage) -> None:
        if is_complaint(line) and not (is_restarted and AWAY.search(line.text)):
            complaints.append(line.text)

    def on_error(error: Error) -> None:
        complaints.append(str(error))

    page.on("console", on_line)
    page.on("pageerror", on_error)
    yield
    page.evaluate("null")  # what it said before this has come
    page.remove_listener("console", on_line)
    page.remove_listener("pageerror", on_error)


@pytest.fixture
def page_at(new_page: Callable[..., Page], live_server: LiveServer) -> PageAt:
    """A person at a page: `page_at("/stylebook/", who=table.gm, width=390, theme="dark")`."""
    return _opening(new_page, live_server.url)


@pytest.fixture
def table(transactional_db: None) -> Table:
    return make_table()


@pytest.fixture
def scene(table: Table) -> Table:
    """The table once a session and a scene have begun."""
    sessions.begin_session(actor=table.gm, name="One", key="session")
    sessions.begin_scene(actor=table.gm, name="The yard", key="scene")
    return table


@pytest.fixture(scope="session")
def _ready_server(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ReadyServed]:
    """One for the journeys of a process, at one port, so that a browser keeps what it loaded from there."""
    database = f"sqlite:///{settings.DATABASES['default']['NAME']}"
    environment = {
        "DATABASE_URL": database,
        "SECRET_KEY": settings.SECRET_KEY,
    }  # a session of the test's is one there
    served = ReadyServed(
        tmp_path_factory.mktemp("own"), "--no-demo", environment=environment, port=free_port()
    )
    yield served
    served.close()


@pytest.fixture
def own_server(transactional_db: None, _ready_server: ReadyServed) -> Iterator[Served]:
    """The application as a process of its own on the database of the test: it can be started again in the middle."""
    shutil.rmtree(_ready_server.folder)  # what it kept beside the database of another test
    _ready_server.folder.mkdir()
    with started(_ready_server) as served:
        yield served
        # Read where a browser was told of a fault of the server, which says nothing of why.
        print(*(line for line in served.output.splitlines() if '"level": "error"' in line), sep="\n")


@pytest.fixture
def page_at_own(own_server: Served, new_page: Callable[..., Page]) -> PageAt:
    """As `page_at`, at `own_server`."""
    return _opening(partial(new_page, is_restarted=True), own_server.url)


def _opening(new_page: Callable[..., Page], url: str) -> PageAt:
    def open_page(
        path: str,
        *,
        who: Membership | None = None,
        width: int = 1280,
        theme: Theme = "light",
        **options: bool,
    ) -> Page:
        page = new_page(url, **options)
        look(page, width, theme)
        if who is not None:
            sign_in(page, who, url)
        page.goto(path)
        return page

    return open_page


def sign_in(page: Page, member: Membership, url: str) -> None:
    """The browser takes over a session of this member."""
    client = Client()
    client.force_login(member.user)
    name = settings.SESSION_COOKIE_NAME
    # Logging in sets both: parts that a page fetches at once must not each begin a secret for its forms.
    cookies = {name: client.cookies[name].value, settings.CSRF_COOKIE_NAME: get_random_string(32)}
    page.context.add_cookies([{"name": name, "value": value, "url": url} for name, value in cookies.items()])


def is_complaint(line: ConsoleMessage) -> bool:
    """An error in the console; but Django's test server has no live stream, and that is told elsewhere.

    htmx tells of a request that a newer one replaced, such as the odds of a number that is still being typed.
    """
    is_replaced = line.text.startswith("htmx:afterRequest")
    return line.type == "error" and "/live/" not in line.location.get("url", "") and not is_replaced


@pytest.fixture(scope="session")
def faults_of() -> Callable[[Page], list[str]]:
    """What axe finds wrong with a page: rule and place, nothing when all is well."""
    axe = Axe().axe_script
    passed: set[str] = set()

    def faults(page: Page) -> list[str]:
        if not page.evaluate("'axe' in window"):
            page.evaluate(axe)
        found = page.evaluate(FAULTS, " ".join(passed))
        passed.update(found["passed"])
        return list(found["faults"])

    return faults
