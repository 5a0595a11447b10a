"""A check of Humanity that is owed: no player strikes it, and no other check stands for it."""

from typing import Any

import pytest

from campaigns.policy import NotAllowed
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from rules.kernel.errors import RuleViolation
from tests.campaigns.form_filling import Form
from tests.campaigns.spine import Game, browser, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def game() -> Game:
    return new_game()


@pytest.fixture
def sorcerer(game: Game) -> dict[str, str]:
    """Pia's sorcerer, who has Summoned a demon and owes a check for it."""
    scores = {"stamina": 3, "will": 4, "lore": 3, "humanity": 4, "state": "active"}
    mara = game.make("character", "Mara", owner=game.player, **scores)
    other = game.make("character", "Fenster", owner=game.other_player, **scores)
    demon: dict[str, Any] = {
        "stamina": 3,
        "will": 2,
        "power": 2,
        "lore": 1,
        "type": "object",
        "desire": "power",
        "complete": True,
    }
    ash = game.make("demon", "Ash", state="contacted", **demon)
    contact = game.make("contact", sorcerer=other, demon=ash, state="open")
    return {"mara": mara, "other": other, "ash": ash, "contact": contact}


def summoned(game: Game, sorcerer: dict[str, str]) -> str:
    """Mara Summons from the Contact that Fenster made; the question about her Humanity."""
    given = {"sorcerer": sorcerer["mara"], "demon": sorcerer["ash"], "contact": sorcerer["contact"]}
    named = {name: {"id": one} for name, one in given.items()}
    game.act("sorcerer.summon", named, by=game.player, hand=(12, 1, 1, 1))
    asked = ((one, fields) for one, (about, fields) in game.state().items() if about["kind"] == "pending")
    return next(one for one, fields in asked if fields["question"] == "sorcerer.humanity_check")


def test_demon_is_summoned_from_a_contact_of_somebody_else(game: Game, sorcerer: dict[str, str]) -> None:
    summoned(game, sorcerer)  # SOR-SUMMON-01: Contacted by the summoner or by somebody else

    assert game.sheet(sorcerer["ash"])["summoned_by"] == sorcerer["mara"]


def test_contact_is_used_for_its_own_demon(game: Game, sorcerer: dict[str, str]) -> None:
    scores: dict[str, Any] = {
        "stamina": 3,
        "will": 2,
        "power": 2,
        "lore": 1,
        "type": "object",
        "desire": "power",
        "complete": True,
    }
    other = game.make("demon", "Soot", state="contacted", **scores)
    given = {"sorcerer": sorcerer["mara"], "demon": other, "contact": sorcerer["contact"]}

    with pytest.raises(RuleViolation) as refused:
        game.act("sorcerer.summon", {name: {"id": one} for name, one in given.items()}, by=game.player)

    assert refused.value.clause == "SOR-SUMMON-01"


def test_contact_is_prolonged_by_whoever_made_it(game: Game, sorcerer: dict[str, str]) -> None:
    given = {"sorcerer": sorcerer["mara"], "demon": sorcerer["ash"], "contact": sorcerer["contact"]}

    with pytest.raises(RuleViolation) as refused:
        game.act("sorcerer.contact", {name: {"id": one} for name, one in given.items()}, by=game.player)

    assert refused.value.clause == "SOR-CONTACT-10"


@pytest.mark.clause("SOR-HUMANITY-17")
def test_player_strikes_no_check_that_is_owed(game: Game, sorcerer: dict[str, str]) -> None:
    check = summoned(game, sorcerer)
    struck = {"pending": {"id": check}, "how": "struck", "reason": "No."}

    with pytest.raises(NotAllowed, match="Only the GM can strike"):
        game.act("table.settle", struck, by=game.player)
    game.act("table.settle", struck)

    assert game.sheet(check)["state"] == "struck"


def test_page_of_an_owed_check_offers_its_player_no_way_round(game: Game, sorcerer: dict[str, str]) -> None:
    check = summoned(game, sorcerer)
    url = f"/campaigns/{game.campaign.pk}/play/waiting/{check}/"

    assert "settle-form" not in browser(game.player).get(url).content.decode()
    page = browser(game.gm).get(url).content.decode()
    assert set(Form(page, "settle-form").controls["how"].options) >= {"waived", "struck"}


def test_player_who_may_waive_may_not_strike(game: Game, sorcerer: dict[str, str]) -> None:
    check = summoned(game, sorcerer)
    game.edit(check, optional=True)

    page = browser(game.player).get(f"/campaigns/{game.campaign.pk}/play/waiting/{check}/").content.decode()

    assert "struck" not in Form(page, "settle-form").controls["how"].options


@pytest.mark.clause("SOR-HUMANITY-17")
def test_another_check_does_not_stand_for_the_one_that_is_owed(game: Game, sorcerer: dict[str, str]) -> None:
    check = summoned(game, sorcerer)
    game.edit(sorcerer["ash"], power=6)
    gain: dict[str, Any] = {
        "character": {"id": sorcerer["mara"]},
        "change": "gain",
        "basis": "banishment",
        "demon": {"id": sorcerer["ash"]},
    }
    game.edit(sorcerer["ash"], summoned_by=sorcerer["other"])

    with pytest.raises(RuleViolation) as refused:
        game.act("sorcerer.humanity_check", gain)
    assert refused.value.clause == "SOR-HUMANITY-17"

    step = Request("sorcerer.humanity_check", gain | {"change": "loss", "basis": "ritual"})
    play(game.player, ActRequest("loss", (step,), answers=check))
    assert game.sheet(check)["state"] == "answered"
