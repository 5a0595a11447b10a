"""Whatever plays an act, somebody whom the member does not see is answered like somebody who is not there."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest

from campaigns.models import Entry
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from tests.campaigns.spine import Game, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

OPPOSED = {"opposing": {"score": "difficulty", "dice": 2}}
ASKED: dict[str, Callable[[str], tuple[str, dict[str, Any]]]] = {
    "a kind that does not fit": lambda one: (
        "sorcerer.roll",
        {"acting": {"id": one, "score": "will"}, **OPPOSED},
    ),
    "a trait that is not there": lambda one: (
        "fallen.roll",
        {"roller": {"id": one}, "traits": [{"name": "brawl"}]},
    ),
    "a field of what is made": lambda one: (
        "table.create",
        {"about": {"kind": "gun", "name": "A gun"}, "fields": [{"field": "holder", "set": one}]},
    ),
    "what is talked about": lambda one: (
        "table.note",
        {"words": "Who is this?", "about": [{"id": one}]},
    ),
}


@pytest.fixture
def game() -> Game:
    return new_game()


def answer(game: Game, asked: str, one: str) -> str:
    action, given = ASKED[asked](one)
    before = Entry.objects.count()
    try:
        play(game.player, ActRequest(game.key(), (Request(action, given),)))
    except Exception as error:  # noqa: BLE001  # which one it is, is what is compared
        assert Entry.objects.count() == before
        return f"{type(error).__name__}: {error}".replace(one, "ID")
    return "played"


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("kind", ["thing", "character", "fallen.character", "demon"])
def test_a_hidden_a_foreign_and_a_random_record_answer_alike(game: Game, asked: str, kind: str) -> None:
    about: dict[str, Any] = {"kind": kind, "name": "The shade", "visibility": "gm"}
    hidden = str(game.act("table.create", {"about": about}).steps[0].input["id"])
    foreign = new_game().make(kind, "Elsewhere")

    answers = {answer(game, asked, one) for one in (hidden, foreign, str(uuid.uuid4()))}

    assert answers == {"UnknownRecord: no record ID"}
