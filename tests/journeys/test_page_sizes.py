"""No page of a demo is heavier than a phone at somebody's table should have to load, or endless on a laptop."""

from collections.abc import Iterable
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from campaigns.services import demo
from tests.campaigns.walking import pages_found
from tests.journeys.pages import look

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600), pytest.mark.django_db(transaction=True)]

HEAVIEST, LONGEST = 150_000, 4_000
OF_EACH = 2
"""Records of several kinds, and entries old and new, are shown by one view."""
HEIGHT = "document.documentElement.scrollHeight"


@pytest.mark.parametrize("game", demo.with_demo())
def test_no_page_is_heavier_than_150_kb_or_higher_than_4000_px(
    browser: Browser, live_server: LiveServer, game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
    demo.load_demo(game)
    over = []
    for who in ("gm", "iris"):
        client = Client()
        client.force_login(User.objects.get(username=who))
        found = pages_found(client, OF_EACH)
        assert len(found) >= 30
        heights = _heights(browser, live_server.url, client, found)
        over += [
            f"{who} {path}: {len(page):,} bytes, {heights[path]:,} px"
            for path, page in found.items()
            if len(page) > HEAVIEST or heights[path] > LONGEST
        ]

    assert over == []


def _heights(browser: Browser, server: str, client: Client, paths: Iterable[str]) -> dict[str, int]:
    """How high each page is on a laptop, as it is opened."""
    context = browser.new_context(base_url=server, reduced_motion="reduce")
    name = settings.SESSION_COOKIE_NAME
    context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": server}])
    page = context.new_page()
    look(page, 1280, "light")
    found = {}
    for path in paths:
        page.goto(path)
        found[path] = page.evaluate(HEIGHT)
    context.close()
    return found
