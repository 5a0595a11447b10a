"""What is typed in a step of creation is put away while it is typed, without a word, and over nothing else."""

import threading
import uuid
from typing import Any

import pytest
from django.urls import reverse

from campaigns.access import MemberRequest
from campaigns.models import Draft, Entry, Record
from campaigns.queries.games import CHARACTERS
from campaigns.views import creation
from tests.campaigns.form_filling import Form
from tests.campaigns.spine import Game, browser, new_game
from tests.campaigns.test_at_once import at_once

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

SYSTEMS = sorted(CHARACTERS)


def address(game: Game, system: str = "fallen") -> str:
    return reverse("make_character", args=[game.campaign.pk, system])


def opened(game: Game, system: str = "fallen", **query: str) -> dict[str, Any]:
    """What a browser sends of a page that was opened just now: it has a key of its own."""
    page = browser(game.player).get(address(game, system), query)
    return {**Form(page.content.decode(), "creation").sent, "key": [uuid.uuid4().hex]}


def send(
    game: Game, sent: dict[str, Any], command: str = "keep", system: str = "fallen", **typed: str
) -> Any:
    return browser(game.player).post(address(game, system), {**sent, **typed, "command": command})


def kept() -> str:
    return str(Draft.objects.get().data["name"][0])


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_typed_is_there_where_it_was_left_without_a_button(system: str) -> None:
    game = new_game()
    entries = Entry.objects.count()

    answer = send(game, opened(game, system), system=system, name="Ada")

    assert (answer.status_code, answer.content) == (204, b"")
    page = browser(game.player).get(address(game, system))
    assert page.context["form"]["name"].value() == "Ada"
    assert page.context["steps"].is_first
    assert "messages" not in page.context or list(page.context["messages"]) == []
    assert Entry.objects.count() == entries


def test_a_page_that_puts_away_what_is_typed_goes_on_by_its_buttons() -> None:
    game = new_game()
    page = opened(game)
    for name in ("A", "Ad", "Ada"):
        send(game, page, name=name)

    went = send(game, page, "step abilities", name="Ada L")

    assert went.status_code == 302
    assert kept() == "Ada L"


def test_what_comes_late_takes_the_place_of_nothing_newer() -> None:
    game = new_game()
    page = opened(game)
    send(game, page, name="A")
    send(game, page, "step abilities", name="Ada L")

    assert send(game, page, name="Ada").status_code == 204
    assert kept() == "Ada L"

    whole = opened(game, concept="any", seed="5eed")
    browser(game.player).post(address(game), {**whole, "command": []})
    send(game, whole, name="Late")
    assert not Draft.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
def test_a_step_that_is_left_while_a_save_is_under_way_keeps_its_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = new_game()
    page = opened(game)
    send(game, page, name="A")
    is_looked_at, is_left = threading.Event(), threading.Event()

    def slowly(request: MemberRequest, *rest: Any, is_worth: Any = creation._is_worth_keeping) -> bool:
        found = bool(is_worth(request, *rest))
        if request.POST["command"] == "keep":
            is_looked_at.set()
            is_left.wait(1)
        return found

    def leave() -> Any:
        is_looked_at.wait(10)
        answer = send(game, page, "step abilities", name="Ada L")
        is_left.set()
        return answer

    monkeypatch.setattr(creation, "_is_worth_keeping", slowly)
    saved, left = at_once(lambda: send(game, page, name="Ad"), leave)

    assert (saved.status_code, left.status_code) == (204, 302)
    assert kept() == "Ada L"


def test_nothing_is_put_away_where_nothing_was_typed() -> None:
    game = new_game()

    assert send(game, opened(game)).status_code == 204
    assert send(game, opened(game, concept="any", seed="1")).status_code == 204

    assert Draft.objects.count() == 1  # whoever was made, as at each step
    Draft.objects.all().delete()
    assert send(game, opened(game)).status_code == 204
    assert not Draft.objects.exists()


def test_it_takes_the_place_of_nothing_typed_elsewhere_meanwhile() -> None:
    game = new_game()
    here, there = opened(game), opened(game)
    send(game, there, name="There")

    assert send(game, here, name="Here").status_code == 204

    assert kept() == "There"
    told = send(game, here, "step abilities", name="Here")
    assert "Your draft was changed elsewhere meanwhile." in told.content.decode()


def test_what_is_too_long_is_left_where_it_is() -> None:
    game = new_game()
    page = opened(game)
    send(game, page, name="Ada")

    assert send(game, page, name="A" * 70_000).status_code == 204

    assert kept() == "Ada"


def test_nobody_is_made_by_it() -> None:
    game = new_game()
    whole = opened(game, concept="any", seed="5eed")
    records = Record.objects.count()

    send(game, whole)

    assert Record.objects.count() == records
    made = browser(game.player).post(address(game), {**whole, "command": []})
    assert (made.status_code, Draft.objects.exists()) == (302, False)
