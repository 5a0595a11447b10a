"""A Price of a player's own is put to the GM, who agrees or asks for another (SOR-PRICE-03)."""

import html
import uuid
from typing import Any

import pytest
from django.urls import reverse

from campaigns.models import Pending
from tests.campaigns.games.sorcerer.test_creation import send, the
from tests.campaigns.spine import Game, browser, new_game_by_default

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
OWN = {"character.price.name": "own", "character.price.own": "Owes the river"}


def post(game: Game, member: Any, view: str, **given: str) -> Any:
    address = reverse(view, args=[game.campaign.pk, the(game, "character")])
    return browser(member).post(address, {"key": uuid.uuid4().hex, **given})


def sheet_page(game: Game, member: Any) -> str:
    address = reverse("character", args=[game.campaign.pk, the(game, "character")])
    return browser(member).get(address).content.decode()


@pytest.mark.clause("SOR-PRICE-03")
def test_gm_is_asked_about_a_price_of_the_players_own_and_agrees() -> None:
    game = new_game_by_default()

    assert send(game, game.player, OWN).status_code == 302
    waits = sheet_page(game, game.player)

    assert game.sheet(the(game, "character"))["state"] == "draft"
    assert "Waiting for the GM." in waits
    assert reverse("judge_price", args=[game.campaign.pk, the(game, "character")]) not in waits
    assert post(game, game.player, "judge_price", valid="yes").status_code == 403
    table = browser(game.gm).get(reverse("table", args=[game.campaign.pk])).content.decode()
    assert "Mara has a Price of their own: is it valid?" in table
    assert "Owes the river" in sheet_page(game, game.gm)
    assert post(game, game.gm, "judge_price", valid="yes").status_code == 302
    made = game.sheet(the(game, "character"))
    assert (made["state"], made["price_name"], made["price"], made["will"]) == (
        "active",
        "Owes the river",
        -1,
        5,
    )
    assert made["starting_demon"] == the(game, "demon")
    assert not Pending.objects.filter(question="sorcerer.create_character", state="open").exists()
    assert post(game, game.gm, "judge_price", valid="no").status_code == 409
    assert game.verified().faults == []


def test_who_writes_a_price_of_their_own_need_not_choose_it_in_the_list_too() -> None:
    game = new_game_by_default()

    assert send(game, game.player, {**OWN, "character.price.name": ""}).status_code == 302

    assert "“Owes the river” is valid if the GM agrees." in sheet_page(game, game.gm)


def test_player_chooses_another_price_where_the_gm_does_not_agree() -> None:
    game = new_game_by_default()
    send(game, game.player, OWN)
    post(game, game.gm, "judge_price", valid="no")

    assert "The GM did not agree to “Owes the river”" in sheet_page(game, game.player)
    table = browser(game.player).get(reverse("table", args=[game.campaign.pk])).content.decode()
    assert "The request “Mara: Check a sorcerer’s sheet” is waived." in html.unescape(table).replace("'", "’")
    assert post(game, game.other_player, "choose_price", name="Lame").status_code in (403, 404)
    assert post(game, game.player, "choose_price").status_code == 302
    assert post(game, game.player, "choose_price", own="Owes the sea").status_code == 302
    assert "Owes the sea" in sheet_page(game, game.gm)
    log = browser(game.other_player).get(reverse("log", args=[game.campaign.pk])).content.decode()
    assert "A Price of my own: Owes the sea" in log
    assert game.sheet(the(game, "character"))["state"] == "draft"
    assert post(game, game.player, "choose_price", name="Lame").status_code == 422  # while it is asked
    post(game, game.gm, "judge_price", valid="no")
    assert post(game, game.player, "choose_price", name="Lame").status_code == 302

    made = game.sheet(the(game, "character"))
    assert (made["state"], made["price_name"]) == ("active", "Lame")
    assert not Pending.objects.filter(question="sorcerer.create_character", state="open").exists()


def test_table_of_whoever_made_it_says_what_the_character_waits_for() -> None:
    game = new_game_by_default()
    send(game, game.player, OWN)
    table = reverse("table", args=[game.campaign.pk])
    sheet = reverse("character", args=[game.campaign.pk, the(game, "character")])

    waits = browser(game.player).get(table).content.decode().partition('id="act"')[2]
    others = browser(game.other_player).get(table).content.decode()
    post(game, game.gm, "judge_price", valid="no")
    refused = browser(game.player).get(table).content.decode().partition('id="act"')[2]

    assert "Mara waits for the GM." in waits
    assert f'<a class="button" href="{sheet}">Mara</a>' in waits
    assert "The sheet of Mara is not finished." in refused
    assert all("You have no character yet" not in one for one in (waits, refused))
    assert "You have no character yet" in others


def test_page_of_a_ritual_says_that_the_price_is_not_agreed_to_and_leads_there() -> None:
    game = new_game_by_default()
    send(game, game.player, OWN)
    pair = the(game, "character"), the(game, "demon")
    page = reverse("ritual", args=[game.campaign.pk, *pair])
    sheet = reverse("character", args=[game.campaign.pk, pair[0]])
    pia = browser(game.player)

    waits = pia.get(page).content.decode()
    post(game, game.gm, "judge_price", valid="no")
    refused = pia.get(page).content.decode()

    assert "Mara calls nothing before the GM has agreed to the Price “Owes the river”." in waits
    assert "The GM did not agree to the Price “Owes the river”." in refused
    assert f'href="{sheet}#own-price"' in refused
    post(game, game.player, "choose_price", name="Lame")
    assert "the ritual can begin" not in pia.get(page).content.decode()


def test_rest_of_the_sheet_is_still_looked_at_before_the_gm_is_asked() -> None:
    game = new_game_by_default()

    response = send(game, game.player, {**OWN, "character.stamina": "4"})

    assert response.status_code == 422
    assert "SOR-CREATE-01" in response.content.decode()
    assert "SOR-PRICE-03" not in response.content.decode().partition('class="margin"')[0]
