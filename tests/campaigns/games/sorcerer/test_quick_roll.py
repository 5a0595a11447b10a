"""The usual roll: the player says what they roll, the GM against what, the player rolls, each by a tap."""

from typing import Any

import pytest

from campaigns.models import Entry, Pending
from tests.campaigns.form_filling import Form, first_form
from tests.campaigns.games.sorcerer.circle import Circle, new_circle
from tests.campaigns.spine import browser, document

pytestmark = pytest.mark.django_db

ROLL = "sorcerer.roll"


def asked_for(circle: Circle, **given: str) -> Pending:
    """What the GM is asked by Pia, who rolls for Mara."""
    game = circle.game
    game.act("table.change_policy", {"values": {"player_rulings": "propose"}})
    pia = browser(game.player)
    form = first_form(pia, f"/campaigns/{game.campaign.pk}/table/", "roll-form")
    assert "opposing.dice" not in form.controls
    for name, value in given.items():
        form.fill(name, value)
    assert pia.post(form.action, {**form.sent, "form.command": "ask-gm"}).status_code == 302
    return Pending.objects.get(question=ROLL, state="open", for_role="gm")


def newest(circle: Circle) -> dict[str, Any]:
    return dict(
        document(Entry.objects.filter(campaign=circle.game.campaign).latest("seq"))["steps"][0]["input"]
    )


@pytest.mark.clause("SOR-ROLL-02")
def test_a_player_asks_for_a_roll_and_rolls_against_what_the_gm_says() -> None:
    circle = new_circle()
    game = circle.game
    asked = asked_for(circle, **{"acting.score": "lore"})
    base = f"/campaigns/{game.campaign.pk}/"
    gm, pia = browser(game.gm), browser(game.player)
    assert f"{base}table/roll/{asked.pk}/" in gm.get(f"{base}table/").content.decode()
    assert pia.get(f"{base}table/roll/{asked.pk}/").status_code == 403
    page = gm.get(f"{base}table/roll/{asked.pk}/").content.decode()
    assert "Mara rolls Lore" in page

    said = gm.post(f"{base}table/roll/{asked.pk}/", {"key": game.key(), "against": "4"})

    assert said.status_code == 302
    mine = Pending.objects.get(question=ROLL, state="open", for_role="player")
    form = first_form(pia, f"{base}play/waiting/{mine.pk}/")
    assert not {"acting.score", "opposing.score", "opposing.dice"} & set(form.controls)
    assert pia.post(form.action, form.sent).status_code == 302
    rolled = newest(circle)
    assert (rolled["acting"]["score"], rolled["opposing"]) == (
        "lore",
        {"score": "difficulty", "dice": 4, "penalties": 0},
    )
    assert not Pending.objects.filter(question=ROLL, state="open").exists()


@pytest.mark.clause("SOR-ROLL-02", "SOR-ROLL-04")
def test_a_roll_against_somebody_is_against_a_score_of_theirs_or_needs_no_dice() -> None:
    circle = new_circle()
    game = circle.game
    asked = asked_for(circle, **{"opposing.id": circle.otto})
    base = f"/campaigns/{game.campaign.pk}/"
    gm = browser(game.gm)
    assert "Stamina 2" in gm.get(f"{base}table/roll/{asked.pk}/").content.decode()
    page = gm.post(f"{base}table/roll/{asked.pk}/", {"key": game.key(), "against": "cover"})
    assert page.status_code == 200, "Otto has no Cover: the choice stands"
    assert Pending.objects.get(pk=asked.pk).state == "open"

    gm.post(f"{base}table/roll/{asked.pk}/", {"key": game.key(), "against": "stamina"})

    mine = Pending.objects.get(question=ROLL, state="open", for_role="player")
    given: Any = mine.data["given"]
    assert given["opposing"] == {"id": circle.otto, "score": "stamina"}
    again = asked_for(circle)
    gm.post(f"{base}table/roll/{again.pk}/", {"key": game.key(), "against": "no"})
    assert Pending.objects.get(pk=again.pk).state == "waived"


@pytest.mark.clause("SOR-ROLL-02")
def test_the_gm_rolls_by_chips() -> None:
    circle = new_circle()
    game, gm = circle.game, browser(circle.game.gm)
    url = f"/campaigns/{game.campaign.pk}/table/"
    form = first_form(gm, f"{url}?acting.id={circle.mara}", "roll-form")
    assert {
        kind.kind for name, kind in form.controls.items() if name.startswith("opposing.") and "0" not in name
    } >= {"radio"}
    form.fill("opposing.id", circle.otto)
    form.fill("opposing.score", "lore")

    assert gm.post(form.action, form.sent).status_code == 302

    assert newest(circle)["opposing"]["score"] == "lore"
    chosen = gm.get(f"{url}?acting.id={circle.mara}&opposing.dice=12").content.decode()
    assert Form(chosen, "roll-form").controls["opposing.dice"].values == ["12"], "of the roll before"
