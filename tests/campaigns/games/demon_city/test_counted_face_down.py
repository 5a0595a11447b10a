"""A number of cards that is counted before the flip stays face down for everybody else (DEC-ROUND-16)."""

import json
import re
from typing import Any

import pytest
from django.urls import reverse

from campaigns.game import Document
from campaigns.log.projector import read_entry
from campaigns.models import Entry, Membership, Part
from campaigns.viewing import Viewer
from rules.kernel.values import as_values, as_whole
from tests.campaigns.games.demon_city.test_rounds_stored import all_announce, sort
from tests.campaigns.spine import Game, browser

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

BLADE = [{"source": "weapon", "dice": 1}]
DRUNK = [{"source": "hindrance", "dice": -1}]
Fight = tuple[Game, dict[str, str]]


@pytest.fixture
def fight() -> Fight:
    """Cards lie face down, and nobody has counted any by hand."""
    game, people = all_announce()
    sort(game, people)
    return game, people


def counted(game: Game, who: str, *, by: Membership | None = None, **thrower: Any) -> int:
    given = {"context": "action", "thrower": {"id": who, **thrower}, "kind": "attack"}
    return game.act("demon_city.throw_count", given, by=by).entry.seq


def document_of(viewer: Membership, seq: int) -> Document:
    parts = Part.objects.filter(entry__campaign=viewer.campaign_id, entry__seq=seq)
    found = read_entry(Viewer.of(viewer), parts)
    assert found is not None
    return found


def told(viewer: Membership, seq: int) -> str:
    """What somebody reads of an entry, and of its page, without what numbers the entry."""
    entry = document_of(viewer, seq)
    page = browser(viewer).get(reverse("log_entry", args=[viewer.campaign_id, seq])).content.decode()
    words = re.search(r"Throws counted.*?</p>.*?</p>", page, re.DOTALL)
    assert words is not None
    return json.dumps([entry["steps"], entry["changes"]], default=repr) + words[0]


@pytest.mark.clause("DEC-ROUND-16")
def test_what_the_host_counts_is_the_same_to_everybody_else_whatever_it_is(fight: Fight) -> None:
    game, people = fight
    first = counted(game, people["Ghoul"], modifiers=BLADE)
    other = counted(game, people["Ghoul"], modifiers=DRUNK, maneuvers=["tricky"])

    for viewer in (game.player, game.other_player, game.observer):
        assert told(viewer, first) == told(viewer, other)
        assert "How many cards it is shows at the flip" in told(viewer, first)
    assert told(game.gm, first) != told(game.gm, other)


@pytest.mark.clause("DEC-ROUND-16")
def test_what_a_player_counts_of_their_own_tells_no_other_player(fight: Fight) -> None:
    game, people = fight
    careful = counted(game, people["Ann"], by=game.player)
    tricky = counted(game, people["Ann"], by=game.player, maneuvers=["called_shot"])

    for viewer in (game.other_player, game.observer):
        assert told(viewer, careful) == told(viewer, tricky)
    mine = browser(game.player).get(reverse("action_round", args=[game.campaign.pk])).content.decode()
    assert "the lowest counts" in mine


@pytest.mark.clause("DEC-ROUND-16")
def test_the_flip_tells_how_many_cards_everybody_had(fight: Fight) -> None:
    game, people = fight
    before = Entry.objects.filter(campaign=game.campaign).count()
    page = browser(game.gm).get(reverse("action_round", args=[game.campaign.pk])).content.decode()
    key = re.search(r'<form[^>]*id="flip-.*?name="key" value="([^"]+)"', page, re.DOTALL)
    assert key is not None

    browser(game.gm).post(reverse("flip_round", args=[game.campaign.pk]), {"key": key[1]})

    newest = Entry.objects.filter(campaign=game.campaign).latest("seq")
    assert newest.seq == before + 1
    seen = document_of(game.other_player, newest.seq)
    counts = [step for step in seen["steps"] if step["action"] == "demon_city.throw_count"]
    told_of = {as_values(step["input"]["thrower"])["id"]: step["outcome"]["throws"] for step in counts}
    assert {*people.values()} - {people["Lurker"]} <= told_of.keys()
    assert as_whole(told_of[people["Ann"]]) >= 1
