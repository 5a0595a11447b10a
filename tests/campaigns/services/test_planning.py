"""An act whose steps depend on what stands under the lock: planned once, refused whole, and the same when repeated."""

from typing import Any

import pytest

from campaigns.models import Campaign, Entry
from campaigns.policy import NotAllowed
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, KeyReused, play
from tests.campaigns.spine import Game, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


class Notes:
    """A plan that notes how far the log has come, and counts how often it was asked."""

    def __init__(self) -> None:
        self.planned: list[int] = []
        self.written: list[int] = []

    def plan(self, campaign: Campaign) -> tuple[Request, ...]:
        self.planned.append(campaign.head_seq)
        return (Request("table.note", {"words": f"after {campaign.head_seq}"}),)

    def then(self, _campaign: Campaign, entry: Entry) -> None:
        self.written.append(entry.seq)


def act(game: Game, notes: Notes, key: str = "one", asked: Any = "note") -> Any:
    return play(game.gm, ActRequest(key, (), notes.plan, notes.then, asked=asked))


def test_a_plan_is_asked_once_and_not_for_a_repetition() -> None:
    game, notes = new_game(), Notes()
    head = Campaign.objects.get(pk=game.campaign.pk).head_seq

    first = act(game, notes)
    again = act(game, notes)

    assert (notes.planned, notes.written) == ([head], [first.entry.seq])
    assert (again.entry, again.was_repeated) == (first.entry, True)


def test_what_was_asked_tells_one_plan_from_another_under_the_same_key() -> None:
    game, notes = new_game(), Notes()
    act(game, notes)

    with pytest.raises(KeyReused):
        act(game, notes, asked="another")
    assert len(notes.planned) == 1


def test_a_refusal_while_planning_leaves_nothing() -> None:
    game = new_game()
    before = Entry.objects.count()

    def refuse(_campaign: Campaign) -> tuple[Request, ...]:
        raise NotAllowed("No.")

    with pytest.raises(NotAllowed):
        play(game.gm, ActRequest("one", (Request("table.note", {"words": "x"}),), refuse))
    assert Entry.objects.count() == before
    assert game.act("table.note", {"words": "x"}).entry.seq


def test_what_fails_beside_the_log_takes_the_entry_along() -> None:
    game = new_game()
    before = Entry.objects.count()

    def fail(_campaign: Campaign, _entry: Entry) -> None:
        raise NotAllowed("Not there any more.")

    with pytest.raises(NotAllowed):
        play(game.gm, ActRequest("one", (Request("table.note", {"words": "x"}),), then=fail))
    assert Entry.objects.count() == before
