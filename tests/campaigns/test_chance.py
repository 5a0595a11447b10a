"""Dice in tests are the same on every run, in whatever order tests come, so that none fails by luck alone."""

import secrets

import pytest

from campaigns.models import DrawPeriod
from campaigns.services.founding import found_campaign
from tests.campaigns.world import rolled_back
from tests.chance import chance_of
from tests.kept_rows import played_once
from tests.people import make_user


@pytest.fixture(scope="module")
def made_for_all() -> bytes:
    return secrets.token_bytes(8)


def founded() -> bytes:
    """On what the dice of a campaign hang."""
    campaign = found_campaign(owner=make_user("gm"), name="The Long Night", gm_name="Gwen", agreed={})
    return bytes(DrawPeriod.objects.get(campaign=campaign).open_secret)


@pytest.mark.django_db
def test_what_is_played_once_has_the_same_dice_whichever_test_comes_first() -> None:
    found = set()
    for first in ("a test", "another"):
        with rolled_back(), chance_of(first):
            found.add(played_once(founded)())

    assert len(found) == 1


def test_what_all_tests_of_a_file_share_has_a_chance_of_its_own(made_for_all: bytes) -> None:
    with chance_of("tests/campaigns/test_chance.py made_for_all 0"):
        assert made_for_all == secrets.token_bytes(8)
