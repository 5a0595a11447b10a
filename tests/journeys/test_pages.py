"""A page that one test hands on to the next holds nothing of the first."""

import pytest
from pytest_django.live_server_helper import LiveServer

from tests.journeys.pages import Pages

KEEP = "localStorage.kept = sessionStorage.kept = 'words'"
KEPT = "[localStorage.kept, sessionStorage.kept, document.cookie]"


@pytest.mark.parametrize("javascript", [True, False])
def test_a_page_that_is_handed_on_is_like_a_new_one(
    pages: Pages, live_server: LiveServer, javascript: bool
) -> None:
    with pages.page(live_server.url, javascript=javascript) as first:
        first.goto("/about/")
        first.context.add_cookies([{"name": "kept", "value": "words", "url": live_server.url}])
        first.evaluate(KEEP)
        first.route("**/*", lambda route: route.abort())
        first.context.new_page()
        assert first.evaluate(KEPT) == ["words", "words", "kept=words"]

    with pages.page(live_server.url, javascript=javascript) as second:
        assert second is first
        second.goto("/about/")
        assert second.evaluate(KEPT) == [None, None, ""]
        assert second.context.pages == [second]


def test_a_page_on_its_way_to_another_is_not_handed_on(pages: Pages, live_server: LiveServer) -> None:
    with pages.page(live_server.url) as first:
        first.goto("about:blank")

    with pages.page(live_server.url) as second:
        assert second is not first
