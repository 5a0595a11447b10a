from contextlib import closing

import pytest
from django.test import Client

from campaigns.config import headers

ADDRESSES = ["/about/", "/accounts/login/", "/no/such/page", "/static/fonts/display.woff2"]


@pytest.mark.django_db
@pytest.mark.parametrize("address", ADDRESSES)
def test_every_answer_carries_the_security_headers(client: Client, address: str) -> None:
    with closing(client.get(address)) as response:
        said = response.headers

    assert {name: said.get(name) for name in headers.HEADERS} == headers.HEADERS
    assert set(said["Content-Security-Policy"].split("; ")) == set(headers.CONTENT_SECURITY_LINE.split("; "))


def test_policy_allows_nothing_unsafe() -> None:
    assert "unsafe" not in headers.CONTENT_SECURITY_LINE
    assert headers.CONTENT_SECURITY["default-src"] == ["'none'"]


@pytest.mark.django_db
def test_pages_are_kept_by_no_cache(client: Client) -> None:
    assert "no-store" in client.get("/about/").headers["Cache-Control"]
    assert "no-store" in client.get("/accounts/login/").headers["Cache-Control"]
    with closing(client.get("/static/fonts/display.woff2")) as font:
        assert "no-store" not in font.headers["Cache-Control"]
