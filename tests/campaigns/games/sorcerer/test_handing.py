"""Victories are a comrade's once whoever won them hands them over (SOR-BONUS-05)."""

import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Bonus
from campaigns.services.sessions import begin_scene, begin_session, end_scene
from tests.campaigns.form_filling import Form
from tests.campaigns.games.sorcerer.circle import Circle, new_circle
from tests.campaigns.spine import browser

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def hand_over(circle: Circle, client: Client, winner: str, to: str) -> Any:
    address = reverse("hand_victories", args=[circle.game.campaign.pk, winner])
    return client.post(address, {"key": uuid.uuid4().hex, "to": to})


def hidden_demon(circle: Circle, **fields: Any) -> str:
    hidden = circle.game.make("demon", "Unseen", state="present", **fields)
    about = {"kind": "demon", "name": "Unseen", "visibility": "gm"}
    circle.game.act("table.edit", {"record": {"id": hidden}, "reason": "unseen", "about": about})
    return hidden


@pytest.mark.clause("SOR-BONUS-05")
def test_winner_hands_victories_to_a_comrade_who_takes_them_once() -> None:
    circle = new_circle()
    game, pia, otto = circle.game, browser(circle.game.player), browser(circle.game.other_player)
    hidden = hidden_demon(circle)
    game.edit(circle.mara, rollover=2, rollover_score="lore")
    sheet = reverse("character", args=[game.campaign.pk, circle.mara])
    assert "Hand them to" not in otto.get(sheet).content.decode()
    assert hand_over(circle, otto, circle.mara, circle.otto).status_code == 403
    assert hand_over(circle, pia, circle.mara, hidden).status_code == 404
    shown = pia.get(sheet).content.decode()
    assert "2 victories of Lore to carry" in shown
    assert f'name="to" value="{circle.otto}"' in shown
    assert hidden not in shown

    assert hand_over(circle, pia, circle.mara, circle.otto).status_code == 302

    assert game.sheet(circle.mara)["rollover"] == 0
    assert hand_over(circle, pia, circle.mara, circle.otto).status_code == 422
    form = Form(otto.get(f"/campaigns/{game.campaign.pk}/table/").content.decode(), "roll-form")
    bonus = Bonus.objects.get()
    assert form.controls["modifiers.bonus"].values == [str(bonus.pk)]
    assert (bonus.dice, bonus.words) == (2, "victories of Lore, handed over")
    form.fill("hand", "1 1 1 1 12 11 10")
    assert otto.post(form.action, form.sent).status_code == 302
    assert game.sheet(str(bonus.pk))["state"] == "spent"
    assert game.verified().faults == []


def test_nothing_is_handed_where_the_players_do_not_see_both() -> None:
    circle = new_circle()
    game, gm = circle.game, browser(circle.game.gm)
    hidden = hidden_demon(circle, rollover=3)

    assert hand_over(circle, gm, hidden, circle.mara).status_code == 422

    page = gm.get(reverse("demon", args=[game.campaign.pk, hidden])).content.decode()
    assert "3 victories" in page
    assert "Hand them to" not in page
    assert not Bonus.objects.exists()


def test_dice_name_nobody_who_was_hidden_after_handing_them_over() -> None:
    circle = new_circle()
    game, gm = circle.game, browser(circle.game.gm)
    vex = game.make("demon", "Vex", state="present", rollover=3, rollover_score="power")
    assert hand_over(circle, gm, vex, circle.otto).status_code == 302
    about = {"kind": "demon", "name": "Vex", "visibility": "gm"}
    game.act("table.edit", {"record": {"id": vex}, "reason": "unseen", "about": about})

    shown = browser(game.other_player).get(f"/campaigns/{game.campaign.pk}/table/").content.decode()

    assert "+3: victories of Power, handed over" in shown
    assert "Vex" not in shown.partition('id="roll-form"')[2].partition("</form>")[0]


@pytest.mark.clause("SOR-BONUS-05")
def test_what_was_handed_over_is_gone_with_the_scene_and_what_the_gm_granted_stays() -> None:
    circle = new_circle()
    game, pia, otto = circle.game, browser(circle.game.player), browser(circle.game.other_player)
    begin_session(actor=game.gm, name="One", key="session")
    begin_scene(actor=game.gm, name="The house", key="scene")
    game.edit(circle.mara, rollover=2, rollover_score="lore")
    hand_over(circle, pia, circle.mara, circle.otto)
    handed = Bonus.objects.get()
    grant = {"who": {"id": circle.otto}, "dice": 1, "words": "the dark"}
    game.act("table.grant", grant, known={"bonus_id": "new"})
    shown = Form(otto.get(f"/campaigns/{game.campaign.pk}/table/").content.decode(), "roll-form")

    end_scene(actor=game.gm, key="end")

    assert dict(Bonus.objects.values_list("words", "state")) == {handed.words: "ended", "the dark": "open"}
    shown.fill("hand", "1 1 1 1 1 12 11 10")
    late = otto.post(shown.action, shown.sent)
    assert late.status_code == 422
    assert "This bonus ended with the scene: clear its box." in late.content.decode()
    take_back = reverse("take_back_bonus", args=[game.campaign.pk, handed.pk])
    refused = browser(game.gm).post(take_back, {"key": uuid.uuid4().hex})
    assert "it ended with the scene" in refused.content.decode()
    assert game.verified().faults == []
