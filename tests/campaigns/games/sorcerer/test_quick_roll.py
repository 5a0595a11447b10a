"""The usual roll: the player says what they roll, the GM against what, the player rolls, each by a tap."""

import re
from html import unescape
from typing import Any

import pytest

from campaigns.models import Entry, Pending
from tests.campaigns.form_filling import Form, first_form
from tests.campaigns.games.sorcerer.circle import Circle, new_circle
from tests.campaigns.spine import browser, document

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

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


def boxes(page: str) -> list[str]:
    """What is carried, as the quick roll offers it."""
    control = Form(page, "roll-form").controls.get("modifiers.carried")
    return control.options if control is not None else []


@pytest.mark.clause("SOR-BONUS-05", "SOR-BONUS-04")
def test_victories_are_a_box_to_tick_with_where_they_come_from_and_are_carried_once() -> None:
    circle = new_circle()
    game, pia = circle.game, browser(circle.game.player)
    url = f"/campaigns/{game.campaign.pk}/table/"
    assert boxes(pia.get(url).content.decode()) == []
    plain = {"opposing": {"score": "difficulty", "dice": 1}}
    for who in (circle.mara, circle.otto):
        game.act(ROLL, {"acting": {"id": who, "score": "lore"}, **plain}, hand=(12, 11, 1))
    hidden = game.make("demon", "Unseen", state="present", will=2, rollover=4)
    game.act(
        "table.edit",
        {
            "record": {"id": hidden},
            "reason": "unseen",
            "about": {"kind": "demon", "name": "Unseen", "visibility": "gm"},
        },
    )

    page = pia.get(url).content.decode()

    assert "Carry victories of Lore: +2" in page
    assert boxes(page) == [f"rollover-{circle.mara}"], "not those of others, nor of whom she cannot see"
    form = Form(page, "roll-form")
    assert form.controls["modifiers.carried"].values == [], "an act has to follow from them"
    form.fill("modifiers.carried", boxes(page))
    form.fill("hand", "1 1 1 1 12 11 10")
    assert pia.post(form.action, form.sent).status_code == 302
    carried = [one for one in newest(circle)["modifiers"] if one["source"] == "rollover"]
    assert carried == [{"source": "rollover", "dice": 2}]
    assert boxes(pia.get(url).content.decode()) == []
    again = pia.post(form.action, {**form.sent, "key": "another-key-of-a-test"})
    assert again.status_code == 422
    assert "carried already" in again.content.decode()


@pytest.mark.clause("SOR-BONUS-05")
def test_a_ritual_and_any_form_offer_what_is_carried() -> None:
    circle = new_circle()
    game, demon = circle.game, circle.demon(state="beyond")
    plain = {"opposing": {"score": "difficulty", "dice": 1}}
    game.act(ROLL, {"acting": {"id": circle.mara, "score": "lore"}, **plain}, hand=(12, 11, 1))
    pia, base = browser(game.player), f"/campaigns/{game.campaign.pk}/"

    for path in (f"rituals/{circle.mara}/{demon}/", f"play/sorcerer.roll/?acting={circle.mara}"):
        assert "Carry victories of Lore: +2" in pia.get(base + path).content.decode(), path


@pytest.mark.clause("SOR-DCONF-05")
def test_a_shock_stands_in_the_roll_ticked() -> None:
    circle = new_circle()
    game, pia = circle.game, browser(circle.game.player)
    game.edit(circle.mara, shock=1)
    form = first_form(pia, f"/campaigns/{game.campaign.pk}/table/", "roll-form")
    assert form.controls["modifiers.carried"].values == ["shock"]
    form.fill("hand", "5 4 3 2")

    assert pia.post(form.action, form.sent).status_code == 302

    assert {"source": "shock", "dice": -1} in newest(circle)["modifiers"]


def test_whoever_has_asked_may_ask_again_without_loading_the_page() -> None:
    circle = new_circle()
    game, pia = circle.game, browser(circle.game.player)
    circle.demon()
    game.make("character", "Zoe", stamina=2, will=2, state="active")
    asked = asked_for(circle)
    game.act("table.settle", {"pending": {"id": str(asked.pk)}, "how": "waived", "reason": "No need"})
    form = first_form(pia, f"/campaigns/{game.campaign.pk}/table/", "roll-form")
    sent = {**form.sent, "acting.score": "lore", "form.command": "ask-gm"}

    answer = pia.post(form.action, sent, headers={"HX-Request": "true"})

    assert (answer.status_code, "Asked." in answer.content.decode()) == (200, True)
    anew = Form(answer.content.decode(), "roll-form")
    assert anew.sent["key"] != form.sent["key"]
    assert anew.controls["opposing.id"].options == form.controls["opposing.id"].options, "none changes places"
    assert anew.controls["acting.score"].values == ["lore"]
    Pending.objects.get(question=ROLL, state="open", for_role="gm", data__score="lore")


@pytest.mark.clause("TAB-GRANT-01")
def test_a_bonus_is_asked_for_where_the_gm_has_said_who_rolls() -> None:
    circle = new_circle()
    asked = asked_for(circle)
    game, base = circle.game, f"/campaigns/{circle.game.campaign.pk}/"
    browser(game.gm).post(f"{base}table/roll/{asked.pk}/", {"key": game.key(), "against": "4"})
    mine = Pending.objects.get(question=ROLL, state="open", for_role="player")
    pia, url = browser(game.player), f"{base}play/waiting/{mine.pk}/"
    page = pia.get(url).content.decode()
    chip = unescape(re.findall(r'hx-post="([^"]+/bonus/[^"]+)"', page)[0])
    state = unescape(re.findall(r'hx-get="([^"]+/bonus/[^"]+)"', page)[0])

    # HTMX sends what stands in the form, in which nobody is named.
    answer = pia.post(chip, {**first_form(pia, url).sent, "form.command": "propose 2 modifiers"})

    assert answer.status_code == 302
    assert "Asked for +2" in pia.get(state).content.decode()
    game.act("table.grant", {"who": {"id": circle.mara}, "dice": 1})
    assert "+1 from the GM" in pia.get(state).content.decode()
