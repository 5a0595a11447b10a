"""The pages of creation in steps, in every game: on, back, away and back again, faults where they belong."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Draft, Entry, Membership, Record
from campaigns.queries.games import CHARACTERS
from tests.campaigns.form_filling import Form
from tests.campaigns.pages import faults_of
from tests.campaigns.spine import Game, browser, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

SYSTEMS = sorted(CHARACTERS)
STEPS = {
    "sorcerer": ["scores", "cover", "story", "demon", "check"],
    "fallen": ["attributes", "abilities", "gear", "check"],
    "demon_city": ["characteristics", "skills", "check"],
    "pandemonium": ["attributes", "strength", "arcana", "skills", "check"],
}
each_game = pytest.mark.parametrize("system", SYSTEMS)


def address(game: Game, system: str) -> str:
    return reverse("make_character", args=[game.campaign.pk, system])


def opened(game: Game, member: Membership, system: str, **query: str) -> Any:
    return browser(member).get(address(game, system), query)


def sent(page: Any, **typed: str) -> dict[str, Any]:
    """What a browser sends of the page's form, with some of it typed."""
    return {**Form(page.content.decode(), "creation").sent, "key": [uuid.uuid4().hex], **typed}


def press(page: Any, game: Game, member: Membership, system: str, command: str, **typed: str) -> Any:
    asked = {"command": command} if command else {}
    is_on_its_way = command.startswith(("step", "more"))  # each step is a page of its own
    return browser(member).post(address(game, system), {**sent(page, **typed), **asked}, follow=is_on_its_way)


def made(game: Game, system: str) -> Any:
    return opened(game, game.player, system, concept="any", seed="5eed")


def in_sight(page: Any) -> str:
    """What stands in sections that are shown."""
    return re.sub(r"<(section)[^>]*\shidden>.*?</section>", "", page.content.decode(), flags=re.DOTALL)


@each_game
def test_the_page_begins_at_the_first_step_and_shows_no_other(system: str) -> None:
    game = new_game()
    page = opened(game, game.player, system)

    keys = [one.step.key for one in page.context["steps"].bar]
    assert keys == STEPS[system]
    assert page.context["steps"].now == keys[0]
    assert page.content.decode().count('aria-current="step"') == 1
    assert f'aria-labelledby="{keys[0]}-title"' in in_sight(page)
    assert [key for key in keys[1:-1] if f'aria-labelledby="{key}-title"' in in_sight(page)] == []
    assert set(Form(page.content.decode(), "creation").controls) >= set(page.context["form"].fields) - {
        "demon.abilities"
    }


@each_game
def test_next_back_and_a_jump_show_the_same_form_at_another_step(system: str) -> None:
    game = new_game()
    keys = STEPS[system]
    page = opened(game, game.player, system)

    page = press(page, game, game.player, system, f"step {keys[1]}", name="Ada")
    assert (page.status_code, page.context["steps"].now) == (200, keys[1])
    page = press(page, game, game.player, system, f"step {keys[-1]}")
    assert page.context["steps"].is_last
    page = press(page, game, game.player, system, f"step {keys[-2]}")
    page = press(page, game, game.player, system, f"step {keys[0]}")

    assert page.context["steps"].is_first
    assert page.context["form"]["name"].value() == "Ada"
    assert faults_of(page) == []


@each_game
def test_faults_are_told_at_the_step_that_was_left_and_counted_in_the_bar(system: str) -> None:
    game = new_game()
    first, second, *_others = STEPS[system]
    page = opened(game, game.player, system)
    page = press(page, game, game.player, system, f"step {second}")

    assert "field-error" not in in_sight(page)
    assert "to fix" in page.content.decode()
    assert 'id="form-errors"' not in page.content.decode()

    page = press(page, game, game.player, system, f"step {first}")

    assert "field-error" in in_sight(page)
    assert {page.context["steps"].step_of(name) for name in page.context["form"].errors} <= {first, second}


@each_game
def test_a_page_that_was_only_opened_keeps_no_draft(system: str) -> None:
    game = new_game()
    page = opened(game, game.player, system)

    press(page, game, game.player, system, f"step {STEPS[system][1]}")

    assert not Draft.objects.exists()


@each_game
def test_it_goes_on_elsewhere_where_it_was_left(system: str) -> None:
    game = new_game()
    page = opened(game, game.player, system)
    page = press(page, game, game.player, system, f"step {STEPS[system][1]}", name="Ada")
    assert "Saved as your draft" in page.content.decode()

    elsewhere = Client()
    elsewhere.force_login(game.player.user)
    again = elsewhere.get(address(game, system))

    assert again.context["steps"].now == STEPS[system][1]
    assert again.context["steps"].left == {STEPS[system][0]}
    assert again.context["form"]["name"].value() == "Ada"
    assert "to fix" in again.content.decode()


@each_game
def test_nobody_else_goes_on_with_it(system: str) -> None:
    game = new_game()
    page = opened(game, game.player, system)
    press(page, game, game.player, system, f"step {STEPS[system][1]}", name="Ada Unseen")

    for member in (game.other_player, game.gm):
        other = opened(game, member, system)
        assert "Ada Unseen" not in other.content.decode()
        assert other.context["steps"].is_first


@each_game
def test_what_was_emptied_stays_empty_elsewhere(system: str) -> None:
    game = new_game()
    page = opened(game, game.player, system)
    page = press(page, game, game.player, system, f"step {STEPS[system][1]}", name="Ada")
    press(page, game, game.player, system, f"step {STEPS[system][0]}", name="")

    assert opened(game, game.player, system).context["form"]["name"].value() == ""


@each_game
def test_somebody_made_by_a_concept_waits_at_the_check_and_is_made_by_one_more_press(system: str) -> None:
    game = new_game()
    page = made(game, system)

    assert page.context["steps"].is_last
    assert page.context["form"].faults == []
    assert "still to be done" not in page.content.decode()
    assert page.context["form"]["name"].value() in in_sight(page)
    assert press(page, game, game.player, system, "").status_code == 302
    assert Record.objects.filter(campaign=game.campaign, kind=CHARACTERS[system]).exists()


@each_game
def test_creating_with_faults_leads_to_the_first_step_that_has_one(system: str) -> None:
    game = new_game()
    before = Entry.objects.count()
    first, *_others = STEPS[system]

    page = press(made(game, system), game, game.player, system, "", name="")

    assert (page.status_code, page.context["steps"].now) == (422, first)
    assert 'id="form-errors"' in page.content.decode()
    assert '<a href="#id_name">' in page.content.decode()
    assert Entry.objects.count() == before


@each_game
def test_what_could_not_be_made_writes_nothing_and_the_draft_of_its_steps_is_told(system: str) -> None:
    game = new_game()
    blank = opened(game, game.player, system)
    unkept = press(blank, game, game.player, system, "", name="Ada")
    assert unkept.status_code == 422
    assert not Draft.objects.exists()
    assert "Saved as your draft" not in unkept.content.decode()

    walked = press(blank, game, game.player, system, f"step {STEPS[system][-1]}", name="Ada")
    refused = press(walked, game, game.player, system, "")

    assert refused.status_code == 422
    assert "Saved as your draft" in refused.content.decode()
    assert opened(game, game.player, system).context["form"]["name"].value() == "Ada"


def test_a_fault_of_another_step_has_a_button_that_leads_to_its_control() -> None:
    game = new_game()

    page = press(made(game, "sorcerer"), game, game.player, "sorcerer", "", name="", **{"demon.desire": ""})

    told = page.content.decode()
    assert page.context["steps"].now == "scores"
    assert re.search(r'value="step demon" formaction="[^"]*#id_demon\.desire"', told)
    page = press(page, game, game.player, "sorcerer", "step demon")
    assert 'id="id_demon.desire_error"' in in_sight(page)


@each_game
def test_the_check_tells_what_is_missing_with_what_leads_there(system: str) -> None:
    game = new_game()
    page = opened(game, game.player, system)

    page = press(page, game, game.player, system, "step check", name="Ada")

    told = page.content.decode()
    assert page.status_code == 200
    assert re.search(r"still to be done\.", told)
    assert f'class="as-link" type="submit" name="command" value="step {STEPS[system][0]}"' in told
    assert 'id="form-errors"' not in told


@each_game
def test_enter_means_next_until_the_last_step(system: str) -> None:
    game = new_game()
    page = opened(game, game.player, system)
    for key in STEPS[system][1:]:
        first = re.search(r'<button class="visually-hidden"[^>]*>', page.content.decode())
        assert first is not None
        assert f'name="command" value="step {key}"' in first[0]
        page = press(page, game, game.player, system, f"step {key}")
    first = re.search(r'<button class="visually-hidden"[^>]*>', page.content.decode())
    assert first is not None
    assert "command" not in first[0]


def test_a_draft_of_ones_own_outlives_a_look_at_somebody_who_was_made() -> None:
    game = new_game()
    page = opened(game, game.player, "fallen")
    press(page, game, game.player, "fallen", "step abilities", name="Mine")

    looked = press(made(game, "fallen"), game, game.player, "fallen", "step gear")

    assert Draft.objects.get().data["name"] == ["Mine"]
    assert "Your saved draft is still there." in looked.content.decode()
    press(looked, game, game.player, "fallen", "step abilities", name="Changed")
    assert Draft.objects.get().data["name"] == ["Changed"]


def test_what_is_too_long_for_a_draft_is_said_and_stays_typed() -> None:
    game = new_game()
    page = opened(game, game.player, "sorcerer")
    long = {f"character.background.{area}": "x" * 20_000 for area in ("lore", "price", "cover", "kicker")}

    page = press(page, game, game.player, "sorcerer", "step cover", **long)

    assert page.context["steps"].now == "cover"
    assert "too long for a draft" in page.content.decode()
    assert page.context["form"]["character.background.lore"].value() == "x" * 20_000
    assert not Draft.objects.exists()


def test_another_row_stays_at_its_step() -> None:
    game = new_game()
    page = opened(game, game.player, "fallen")
    page = press(page, game, game.player, "fallen", "step gear")

    page = press(page, game, game.player, "fallen", "more carried.weapon", **{"carried.weapon.0.name": "Saw"})

    assert page.context["steps"].now == "gear"
    assert 'name="carried.weapon.2.name"' in in_sight(page)
    assert Draft.objects.get().data["carried.weapon.0.name"] == ["Saw"]


@pytest.mark.parametrize("command", ["step", "step ", "step nowhere", "step <b>", "step check check"])
def test_a_step_that_no_page_offers_leads_nowhere(command: str) -> None:
    game = new_game()
    page = opened(game, game.player, "fallen")

    page = press(page, game, game.player, "fallen", command, step="nowhere", left="<b> gear", name="Ada")

    assert (page.status_code, page.context["steps"].now) == (200, "attributes")
    assert faults_of(page) == []


def test_points_left_count_what_is_typed_whatever_it_is() -> None:
    game = new_game()
    page = opened(game, game.player, "sorcerer")
    scores = {"character.stamina": "9", "character.will": "4"}
    for lore, left in (("-1", "−2"), ("1", "−4"), ("many", "−3")):
        page = press(page, game, game.player, "sorcerer", "step scores", **scores, **{"character.lore": lore})
        assert f'<output data-derived="left">{left}</output>' in page.content.decode()


def test_numbers_of_the_demon_say_that_they_are_its() -> None:
    game = new_game()
    page = opened(game, game.player, "sorcerer", step="demon")
    told = [str(one.label) for one in page.context["steps"].totals]
    assert told == ["The demon's Lore", "The demon's Will", "The demon's Power"]


def test_points_left_stand_where_they_are_spent() -> None:
    game = new_game()
    page = opened(game, game.player, "sorcerer")
    typed = {"character.stamina": "3", "character.will": "4", "character.lore": ""}
    begun = page.context["steps"].form.numbers

    page = press(page, game, game.player, "sorcerer", "step scores", **typed)

    assert (begun["left"], begun["humanity"]) == (0, 4), "the points are spread at first"

    line = re.search(r'<p class="row thumb totals".*?</p>', page.content.decode(), re.DOTALL)
    assert line is not None
    assert re.search(r'data-derived="left">3<', line[0])
    assert re.search(r'data-derived="humanity">4<', line[0])


@each_game
def test_what_was_typed_on_another_device_meanwhile_is_told_before_it_is_replaced(system: str) -> None:
    game = new_game()
    first = press(
        opened(game, game.player, system), game, game.player, system, f"step {STEPS[system][1]}", name="Ada"
    )
    one, other = (opened(game, game.player, system) for _device in range(2))
    press(one, game, game.player, system, f"step {STEPS[system][-1]}", name="Ada of the docks")

    told = press(other, game, game.player, system, f"step {STEPS[system][0]}")

    assert first.status_code == 200
    assert "Your draft was changed elsewhere meanwhile." in told.content.decode()
    assert opened(game, game.player, system).context["form"]["name"].value() == "Ada of the docks"

    press(told, game, game.player, system, f"step {STEPS[system][1]}")
    assert opened(game, game.player, system).context["form"]["name"].value() == "Ada"
