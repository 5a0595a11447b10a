"""What a round knows holds in every act: whom pain keeps from acting, whom a round waits for, what a hit was."""

import re
from typing import Any

import pytest
from django.urls import reverse

from campaigns.games.sorcerer.conflict.called import to_act
from campaigns.models import Campaign, Membership
from campaigns.policy import Rights
from campaigns.queries.calls import is_for
from campaigns.viewing import Viewer
from rules.kernel.errors import RuleViolation
from tests.campaigns.games.sorcerer.circle import clause_of
from tests.campaigns.games.sorcerer.test_what_a_round_is import IN_ORDER, Scene, says, scene
from tests.campaigns.spine import browser

__all__ = ["scene"]

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def roll(scene: Scene, score: str, *faces: int) -> Any:
    given = {
        "acting": {"id": scene.mara, "score": score},
        "opposing": {"score": "difficulty", "dice": 1},
    }
    return scene.game.act("sorcerer.roll", given, by=scene.game.gm, hand=faces or None).result.outcome


@pytest.mark.clause("SOR-WILL-01", "SOR-WILL-02")
def test_pain_keeps_from_any_roll_and_ritual_but_not_from_humanity(scene: Scene) -> None:
    game, mara = scene.game, scene.mara
    vesh = {"sorcerer": mara, "demon": scene.vesh}
    game.edit(mara, temporary=3)
    assert clause_of(roll, scene, "will") == "SOR-WILL-01"
    assert clause_of(game.act, "sorcerer.banish", vesh) == "SOR-WILL-01"
    roll(scene, "humanity", 9, 8, 7, 1)

    game.edit(mara, temporary=5)
    assert clause_of(roll, scene, "stamina") == "SOR-WILL-02"
    assert clause_of(game.act, "sorcerer.banish", vesh) == "SOR-WILL-02"


@pytest.mark.clause("SOR-WILL-01", "SOR-WILL-04", "SOR-WILL-05")
def test_dice_won_by_will_are_one_rolls_pool(scene: Scene) -> None:
    game, mara = scene.game, scene.mara
    game.edit(mara, temporary=3)
    game.act("sorcerer.will_override", {"character": mara, "dice": 2}, hand=(12, 11, 2, 1))

    assert clause_of(roll, scene, "will") == "SOR-WILL-01", "they are Stamina's"
    outcome = roll(scene, "stamina", 9, 8, 1)

    assert [(part.source, part.dice) for part in outcome.contest.acting.parts] == [("override", 2)]
    assert game.sheet(mara)["override"] == 0
    assert clause_of(roll, scene, "stamina") == "SOR-WILL-01", "and of the next action alone"


@pytest.mark.clause("SOR-CONFLICT-05")
def test_a_roll_granted_to_whoever_waits_is_theirs_to_carry_once(scene: Scene) -> None:
    game, mara = scene.game, scene.mara
    scene.roll(says(mara, "wait"), hand=IN_ORDER[:2])
    scene.resolve(mara, difficulty=1, hand=(3,))
    assert game.sheet(mara)["rollover"] == 2
    scene.end()

    attack = says(mara, "attack", scene.shelly, modifiers=[{"source": "rollover", "dice": 2}])
    scene.roll(attack, hand=(9, 8, 7, 6))
    assert game.sheet(mara)["rollover"] == 0
    scene.end()
    assert clause_of(scene.roll, attack, hand=(9, 8, 7, 6)) == "SOR-BONUS-05"


@pytest.mark.clause("SOR-CONFLICT-22")
def test_a_round_ends_for_everybody_in_it(scene: Scene) -> None:
    mara, shelly, vesh = scene.everybody
    scene.roll(says(mara), says(shelly), says(vesh), hand=IN_ORDER)

    assert clause_of(scene.game.act, "sorcerer.end_round", {"combatants": [mara, vesh]}) == "SOR-CONFLICT-22"
    scene.game.act("sorcerer.end_round", {})
    assert scene.turns() == ["none"] * 3


@pytest.mark.clause("SOR-DAMAGE-01")
def test_a_hit_is_read_off_as_it_was(scene: Scene) -> None:
    mara, shelly, _vesh = scene.everybody
    scene.roll(says(mara, "attack", shelly), hand=(12, 11))
    scene.resolve(mara, shelly, "defend", hand=(3, 2))
    hit = {"target": shelly, "attacker": mara, "weapon": "edged"}

    assert clause_of(scene.game.act, "sorcerer.damage", {**hit, "victories": 9}) == "SOR-DAMAGE-01"
    assert clause_of(scene.game.act, "sorcerer.damage", {**hit, "attacker": shelly}) == "SOR-DAMAGE-01"
    scene.game.act("sorcerer.damage", hit)
    assert scene.game.sheet(shelly)["incoming_lasting"] == 2
    assert clause_of(scene.game.act, "sorcerer.damage", {**hit, "victories": 2}) == "SOR-DAMAGE-01"


@pytest.mark.clause("SOR-GUN-01", "SOR-GUN-02")
def test_what_is_drawn_and_aimed_is_the_guns_own_whatever_else_is_said_of_a_shot(scene: Scene) -> None:
    game, (mara, shelly, _vesh) = scene.game, scene.everybody
    gun = game.make("gun", "Pistol", holder=mara, drawn=True, weapon="small_gun")
    shot = {"proficient": True}
    unaimed = says(mara, "shoot", shelly, gun=shot)

    assert clause_of(scene.roll, unaimed, hand=(12, 11)) == "SOR-GUN-03", "nobody says that it is aimed"
    aimed = {**shot, "aimed_at": shelly}
    assert clause_of(scene.roll, {**unaimed, "gun": aimed}, hand=(12, 11)) == "TAB-OVERRIDE-01"
    game.edit(gun, aimed_at=shelly)
    scene.roll(unaimed, hand=(12, 11))


@pytest.mark.clause("SOR-DAMAGE-02")
def test_the_gun_and_the_power_of_whoever_hit_are_read(scene: Scene) -> None:
    game, (mara, shelly, vesh) = scene.game, scene.everybody
    game.make("gun", "Pistol", holder=mara, drawn=True, aimed_at=shelly, weapon="small_gun")
    both = (says(mara, "shoot", shelly, gun={"proficient": True}), says(vesh, "attack", shelly))
    scene.roll(*both, hand=(12, 11, 9, 8))
    for who in (mara, vesh):
        scene.resolve(who, shelly, "defend", hand=(3, 2))

    shot = {"target": shelly, "attacker": mara}
    assert clause_of(game.act, "sorcerer.damage", {**shot, "weapon": "automatic"}) == "TAB-OVERRIDE-01"
    game.act("sorcerer.damage", shot)
    assert game.sheet(shelly)["incoming_temporary"] == 2, "the row of the gun"

    strike = {"target": shelly, "attacker": vesh, "weapon": "special_lethal"}
    assert clause_of(game.act, "sorcerer.damage", {**strike, "power": 9}) == "TAB-OVERRIDE-01"
    game.act("sorcerer.damage", strike)
    assert game.sheet(shelly)["incoming_lasting"] == 2 + 4, "two victories and a Power of two"


@pytest.mark.clause("SOR-ABIL-01")
def test_an_ability_that_acts_in_a_round_is_one_of_the_demons(scene: Scene) -> None:
    scene.game.edit(scene.vesh, abilities=["Big"])
    strike = {"id": scene.vesh, "score": "ability", "action": "act"}

    assert clause_of(scene.roll, {**strike, "ability": "Cloak"}, hand=(9, 8)) == "SOR-ABIL-01"
    scene.roll({**strike, "ability": "Big"}, hand=(9, 8))
    assert scene.game.sheet(scene.vesh)["uses"] == 1


@pytest.mark.clause("SOR-CONFLICT-18")
def test_a_round_calls_the_one_for_whom_it_waits(scene: Scene) -> None:
    game, (mara, shelly, vesh) = scene.game, scene.everybody
    attacks = (says(mara, "attack", shelly), says(shelly), says(vesh, "wait"))
    scene.roll(*attacks, hand=IN_ORDER)
    called = {member.name: calls_of(scene, member) for member in (game.player, game.other_player, game.gm)}
    assert called == {"Pia": [], "Otto": [("meet", shelly)], "Gwen": []}

    game.act("sorcerer.answer_attack", {"target": shelly, "response": "maintain"}, by=game.other_player)
    assert calls_of(scene, game.player) == [("act", mara)]
    game.act("sorcerer.resolve_attack", {"attacker": mara}, by=game.player, hand=(12,))
    assert calls_of(scene, game.other_player) == [("act", shelly)]
    with pytest.raises(RuleViolation):
        game.act("sorcerer.answer_attack", {"target": shelly, "response": "abort"}, by=game.other_player)
    scene.resolve(shelly, difficulty=0)
    assert calls_of(scene, game.gm) == [("decide", vesh)]


def test_an_answer_that_a_turn_has_taken_up_is_told_before_it_is_undone(scene: Scene) -> None:
    game, (mara, shelly, _vesh) = scene.game, scene.everybody
    scene.roll(says(mara, "attack", shelly), says(shelly), hand=IN_ORDER[:4])
    kept = {"target": shelly, "response": "maintain"}
    answered = game.act("sorcerer.answer_attack", kept, by=game.other_player).entry.seq
    told = reverse("undo_entry", args=[game.campaign.pk, answered])

    assert " used: " not in browser(game.gm).get(told).content.decode()
    game.act("sorcerer.resolve_attack", {"attacker": mara}, by=game.player, hand=(12,))
    page = browser(game.gm).get(told).content.decode()
    used = re.search(rf"No\. {answered + 1} used: (.*?)\.<", page)
    assert used is not None and used[1] == "Answer, Answer to"


def calls_of(scene: Scene, member: Membership) -> list[tuple[str, str]]:
    campaign = Campaign.objects.get(pk=scene.game.campaign.pk)
    found = to_act(campaign, Viewer.of(member), Rights(member, {}))
    return [(one.what, one.who) for one in found if is_for(one, member)]
