"""Bonus dice and what the GM decides, in forms and on the table: each asks for what is the other's to say."""

from typing import Any

import pytest

from campaigns.forms.action.form import ActionForm
from campaigns.models import Bonus, Entry, Pending
from rules.catalogue import ACTIONS
from tests.campaigns.form_filling import fill_in, first_form, told_faults
from tests.campaigns.open_pages import followed
from tests.campaigns.spine import Game, browser, document, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

SCORES: dict[str, Any] = {"stamina": 3, "will": 4, "lore": 3, "humanity": 4, "state": "active"}
MODIFIERS = "pool.modifiers"


@pytest.fixture
def game() -> Game:
    game = new_game()
    game.act("table.change_policy", {"values": {"player_rulings": "propose"}})
    return game


def page(game: Game, path: str) -> str:
    return f"/campaigns/{game.campaign.pk}/{path}"


def last_steps(game: Game) -> dict[str, Any]:
    entry = Entry.objects.filter(campaign=game.campaign, cause=None).latest("seq")
    return {step["action"]: step for step in document(entry)["steps"]}


@pytest.fixture
def mira(game: Game) -> str:
    traits = {f"traits.{name}": 3 for name in ("wits", "resolve")}
    return game.make("pandemonium.character", "Mira", owner=game.player, state="active", **traits)


def test_a_bonus_is_asked_for_granted_and_used_without_script(game: Game, mira: str) -> None:
    player, gm = browser(game.player), browser(game.gm)
    url = page(game, "play/pandemonium.roll/")
    said = {"actor": {"id": mira}, "pool": {"traits": ["wits", "resolve"]}}
    form = fill_in(player, first_form(player, url), said)
    reason = {f"{MODIFIERS}.reason": ["I grew up here"], "form.command": [f"propose 2 {MODIFIERS}"]}

    asked = player.post(form.action, {**form.sent, **reason}).content.decode()

    assert "Asked for +2. You need not wait for it." in asked
    assert 'value="wits"' in asked, "what was typed is still there"
    assert 'value="resolve"' in asked
    waits = Pending.objects.get(record__campaign=game.campaign, question="table.grant", state="open")
    table = gm.get(page(game, "table/")).content.decode()
    assert "Mira asks for +2: I grew up here" in table
    elsewhere = gm.get(page(game, "log/")).content.decode()
    called = elsewhere.partition('id="calls"')[2].partition("</form>")[0]
    assert f'action="{page(game, f"bonus/asked/{waits.pk}/")}"' in called, "wherever the GM is, it is one tap"
    assert "Mira asks for +2: I grew up here" in called
    answer = gm.post(page(game, f"bonus/asked/{waits.pk}/"), {"dice": "1"})
    assert (answer.status_code, answer["Location"]) == (302, page(game, "table/"))
    bonus = Bonus.objects.get(record__campaign=game.campaign)

    form = fill_in(player, first_form(player, url), said)
    assert form.controls[f"{MODIFIERS}.bonus"].options == [str(bonus.pk)]
    answer = player.post(form.action, {**form.sent, f"{MODIFIERS}.bonus": [str(bonus.pk)]})

    assert answer.status_code == 302, told_faults(answer)
    (row,) = last_steps(game)["pandemonium.roll"]["input"]["pool"]["modifiers"]
    assert (row["dice"], row["note"]) == (1, "I grew up here")
    bonus.refresh_from_db()
    assert bonus.state == "spent"
    late = player.post(form.action, {**form.sent, "key": "another", f"{MODIFIERS}.bonus": [str(bonus.pk)]})
    assert late.status_code == 422
    assert "was used already" in late.content.decode() or "counts in one roll" in late.content.decode()


def test_the_gm_says_no_or_grants_unasked_and_takes_back(game: Game, mira: str) -> None:
    gm = browser(game.gm)
    game.act("table.propose", {"who": {"id": mira}, "dice": 1}, by=game.player)
    waits = Pending.objects.get(record__campaign=game.campaign, question="table.grant")

    assert gm.post(page(game, f"bonus/asked/{waits.pk}/"), {"dice": "no"}).status_code == 302
    assert gm.post(page(game, f"bonus/asked/{waits.pk}/"), {"dice": "2"}).status_code == 409
    assert not Bonus.objects.filter(record__campaign=game.campaign).exists()
    for _twice in range(2):  # a double tap is one grant
        gm.post(page(game, f"bonus/for/{mira}/"), {"dice": "2", "key": "tap"})
    bonus = Bonus.objects.get(record__campaign=game.campaign)
    assert "Take back +2" in gm.get(page(game, "table/")).content.decode()
    assert "Take back" not in browser(game.player).get(page(game, "table/")).content.decode()
    gm.post(page(game, f"bonus/{bonus.pk}/take-back/"), {"key": "back"})
    bonus.refresh_from_db()

    assert bonus.state == "withdrawn"


@pytest.mark.clause("PAN-POOL-01")
def test_dice_that_nobody_granted_are_refused_with_how_to_ask(game: Game, mira: str) -> None:
    player = browser(game.player)
    url = page(game, "play/pandemonium.roll/")
    form = fill_in(player, first_form(player, url), {"actor": {"id": mira}, "pool": {"traits": ["wits"]}})
    assert not any(name.startswith(f"{MODIFIERS}.0") for name in form.controls)
    iris = game.make("pandemonium.character", "Iris", owner=game.other_player, state="active")
    other = str(game.act("table.grant", {"who": {"id": iris}, "dice": 1}).steps[0].input["bonus_id"])

    taken = player.post(form.action, {**form.sent, f"{MODIFIERS}.bonus": [other]})
    typed = player.post(form.action, {**form.sent, f"{MODIFIERS}.0.source": ["situation"]})
    chip = player.post(form.action, {**form.sent, f"{MODIFIERS}.plus": ["2"]})

    assert (taken.status_code, typed.status_code, chip.status_code) == (422, 422, 422)
    assert "granted to someone else: clear its box" in taken.content.decode()
    assert "Ask for +1" in (told := typed.content.decode())
    assert "PAN-POOL-01" in told


def test_the_gm_adds_a_die_by_a_chip(game: Game, mira: str) -> None:
    gm = browser(game.gm)
    said = {"actor": {"id": mira}, "pool": {"traits": ["wits", "resolve"]}}
    form = fill_in(gm, first_form(gm, page(game, "play/pandemonium.roll/")), said)

    answer = gm.post(form.action, {**form.sent, f"{MODIFIERS}.plus": ["2"]})

    assert answer.status_code == 302, told_faults(answer)
    (row,) = last_steps(game)["pandemonium.roll"]["input"]["pool"]["modifiers"]
    assert (row["source"], row["dice"]) == ("situation", 2)


@pytest.mark.clause("TAB-ASK-05")
def test_a_player_asks_the_gm_for_a_roll_and_makes_it(game: Game) -> None:
    mara = game.make("character", "Mara", owner=game.player, **SCORES)
    player, gm = browser(game.player), browser(game.gm)
    url = page(game, "play/sorcerer.roll/")
    form = fill_in(player, first_form(player, url), {"acting": {"id": mara, "score": "will"}})
    assert "The GM decides “" in player.get(url).content.decode()

    answer = player.post(form.action, {**form.sent, "form.command": ["ask-gm"]})

    assert answer.status_code == 302, told_faults(answer)
    asked = Pending.objects.get(record__campaign=game.campaign, state="open")
    assert "Mara asks: Roll" in gm.get(page(game, "table/")).content.decode()
    settled = page(game, f"play/waiting/{asked.pk}/")
    assert "Let their player play it" in gm.get(settled).content.decode()
    form = first_form(gm, settled)
    assert form.controls["acting.score"].values == ["will"]
    form = fill_in(gm, form, {"opposing": {"score": "difficulty", "dice": 3}})
    assert gm.post(form.action, {**form.sent, "form.command": ["ask"]}).status_code == 302
    asked.refresh_from_db()
    assert asked.state == "answered"
    asked = Pending.objects.get(record__campaign=game.campaign, state="open")
    form = first_form(player, page(game, f"play/waiting/{asked.pk}/"))
    assert player.post(form.action, form.sent).status_code == 302
    assert last_steps(game)["sorcerer.roll"]["input"]["opposing"]["dice"] == 3


def test_odds_never_vanish_without_a_reason(game: Game) -> None:
    mara = game.make("character", "Mara", owner=game.player, **SCORES)
    gm = browser(game.gm)
    sent = {
        "key": "half-filled-form",
        "acting.id": mara,
        "acting.score": "will",
        "opposing.dice": "3",
        "modifiers.0.source": "descriptor",
        "modifiers.0.dice": "9",
    }

    told = gm.post(page(game, "play/odds/sorcerer.roll/"), sent).content.decode()

    assert "Complete the form" not in told
    assert "1 to 1" in told


def test_what_a_hidden_npc_is_granted_is_seen_by_nobody_else(game: Game, mira: str) -> None:
    about = {"kind": "pandemonium.character", "name": "Quillon", "visibility": "gm"}
    hidden = str(game.act("table.create", {"about": about}).steps[0].input["id"])
    player, gm = browser(game.player), browser(game.gm)
    before = {path: player.get(page(game, path)).content.decode() for path in (followed("table/"), "log/")}
    gm.post(page(game, f"bonus/for/{hidden}/"), {"dice": "2", "key": "tap"})
    bonus = str(Bonus.objects.get(record__campaign=game.campaign).pk)

    state = player.get(page(game, f"bonus/?action=pandemonium.roll&path={MODIFIERS}&who={hidden}"))
    table = player.get(page(game, followed("table/"))).content.decode()
    log = player.get(page(game, "log/")).content.decode()

    assert bonus not in state.content.decode() + table + log
    assert "+2" not in table + log
    assert "Quillon" not in table + log
    assert hidden not in table + log
    assert "Quillon" not in "".join(before.values())
    assert bonus in gm.get(page(game, "table/")).content.decode()


def test_a_page_shows_a_grant_without_being_loaded_anew(game: Game, mira: str) -> None:
    player = browser(game.player)
    url = page(game, f"bonus/?action=pandemonium.roll&path={MODIFIERS}&at=actor.id&actor.id={mira}")
    game.act("table.propose", {"who": {"id": mira}, "dice": 1}, by=game.player)
    assert "Asked for +1. You need not wait for it." in player.get(url).content.decode()
    bonus = str(game.act("table.grant", {"who": {"id": mira}, "dice": 1}).steps[0].input["bonus_id"])

    first = player.get(url)
    unticked = player.get(f"{url}&{MODIFIERS}.seen={bonus}")

    assert f'value="{bonus}" checked' in first.content.decode()
    assert first["HX-Trigger-After-Swap"] == "bonus-changed"
    assert f'value="{bonus}" checked' not in unticked.content.decode(), "what was cleared stays so"
    assert "HX-Trigger-After-Swap" not in unticked
    assert "Asked for" not in first.content.decode()


@pytest.mark.clause("TAB-GRANT-01")
def test_every_form_names_whoever_rolls_by_a_control_that_it_has(game: Game) -> None:
    forms = [ActionForm(name, member=game.gm) for name in ACTIONS if not name.startswith("table.")]
    made = [(form, one) for form in forms for one in form.proposals.controls.values()]

    assert len([one for _form, one in made if one.at]) > 50
    assert [(one.action, one.path) for form, one in made if one.at and one.at not in form.fields] == []
    assert "attacker.id" in {one.at for _form, one in made}, "whom a form names after the dice"
