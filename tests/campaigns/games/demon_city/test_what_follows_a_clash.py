"""What a Clash leaves to the Host's word is said on its page, with the way to it."""

import html
import re

import pytest
from django.urls import reverse

from campaigns.games.demon_city.rounds import acts as rounds
from campaigns.models import Membership
from tests.campaigns.games.demon_city.stacked import stack, stacked_piles
from tests.campaigns.games.demon_city.test_rounds_stored import a_fight, announce, clash
from tests.campaigns.spine import Game, browser

__all__ = ["stacked_piles"]

pytestmark = pytest.mark.django_db


def page(who: Membership) -> str:
    return browser(who).get(reverse("action_round", args=[who.campaign_id])).content.decode()


def wrestled(*cards: str) -> tuple[Game, dict[str, str]]:
    """Ann pushes the ghoul off the roof, who attacks her; these cards come."""
    game, people = a_fight()
    ann, ghoul = people["Ann"], people["Ghoul"]
    rounds.begin_round(actor=game.gm, name="Round", who=[ann, ghoul], previous=(), anew=False, key=game.key())
    announce(game, ann, "other", ghoul)
    announce(game, ghoul, "attack", ann)
    actions = [
        {"id": ann, "side": "us", "kind": "other", "targets": [ghoul]},
        {"id": ghoul, "side": "them", "kind": "attack", "targets": [ann]},
    ]
    rounds.sort_round(actor=game.gm, actions=actions, names={ann: "Ann", ghoul: "Ghoul"}, key=game.key())
    assert "no sheet holds weapons" in page(game.gm)
    assert "no sheet holds weapons" in page(game.player)
    stack(*cards)
    both = ((ann, "us", "other", ghoul), (ghoul, "them", "attack", ann))
    rounds.flip_round(actor=game.gm, flips=(clash("clash", game, *both),), nonce="", key=game.key())
    return game, people


@pytest.mark.clause("DEC-CLASH-21", "DEC-CTHROW-17")
def test_what_follows_from_an_action_that_is_no_attack_is_the_hosts_to_say() -> None:
    game, people = wrestled("cups-9", "pentacles-2")

    hosts, mine = page(game.gm), page(game.player)

    for shown in (hosts, mine):
        assert "Whether damage or a Calm check follows is the GM’s to say" in shown
    throw = f"/play/demon_city.damage/?target={people['Ghoul']}"
    assert throw in hosts
    (ask,) = re.findall(r'href="([^"]*/ask/\?for=demon_city\.calm[^"]*)"', hosts)
    asking = browser(game.gm).get(html.unescape(ask))
    assert (asking.status_code, "Choose whom to ask." in asking.content.decode()) == (200, False)
    assert throw not in mine


@pytest.mark.clause("DEC-CLASH-21")
def test_nothing_is_said_of_an_action_that_was_lost() -> None:
    game, _people = wrestled("cups-2", "pentacles-9")

    assert "is the GM’s to say" not in page(game.gm)
