"""What the GM puts to one player from the form of an act: what is needed for it, and what of it is hidden."""

import re

import pytest
from django.urls import reverse

from campaigns.models import Pending
from campaigns.services.asking import ask_players
from tests.campaigns.form_filling import first_form, told_faults
from tests.campaigns.spine import Game, browser, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

STATIC = "demon_city.static_throw"


@pytest.fixture
def game() -> Game:
    return new_game()


@pytest.fixture
def ann(game: Game) -> str:
    return game.make("demon_city.character", "Ann", owner=game.player, state="active", **{"stats.agility": 3})


@pytest.mark.clause("DEC-INTENS-10")
def test_a_player_reads_of_no_degrees_that_are_hidden_where_there_are_none(game: Game, ann: str) -> None:
    page = f"/campaigns/{game.campaign.pk}/play/{STATIC}/?thrower={ann}"
    form = first_form(browser(game.gm), page)
    settled = {"intensity": "7", "keep_hidden": "on", "form.command": "ask"}
    assert browser(game.gm).post(page, {**form.sent, **settled}).status_code == 302
    (asked,) = Pending.objects.filter(question=STATIC, state="open")

    shown = browser(game.player).get(f"/campaigns/{game.campaign.pk}/play/waiting/{asked.pk}/")

    assert [one["label"] for one in shown.context["form"].facts if "hidden" in one["words"]] == ["Intensity"]
    assert (
        "degrees"
        not in first_form(
            browser(game.player), f"/campaigns/{game.campaign.pk}/play/waiting/{asked.pk}/"
        ).controls
    )


@pytest.mark.parametrize(("act", "who"), [(STATIC, "thrower.id"), ("sorcerer.roll", "acting.id")])
def test_what_an_act_needs_is_called_so_after_its_asking_was_refused(game: Game, act: str, who: str) -> None:
    """The thrower became "optional", though nobody is asked who is not named."""
    page = f"/campaigns/{game.campaign.pk}/play/{act}/"
    host = browser(game.gm)
    form = first_form(host, page)
    needed = re.findall(r'<label for="id_([^"]*)">[^<]*</label>', host.get(page).content.decode())

    refused = host.post(form.action, {**form.sent, who: [""], "form.command": ["ask"]})

    assert refused.status_code == 422
    again = re.findall(r'<label for="id_([^"]*)">[^<]*</label>', refused.content.decode())
    assert who in needed
    assert set(needed) <= set(again)
    assert any("Choose one" in one for one in told_faults(refused))


@pytest.mark.clause("TAB-ASK-04")
def test_of_what_the_gm_asks_a_player_no_rule_about_notes_is_told(game: Game, ann: str) -> None:
    """What carries the request is a note, of which the entry said who may write one."""
    ask_players(
        actor=game.gm, action=STATIC, settled={ann: {"thrower": {"id": ann}, "intensity": 5}}, key="ask"
    )
    entry = game.campaign.entries.latest("seq")

    page = browser(game.gm).get(reverse("log_entry", args=[game.campaign.pk, entry.seq])).content.decode()

    assert "TAB-ASK-04" in page
    assert "TAB-TALK-01" not in page
    game.act("table.note", {"words": "It rains.", "about": []})
    page = browser(game.gm).get(reverse("log_entry", args=[game.campaign.pk, entry.seq + 1])).content.decode()
    assert "TAB-TALK-01" in page
