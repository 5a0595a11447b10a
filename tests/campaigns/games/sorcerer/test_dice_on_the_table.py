"""What is rolled at the table, where everybody sees it, and who grants dice for it."""

from typing import Any

import pytest
from django.urls import reverse

from campaigns.models import Entry, Pending
from campaigns.policy import NotAllowed
from campaigns.services.asking import ask_player
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from tests.campaigns.games.sorcerer.circle import Circle, clause_of, new_circle, won
from tests.campaigns.spine import browser, document

pytestmark = pytest.mark.django_db

GOOD_PLAY = {"source": "good_play", "dice": 2, "note": "the candle"}


@pytest.fixture
def circle() -> Circle:
    return new_circle()


def roll(circle: Circle, **more: Any) -> dict[str, Any]:
    acting = {"id": circle.mara, "score": "will"}
    return {"acting": acting, "opposing": {"score": "difficulty", "dice": 2}, **more}


@pytest.mark.clause("SOR-ROLL-03")
def test_a_roll_stays_where_everybody_sees_it(circle: Circle) -> None:
    game = circle.game
    game.act("table.change_policy", {"values": {"sealed_rolls": True, "overrides": False}})
    sealed = ActRequest("sealed", (Request("sorcerer.roll", roll(circle)),), nonce="ab" * 16, sealed=True)
    assert clause_of(play, game.gm, sealed) == "SOR-ROLL-03"

    seq = game.act("sorcerer.roll", roll(circle), hand=won(2, 2)).entry.seq
    told = document(Entry.objects.get(seq=seq))
    game.undo(seq)

    address = reverse("log_entry", args=[game.campaign.pk, seq])
    page = browser(game.observer).get(address).content.decode()
    assert document(Entry.objects.get(seq=seq)) == told
    assert told["steps"][0]["draws"] == [[12, 12], [12, 1], [12, 2], [12, 2]]
    assert "Mara" in page


@pytest.mark.clause("SOR-ROLL-04")
def test_the_gm_logs_what_needs_no_roll(circle: Circle) -> None:
    game = circle.game
    word = {"words": "A surgeon knows how.", "clause": "SOR-ROLL-04", "about": [circle.mara]}

    with pytest.raises(NotAllowed):
        game.act("table.ruling", word, by=game.player)
    seq = game.act("table.ruling", word).entry.seq

    (step,) = document(Entry.objects.get(seq=seq))["steps"]
    assert step["draws"] == []
    log = browser(game.player).get(reverse("log", args=[game.campaign.pk])).content.decode()
    assert "A surgeon knows how." in log


@pytest.mark.clause("SOR-BONUS-01")
def test_where_rulings_are_the_gms_so_are_bonus_dice(circle: Circle) -> None:
    game = circle.game
    game.act("table.change_policy", {"values": {"player_rulings": False}})
    granted = roll(circle, modifiers=[GOOD_PLAY])

    assert clause_of(game.act, "sorcerer.roll", granted, by=game.player) == "SOR-BONUS-01"
    ask_player(actor=game.gm, action="sorcerer.roll", who=circle.mara, settled=granted, key="granted")
    asked = Pending.objects.get(question="sorcerer.roll", state="open")
    step = Request("sorcerer.roll", {"acting": {"id": circle.mara, "score": "will"}})
    played = play(game.player, ActRequest("made", (step,), answers=str(asked.pk), hand=won(4, 2)))

    outcome: Any = played.result.outcome
    assert [(part.source, part.dice) for part in outcome.contest.acting.parts] == [
        ("will", 2),
        ("good_play", 2),
    ]


@pytest.mark.clause("SOR-DCONF-01")
def test_a_demon_is_the_gms_and_rolls_like_anybody(circle: Circle) -> None:
    game, ash = circle.game, circle.demon()
    mine = {"kind": "demon", "name": "Soot", "owner": str(game.player.pk)}
    attack = {"acting": {"id": ash, "score": "will"}, "opposing": {"id": circle.mara, "score": "will"}}

    assert clause_of(game.act, "table.create", {"about": mine}, by=game.player) == "SOR-DCONF-01"
    game.act("table.create", {"about": {**mine, "owner": None}}, by=game.player)
    with pytest.raises(NotAllowed):
        game.act("sorcerer.roll", attack, by=game.player)
    game.act("sorcerer.roll", attack, hand=won(2, 2))
    game.act("sorcerer.conflict_round", {"combatants": [{"id": ash, "score": "power", "action": "act"}]})

    assert len(game.sheet(ash)["faces"]) == 3
