"""No page of a demo is heavier than a phone at somebody's table should have to load."""

from pathlib import Path

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.test import Client

from campaigns.services import demo
from tests.campaigns.walking import pages_found

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.timeout(400)]

HEAVIEST = 150_000


@pytest.mark.parametrize("game", demo.with_demo())
def test_no_page_weighs_more_than_150_kb(game: str, settings: LazySettings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    demo.load_demo(game)
    heavy = []
    for who in ("gm", "iris"):
        client = Client()
        client.force_login(User.objects.get(username=who))
        found = pages_found(client)
        assert len(found) >= 20
        heavy += [f"{who} {path}: {len(page):,}" for path, page in found.items() if len(page) > HEAVIEST]

    assert heavy == []
