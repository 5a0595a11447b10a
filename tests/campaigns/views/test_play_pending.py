"""Open questions answered at their own page: prefilled with what they know, by whoever was asked."""

import re
from typing import Any

import pytest

from campaigns.models import Entry, Membership, Pending
from tests.campaigns.form_filling import fill_in, first_form, told_faults
from tests.campaigns.games.demon_city.stacked import stack
from tests.campaigns.games.demon_city.test_cards import built
from tests.campaigns.spine import Game, browser, document

pytestmark = [pytest.mark.django_db, pytest.mark.postgres, pytest.mark.slow]

FORM = {"csrfmiddlewaretoken", "key", "nonce"}


@pytest.fixture
def fight() -> tuple[Game, str, str]:
    """A game in which Ann and Bo, of two players, are about to attack a ghoul with the same card; Ann and the ghoul."""
    game, _players, _horror, ann = built()
    bo = game.make("demon_city.character", "Bo", owner=game.other_player)
    body: dict[str, Any] = {"stats.toughness": 2, "toughness": 2}
    ghoul = game.make("demon_city.character", "Ghoul", control="gm", **body)
    stack("cups-9", "wands-9", "pentacles-2")
    clash = game.make("demon_city.clash", "The stairs")
    people = [
        {"id": who, "side": side, "kind": "attack", "targets": [{"id": target, "beat": 2}], "throws": 1}
        for who, side, target in ((ann, "heroes", ghoul), (bo, "heroes", ghoul), (ghoul, "gang", ann))
    ]
    sides = [{"id": "heroes", "by": "players"}, {"id": "gang", "by": "host"}]
    game.act("demon_city.clash", {"clash": {"id": clash}, "sides": sides, "participants": people})
    return game, ann, ghoul


@pytest.mark.parametrize("by", ["player", "other_player"])
@pytest.mark.clause("DEC-CLASH-08")
def test_tie_is_flipped_again_by_any_of_its_players_saying_who_comes_first(
    fight: tuple[Game, str, str], by: str
) -> None:
    game, ann, _ghoul = fight
    before = last(game)
    page = browser(game.observer).get(f"/campaigns/{game.campaign.pk}/action/").content.decode()
    assert "Waiting for Ann, Bo" in page

    told = answer(game, getattr(game, by), "demon_city.clash", {"tie_choice": [ann]})

    assert told["steps"][0]["outcome"]["attacks"][0]["by"] == ann
    assert drawn(told) == drawn(before)
    assert game.verified().faults == []


def test_tie_asks_nothing_but_the_choice(fight: tuple[Game, str, str]) -> None:
    game, ann, ghoul = fight

    form = first_form(browser(game.player), page_of(game, "demon_city.clash"))

    assert set(form.controls) - FORM == {"tie_choice"}
    assert ann in form.controls["tie_choice"].options
    assert ghoul not in form.controls["tie_choice"].options


@pytest.mark.clause("DEC-CLASH-21")
def test_attacker_throws_the_damage_of_their_hit(fight: tuple[Game, str, str]) -> None:
    game, ann, ghoul = fight
    answer(game, game.player, "demon_city.clash", {"tie_choice": [ann]})

    told = answer(game, game.player, "demon_city.damage", {})

    step = next(one for one in told["steps"] if one["action"] == "demon_city.damage")
    assert (step["input"]["target"]["id"], step["input"]["deck"]) == (ghoul, "players")
    assert not Pending.objects.filter(question="demon_city.damage", state="open").exists()


def test_what_an_open_question_says_leaves_the_page_once_it_is_answered(fight: tuple[Game, str, str]) -> None:
    game, ann, _ghoul = fight
    client, address = browser(game.gm), page_of(game, "demon_city.clash")
    before = client.get(address).content.decode()
    form = fill_in(client, first_form(client, address), {"tie_choice": [ann]})

    played = client.post(form.action, form.sent, headers={"HX-Request": "true"}).content.decode()

    assert re.findall(r'id="(\w+)" hx-swap-oob="delete"', played) == ["asked", "settling"]
    (asked,) = re.findall(r'<div class="stack" id="asked".*?</div>', before, re.DOTALL)
    (settling,) = re.findall(r'<details class="fold" id="settling">.*?</details>', before, re.DOTALL)
    assert "A tie among allies: Ann, " in asked
    assert "Who goes first?" in asked
    assert "read again with your choice" in asked
    assert "Settle a request" in settling


def test_an_answer_takes_nothing_away_that_its_page_did_not_have(fight: tuple[Game, str, str]) -> None:
    game, ann, _ghoul = fight
    answer(game, game.player, "demon_city.clash", {"tie_choice": [ann]})
    client, address = browser(game.player), page_of(game, "demon_city.damage")
    before = client.get(address).content.decode()
    form = fill_in(client, first_form(client, address), {})

    played = client.post(form.action, form.sent, headers={"HX-Request": "true"}).content.decode()

    gone = re.findall(r'id="(\w+)" hx-swap-oob="delete"', played)
    assert gone == ["asked"]
    assert 'id="asked"' in before
    assert 'id="settling"' not in before


def test_what_is_put_away_from_a_page_of_its_own_takes_nothing_away_that_was_not_there(
    fight: tuple[Game, str, str],
) -> None:
    game, _ann, _ghoul = fight
    client = browser(game.gm)
    address = f"{page_of(game, 'demon_city.clash')}settle/"
    refused = client.post(address, {"key": "k", "how": "struck", "reason": ""}).content.decode()
    sent = {"key": "k", "how": "struck", "reason": "Wrong."}

    played = client.post(address, sent, headers={"HX-Request": "true"}).content.decode()

    assert 'id="action-form"' in refused
    assert 'id="settling"' not in refused
    assert re.findall(r'id="(\w+)" hx-swap-oob="delete"', played) == ["asked"]


def test_whoever_hit_is_waited_for_and_not_whom_they_hit(fight: tuple[Game, str, str]) -> None:
    game, ann, _ghoul = fight
    answer(game, game.player, "demon_city.clash", {"tie_choice": [ann]})

    for member in (game.gm, game.other_player):
        page = browser(member).get(f"/campaigns/{game.campaign.pk}/action/").content.decode()
        assert "Waiting for Ann" in page
        assert "Waiting for Ghoul" not in page


@pytest.mark.clause("DEC-CLASH-21")
def test_nobody_else_throws_that_damage(fight: tuple[Game, str, str]) -> None:
    game, ann, ghoul = fight
    answer(game, game.player, "demon_city.clash", {"tie_choice": [ann]})

    other = browser(game.other_player)

    assert other.get(page_of(game, "demon_city.damage")).status_code == 404
    freely = f"/campaigns/{game.campaign.pk}/play/demon_city.damage/"
    assert other.post(freely, {"key": "once", "target.id": ghoul}).status_code == 404


def test_gms_question_begins_with_what_it_is_about() -> None:
    game, _players, _horror, ann = built()
    bo = game.make("demon_city.character", "Bo")
    task = game.make("demon_city.task", "The lock")
    stack("cups-9", "wands-9")
    throwers = {"actor": {"id": ann, "stat": 1}, "opponent": {"id": bo, "stat": 1}}
    game.act("demon_city.opposed_throw", {**throwers, "task": {"id": task}})

    form = first_form(browser(game.gm), page_of(game, "table.edit"))

    assert form.controls["record.id"].values == [task]
    assert form.controls["changes.0.field"].values == ["complication"]


def answer(game: Game, member: Membership, question: str, given: dict[str, Any]) -> dict[str, Any]:
    client, page = browser(member), page_of(game, question)
    form = fill_in(client, first_form(client, page), given)

    sent = client.post(form.action, form.sent)

    assert sent.status_code == 302, told_faults(sent)
    return last(game)


def page_of(game: Game, question: str) -> str:
    asked = Pending.objects.get(question=question, state="open")
    return f"/campaigns/{game.campaign.pk}/play/waiting/{asked.pk}/"


def last(game: Game) -> dict[str, Any]:
    return document(Entry.objects.filter(campaign=game.campaign).latest("seq"))


def drawn(told: dict[str, Any]) -> Any:
    return next(step["draws"] for step in told["steps"] if step["action"] == "demon_city.clash")
