"""Every screen that a link leads to, as GM and as player: axe finds nothing, and nothing scrolls sideways.

Outside a campaign nobody is a GM or a player: those screens are looked at once.
"""

import re
from collections.abc import Callable
from itertools import cycle

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from campaigns.services import demo
from tests.campaigns.walking import pages_found
from tests.journeys.pages import HEIGHTS, Theme, look

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600), pytest.mark.django_db(transaction=True)]

IN_CAMPAIGN = re.compile(r"/campaigns/[0-9a-f-]{36}/")
LAID_OUT_AT_FIRST = "/characters/new/"
"""Where scripts lay out long forms as they are loaded, such a page is loaded in each look."""
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
LOOKS: tuple[tuple[int, Theme], ...] = ((1280, "light"), (390, "dark"))


@pytest.mark.parametrize("who", ["gm", "iris"])
def test_every_screen_is_sound(
    browser: Browser, live_server: LiveServer, faults_of: Callable[[Page], list[str]], who: str
) -> None:
    demo.load_demo()
    client = _signed_in(who)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value

    every = list(pages_found(client))
    screens = [path for path in every if who == "gm" or IN_CAMPAIGN.match(path)]
    found = _faults(browser, live_server, cookie, screens, faults_of)

    assert len(screens) >= 20
    assert found == []


def _signed_in(who: str) -> Client:
    client = Client()
    client.force_login(User.objects.get(username=who))
    return client


def _faults(
    browser: Browser,
    server: LiveServer,
    cookie: str,
    screens: list[str],
    faults_of: Callable[[Page], list[str]],
) -> list[str]:
    """Each screen is loaded once and looked at in each look: loading it took as long as looking."""
    context = browser.new_context(base_url=server.url, reduced_motion="reduce")
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": server.url}])
    page = context.new_page()
    found = []
    for path, looks in zip(screens, cycle((LOOKS, LOOKS[::-1]))):
        for number, (width, theme) in enumerate(looks):
            look(page, width, theme)
            if number == 0 or LAID_OUT_AT_FIRST in path:
                page.goto(path)
            found += [f"{path} {width} {theme}: {fault}" for fault in faults_of(page)]
            if width < 600:
                page.set_viewport_size({"width": 360, "height": HEIGHTS[360]})
                if page.evaluate(SIDEWAYS) > 0:
                    found.append(f"{path}: scrolls sideways at 360 px")
    context.close()
    return found
