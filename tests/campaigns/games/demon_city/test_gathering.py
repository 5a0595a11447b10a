"""Cards that lie face down are shown on every page, and tell no more than that: not how many, not who is ready."""

import re

import pytest
from django.urls import reverse

from campaigns.models import Membership
from tests.campaigns.games.demon_city.test_rounds_stored import all_announce, sort
from tests.campaigns.spine import Game, browser

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

LINE = re.compile(r'<a class="gathering".*?</a>', re.DOTALL)
Fight = tuple[Game, dict[str, str]]


@pytest.fixture
def fight() -> Fight:
    return all_announce()


def line(game: Game, who: Membership, page: str = "campaign_home") -> str:
    text = browser(who).get(reverse(page, args=[game.campaign.pk])).content.decode()
    return "".join(LINE.findall(text))


def says_ready(game: Game, who: str) -> None:
    sent = {"key": game.key(), "who": who}
    answer = browser(game.player).post(reverse("say_ready", args=[game.campaign.pk]), sent)
    assert answer.status_code == 302


def test_it_lies_on_every_page_from_the_sorting_to_the_flip(fight: Fight) -> None:
    game, people = fight
    assert line(game, game.other_player) == ""

    sort(game, people)

    for page in ("campaign_home", "table", "log", "campaign_rules"):
        told = line(game, game.other_player, page)
        assert "0 of 2 players ready" in told
        assert all(name in told for name in ("Ann", "Bo", "Ghoul"))
    assert line(game, game.other_player, "action_round") == ""  # there they lie as they are

    text = browser(game.gm).get(reverse("action_round", args=[game.campaign.pk])).content.decode()
    key = re.search(r'<form[^>]*id="flip-.*?name="key" value="([^"]+)"', text, re.DOTALL)
    assert key is not None
    browser(game.gm).post(reverse("flip_round", args=[game.campaign.pk]), {"key": key[1]})
    assert line(game, game.other_player) == ""


def test_it_tells_how_many_are_ready_and_not_who(fight: Fight) -> None:
    game, people = fight
    sort(game, people)

    says_ready(game, people["Ann"])
    first = line(game, game.other_player)
    says_ready(game, people["Bo"])

    assert "1 of 2 players ready" in first
    assert line(game, game.other_player) == first.replace("1 of 2", "2 of 2")


@pytest.mark.clause("DEC-ROUND-16")
def test_whom_a_viewer_does_not_see_is_not_in_it(fight: Fight) -> None:
    game, people = fight
    sort(game, people)

    assert "Lurker" in line(game, game.gm)
    assert "Lurker" not in line(game, game.player)
    assert len(re.findall('gathering-hand"', line(game, game.player))) == 3


def test_whose_cards_lie_face_down_is_called_until_they_say_that_they_are_ready(fight: Fight) -> None:
    """Without a call their player sits there for ever, and the GM waits."""
    game, people = fight
    call = "’s cards lie face down: say that you are ready"

    def called(who: Membership) -> set[str]:
        home = browser(who).get(reverse("campaign_home", args=[game.campaign.pk])).content.decode()
        return {name for name in people if f"{name}{call}" in home}

    assert called(game.player) == set()
    sort(game, people)
    assert (called(game.player), called(game.other_player)) == ({"Ann", "Bo"}, set())

    says_ready(game, people["Ann"])

    assert called(game.player) == {"Bo"}
    assert "1 of 2 players ready" in line(game, game.other_player)
