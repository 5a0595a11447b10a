"""Bonus dice in a round of conflict: asked for as somebody announces, and counted as all roll."""

from typing import Any

import pytest
from django.urls import reverse

from campaigns.games.sorcerer.conflict.acts import announce, roll_round
from campaigns.games.sorcerer.conflict.announcements import Announcement, announcements
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
    ticked = f'<input type="checkbox" name="modifiers.bonus" value="{bonus}" checked>'
    assert ticked in page, "the round takes it by itself"

    said = [Announcement(who=one, action="act", score="will", content=True) for one in (mara, otto)]
    for who, one in zip((game.player, game.gm), said, strict=True):
        announce(who, one)
    listed = player.get(url).content.decode().split('id="order"')[1].split("</li>", maxsplit=1)[0]
    assert "<b>Mara</b>" in listed and f"{SCORES['will'] + 1} dice" in listed and "bonus dice +1" in listed
    rolled = roll_round(actor=game.gm, said=said, told=(), key="roll")

    at = [step.action for step in rolled.steps].index("sorcerer.conflict_round")
    modifiers = {one["id"]: one["modifiers"] for one in input_of(rolled, at)["combatants"]}
    assert [row["dice"] for row in modifiers[mara]] == [1]
    assert not modifiers[otto]
    assert game.sheet(bonus)["state"] == "spent"
    proposal.refresh_from_db()
    assert proposal.state == "answered"


@pytest.mark.clause("SOR-BONUS-05", "SOR-DCONF-05")
def test_what_is_carried_and_granted_is_taken_by_boxes_and_a_shock_counts(game: Game) -> None:
    mara = game.make("character", "Mara", owner=game.player, **SCORES, shock=1, rollover=2)
    otto = game.make("character", "Otto", **SCORES)
    player, url = browser(game.player), reverse("conflict", args=[game.campaign.pk])
    kept, taken = (
        str(game.act("table.grant", {"who": {"id": mara}, "dice": dice}).steps[0].input["bonus_id"])
        for dice in (1, 3)
    )
    page = player.get(url).content.decode()
    assert f'name="modifiers.carried" value="rollover-{mara}">' in page
    assert "Shock: −1" in page
    assert 'value="shock"' not in page, "nobody leaves it"
    announced = {
        "who": mara,
        "alone": "act",
        "score": "will",
        "modifiers.seen": [kept, taken],
        "modifiers.bonus": [taken],
        "modifiers.carried": [f"rollover-{mara}"],
    }

    assert player.post(reverse("announce_action", args=[game.campaign.pk]), announced).status_code == 302

    again = player.get(f"{url}?who={mara}").content.decode()
    assert f'name="modifiers.bonus" value="{kept}">' in again
    assert f'name="modifiers.bonus" value="{taken}" checked>' in again
    assert f'name="modifiers.carried" value="rollover-{mara}" checked>' in again
    announce(game.gm, Announcement(who=otto, action="act", score="will", content=True))
    rolled = roll_round(actor=game.gm, said=announcements(game.campaign), told=(), key="roll")
    at = [step.action for step in rolled.steps].index("sorcerer.conflict_round")
    dice = [(row["source"], row["dice"]) for row in input_of(rolled, at)["combatants"][0]["modifiers"]]
    assert dice == [("shock", -1), ("rollover", 2), ("situation", 3)]
    assert game.sheet(kept)["state"] == "open"
    assert game.sheet(mara)["rollover"] == 0


def test_what_was_typed_stays_where_dice_are_asked_for_without_a_script(game: Game) -> None:
    mara = game.make("character", "Mara", owner=game.player, **SCORES)
    typed = {"who": mara, "action": "act", "score": "lore", "words": "Over the roofs"}
    asking = {**typed, "form.command": "propose 2 modifiers", "modifiers.reason": "in the dark"}

    answer = browser(game.player).post(reverse("announce_action", args=[game.campaign.pk]), asking)

    page = answer.content.decode()
    assert answer.status_code == 200
    assert 'value="Over the roofs"' in page
    assert 'name="score" value="lore" checked' in page
    assert "Asked for +2." in page
    assert "field-error" not in page
    proposal = Pending.objects.get(record__campaign=game.campaign, question="table.grant")
    assert (proposal.data["dice"], proposal.data["words"]) == (2, "in the dark")
    assert not announcements(game.campaign)


@pytest.fixture
def game() -> Game:
    game = new_game()
    game.act("table.change_policy", {"values": {"player_rulings": "propose"}})
    return game
