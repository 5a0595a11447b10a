"""Bonus dice in a round of conflict: asked for as somebody announces, and counted as all roll."""

from typing import Any

import pytest
from django.urls import reverse

from campaigns.games.sorcerer.conflict.acts import announce, roll_round
from campaigns.games.sorcerer.conflict.announcements import Announcement
from campaigns.models import Pending
from tests.campaigns.spine import Game, browser, input_of, new_game

pytestmark = pytest.mark.django_db

SCORES: dict[str, Any] = {
    "stamina": 3,
    "will": 4,
    "lore": 3,
    "humanity": 4,
    "state": "active",
}


@pytest.mark.clause("SOR-BONUS-01", "TAB-GRANT-04")
def test_what_is_granted_before_the_dice_counts_in_the_round(game: Game) -> None:
    mara = game.make("character", "Mara", owner=game.player, **SCORES)
    otto = game.make("character", "Otto", **SCORES)
    player, url = browser(game.player), reverse("conflict", args=[game.campaign.pk])
    ask = f"{reverse('ask_bonus', args=[game.campaign.pk])}?action=sorcerer.conflict_round&path=modifiers"

    assert "Ask for +2" in player.get(url).content.decode()
    answer = player.post(f"{ask}&who={mara}&own=1", {"form.command": "propose 2 modifiers"})
    assert answer.status_code == 302
    proposal = Pending.objects.get(record__campaign=game.campaign, question="table.grant")
    given = {"who": {"id": mara}, "dice": 1}
    bonus = str(game.act("table.grant", given).steps[0].input["bonus_id"])
    page = player.get(url).content.decode()
    assert "+1 from the GM" in page
    assert f'value="{bonus}"' not in page, "the round takes it by itself"

    said = [Announcement(who=one, action="act", score="will", content=True) for one in (mara, otto)]
    for who, one in zip((game.player, game.gm), said, strict=True):
        announce(who, one)
    rolled = roll_round(actor=game.gm, said=said, told=(), key="roll")

    at = [step.action for step in rolled.steps].index("sorcerer.conflict_round")
    modifiers = {one["id"]: one["modifiers"] for one in input_of(rolled, at)["combatants"]}
    assert [row["dice"] for row in modifiers[mara]] == [1]
    assert not modifiers[otto]
    assert game.sheet(bonus)["state"] == "spent"
    proposal.refresh_from_db()
    assert proposal.state == "answered"


@pytest.fixture
def game() -> Game:
    game = new_game()
    game.act("table.change_policy", {"values": {"player_rulings": "propose"}})
    return game
