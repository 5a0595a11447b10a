"""“Make one for me” on the pages of creation: a concept and a seed fill the form in, and nothing is stored."""

import re
import uuid
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse

from campaigns.game import games
from campaigns.models import Draft, Entry, Record
from tests.campaigns.form_filling import Form
from tests.campaigns.pages import faults_of
from tests.campaigns.spine import Game, browser, new_game
from tests.factories import make_record

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

READY = {code: game.pages.ready_made for code, game in games().items() if game.pages.ready_made}
SYSTEMS = tuple(READY)
SEED = "5eed"


def address(game: Game, system: str) -> str:
    return reverse("make_character", args=[game.campaign.pk, system])


def opened(game: Game, member: Any, system: str, concept: str = "any", seed: str = SEED, **more: str) -> Any:
    return browser(member).get(address(game, system), {"concept": concept, "seed": seed, **more})


def in_form(response: Any) -> dict[str, Any]:
    """What a browser sends of the page's form."""
    return {**Form(response.content.decode(), "creation").sent, "key": [uuid.uuid4().hex]}


def press(
    game: Game, member: Any, system: str, sent: dict[str, Any], command: str = "one", **more: str
) -> Any:
    asked = {"one-concept": "any", "one-seed": "abc", "command": command, **more}
    return browser(member).post(address(game, system), {**sent, **asked})


@pytest.mark.parametrize("system", SYSTEMS)
def test_each_concept_is_made_whole_by_a_player_and_by_the_gm(system: str) -> None:
    for concept in READY[system].concepts:
        game = new_game()
        for member in (game.gm,) if concept.is_gms else (game.player, game.gm):
            page = opened(game, member, system, concept.code)
            assert faults_of(page) == []
            assert page.context["form"].faults == []

            made = browser(member).post(address(game, system), in_form(page))

            assert made.status_code == 302, (concept.code, made.context["form"].faults)
            assert Record.objects.filter(
                campaign=game.campaign, name=page.context["form"]["name"].value()
            ).exists()
        assert game.verified().faults == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_page_offers_each_concept_and_stores_nothing(system: str) -> None:
    game = new_game()
    before = Entry.objects.count(), Record.objects.count()

    told = browser(game.gm).get(address(game, system)).content.decode()
    page = opened(game, game.gm, system)

    assert [one.code for one in READY[system].concepts if f'value="{one.code}"' not in told] == []
    assert "Make one</button>" in told
    assert "Another</button>" in page.content.decode()
    assert page.context["make_one"].made in READY[system].concepts
    assert (Entry.objects.count(), Record.objects.count(), Draft.objects.count()) == (*before, 0)


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_same_seed_fills_in_the_same_and_another_one_another(system: str) -> None:
    game = new_game()

    one, again, other = (in_form(opened(game, game.player, system, seed=seed)) for seed in ("a1", "a1", "b2"))

    kept = {"key", "filled", "one-seed", "csrfmiddlewaretoken"}
    assert {name: one[name] for name in one if name not in kept} == {
        name: again[name] for name in again if name not in kept
    }
    assert one["name"] != other["name"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_button_leads_there_from_a_blank_form_and_from_one_that_was_filled_in(system: str) -> None:
    game = new_game()
    blank = in_form(browser(game.player).get(address(game, system)))
    filled = in_form(opened(game, game.player, system))

    for sent in (blank, filled):
        response = press(game, game.player, system, sent)

        assert response.status_code == 302
        assert parse_qs(urlsplit(response["Location"]).query) == {"concept": ["any"], "seed": ["abc"]}


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_was_typed_is_replaced_only_once_that_was_said(system: str) -> None:
    game = new_game()
    blank = in_form(browser(game.player).get(address(game, system)))
    filled = in_form(opened(game, game.player, system))

    for sent in ({**blank, "name": ["Mine"]}, {**filled, "name": ["Mine"]}):
        asked = press(game, game.player, system, sent)

        assert asked.status_code == 200
        assert "This replaces everything you entered below." in asked.content.decode()
        assert asked.context["form"]["name"].value() == "Mine"
        assert faults_of(asked) == []
        assert press(game, game.player, system, in_form(asked), "replace").status_code == 302


def test_lines_are_nobodys_words_because_a_browser_ends_them_otherwise() -> None:
    game = new_game()
    filled = in_form(opened(game, game.player, "sorcerer"))
    lore = [one.replace("\n", "\r\n") for one in filled["character.background.lore"]]

    response = press(game, game.player, "sorcerer", {**filled, "character.background.lore": lore})

    assert "\r\n" in lore[0]
    assert response.status_code == 302


def test_the_owner_whom_the_gm_chose_stays() -> None:
    game = new_game()
    chosen = {"owner": [str(game.player.pk)], "hidden": ["on"]}
    blank = in_form(browser(game.gm).get(address(game, "fallen")))

    response = press(game, game.gm, "fallen", {**blank, **chosen})
    page = browser(game.gm).get(response["Location"])

    assert page.context["form"]["owner"].value() == str(game.player.pk)
    assert page.context["form"]["hidden"].value() is True


def test_a_horror_is_the_gms() -> None:
    game = new_game()

    told = browser(game.player).get(address(game, "demon_city")).content.decode()

    assert 'value="ghoul"' not in told
    assert opened(game, game.player, "demon_city", "ghoul").status_code == 404
    assert opened(game, game.gm, "demon_city", "ghoul").status_code == 200


def test_a_player_gets_no_need_of_a_demon() -> None:
    game = new_game()

    players, gms = (opened(game, member, "sorcerer") for member in (game.player, game.gm))

    need = gms.context["form"]["demon.need"].value()
    assert need
    assert "demon.need" not in players.context["form"].fields
    assert need not in players.content.decode()


@pytest.mark.parametrize(("visibility", "is_other"), [("gm", False), ("table", True)])
def test_names_that_a_player_knows_are_taken_and_no_others(visibility: str, is_other: bool) -> None:
    game = new_game()
    name = opened(game, game.player, "fallen").context["form"]["name"].value()
    make_record(game.gm, "fallen.character", name, visibility=visibility)

    again = opened(game, game.player, "fallen").context["form"]["name"].value()

    assert (again != name) == is_other
    assert opened(game, game.gm, "fallen").context["form"]["name"].value() != name


def test_a_draft_is_kept_until_somebody_is_made() -> None:
    game = new_game()
    press(game, game.player, "fallen", {"name": "Begun", "key": "k"}, "save")

    page = opened(game, game.player, "fallen")

    assert "Your saved draft is still there." in page.content.decode()
    assert Draft.objects.get().data["name"] == ["Begun"]


NOBODY: list[dict[str, str]] = [
    {"concept": "nobody", "seed": SEED},
    {"concept": "any"},
    {"concept": "any", "seed": "a" * 33},
    {"concept": "any", "seed": "<b>"},
]


@pytest.mark.parametrize("query", NOBODY, ids=str)
def test_an_address_that_makes_nobody_is_not_found(query: dict[str, str]) -> None:
    game = new_game()

    assert browser(game.player).get(address(game, "fallen"), query).status_code == 404


def test_a_concept_that_no_page_offered_is_refused() -> None:
    game = new_game()
    blank = in_form(browser(game.player).get(address(game, "fallen")))

    assert press(game, game.player, "fallen", blank, **{"one-concept": "nobody"}).status_code == 400
    assert press(game, game.player, "fallen", blank, filled="concept=nobody&seed=%00").status_code == 302


def test_an_observer_makes_nobody() -> None:
    game = new_game()

    assert opened(game, game.observer, "fallen").status_code == 403


def test_the_page_says_who_was_made() -> None:
    game = new_game()

    told = opened(game, game.player, "sorcerer", "boxer").content.decode()

    assert re.search(r"<b>Boxer with a shadow\.</b> Has not lost", told)
    assert "field-error" not in told
