"""When a period of draws closes, entries name each undone act whose dice are let go of."""

import io
from typing import Any

import pytest
from django.contrib.auth.models import User

from campaigns.log import rebuilding
from campaigns.log.export.reading import WHILE_WAITING
from campaigns.log.undo_graph import NotUndoable
from campaigns.log.verify import verify
from campaigns.models import Entry, Part, Slot
from campaigns.services import deleting, letting_go, sessions, undoing
from campaigns.services.importing import import_campaign
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, Played, play
from tests.campaigns.log.export.evening import check, exported
from tests.campaigns.spine import Game, document, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def game() -> Game:
    game = new_game()
    sessions.begin_session(actor=game.gm, name="", key=game.key())
    return game


def given(game: Game) -> dict[str, Any]:
    mara = game.make("character", "Mara", will=4, state="active")
    return {"acting": {"id": mara, "score": "will"}, "opposing": {"score": "difficulty", "dice": 3}}


def end(game: Game, key: str = "") -> Played:
    played = sessions.end_session(actor=game.gm, key=key or game.key())
    game.campaign.refresh_from_db()
    return played


def dropped_in(entry: Entry) -> list[int]:
    """The undone entries that an entry says are let go of."""
    steps = document(entry)["steps"]
    return [step["input"]["entry"] for step in steps if step["action"] == "table.fresh_draws"]


def test_the_end_of_a_session_names_each_undone_act_that_was_not_done_again(game: Game) -> None:
    asked = given(game)
    easier = {
        **asked,
        "opposing": {"id": game.make("demon", "Vesh", will=2, state="present"), "score": "will"},
    }
    rolls = [game.act("sorcerer.roll", one) for one in (asked, easier, asked)]
    for roll in rolls[:2]:
        game.undo(roll.entry.seq)
    game.act("sorcerer.roll", easier)

    ended = end(game)

    steps = [step["action"] for step in document(ended.entry)["steps"]]
    assert steps == ["table.fresh_draws", "table.end_session", "table.open_draws"]
    assert dropped_in(ended.entry) == [rolls[0].entry.seq]
    assert not Slot.objects.filter(period__campaign=game.campaign, is_free=True).exists()
    assert game.verified().holds
    assert rebuilding.check(game.campaign) == []


def test_of_several_tries_the_last_is_named(game: Game) -> None:
    asked = given(game)
    for _try in range(3):
        last = game.act("sorcerer.roll", asked)
        game.undo(last.entry.seq)

    assert dropped_in(end(game).entry) == [last.entry.seq]


def test_an_act_that_was_let_go_of_does_not_come_back(game: Game) -> None:
    undo = game.undo(game.act("sorcerer.roll", given(game)).entry.seq)
    end(game)

    with pytest.raises(NotUndoable, match="discarded"):
        game.undo(undo.entry.seq)


def test_the_end_of_a_session_sent_again_is_the_same_end(game: Game) -> None:
    game.undo(game.act("sorcerer.roll", given(game)).entry.seq)

    first, again = end(game, "ending"), end(game, "ending")

    assert (again.entry.seq, again.was_repeated) == (first.entry.seq, True)


def test_a_sealed_roll_is_let_go_of_where_only_the_gm_reads_it(game: Game) -> None:
    rolled = sealed_roll(game)
    game.undo(rolled.entry.seq)
    game.act("table.change_policy", {"values": {"sealed_rolls": False}})

    ended = end(game)

    before = Entry.objects.get(campaign=game.campaign, seq=ended.entry.seq - 1)
    assert dropped_in(before) == [rolled.entry.seq]
    assert dropped_in(ended.entry) == []
    assert set(Part.objects.filter(entry=before).values_list("audience", flat=True)) == {"gm"}
    assert game.verified().holds
    for cut in ("table", "member", "gm"):
        assert check(exported(game, cut, game.player)).report.holds


def sealed_roll(game: Game) -> Played:
    game.act("table.change_policy", {"values": {"sealed_rolls": True}})
    fighter = game.make("fallen.character", "Bo", dexterity=3, brawl=2)
    traits = [{"name": "dexterity"}, {"name": "brawl"}]
    step = Request("fallen.roll", {"roller": {"id": fighter}, "traits": traits})
    return play(game.gm, ActRequest(game.key(), (step,), sealed=True))


def test_more_than_an_entry_holds_are_let_go_of_in_entries_before(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(letting_go, "AT_ONCE", 2)
    asked = given(game)
    rolls = [game.act("sorcerer.roll", asked).entry.seq for _time in range(5)]
    for roll in reversed(rolls):
        game.undo(roll)

    ended = end(game)

    named = [dropped_in(entry) for entry in Entry.objects.filter(campaign=game.campaign).order_by("seq")]
    assert [one for one in named if one] == [rolls[:2], rolls[2:4], rolls[4:]]
    assert dropped_in(ended.entry) == rolls[4:]
    assert game.verified().holds


def test_a_campaign_that_moves_names_what_it_lets_go_of(game: Game) -> None:
    rolled = game.act("sorcerer.roll", given(game))
    game.undo(rolled.entry.seq)
    data = exported(game)
    deleting.delete_campaign(owner=game.campaign.owner, campaign=game.campaign)

    campaign = import_campaign(
        owner=User.objects.create_user("new-owner"), stream=io.BytesIO(data), limits=WHILE_WAITING
    )

    newest = Entry.objects.get(campaign=campaign, seq=campaign.head_seq)
    assert dropped_in(newest) == [rolled.entry.seq]
    assert not Slot.objects.filter(period__campaign=campaign, is_free=True).exists()
    assert verify(campaign).holds
    assert rebuilding.check(campaign) == []


def test_what_was_let_go_of_before_a_move_stays_so(game: Game) -> None:
    rolled = game.act("sorcerer.roll", given(game))
    undo = game.undo(rolled.entry.seq)
    undoing.fresh_draws(actor=game.gm, entry=rolled.entry.seq, reason="as agreed", key=game.key())
    data = exported(game)
    deleting.delete_campaign(owner=game.campaign.owner, campaign=game.campaign)

    campaign = import_campaign(
        owner=User.objects.create_user("new-owner"), stream=io.BytesIO(data), limits=WHILE_WAITING
    )

    newest = Entry.objects.get(campaign=campaign, seq=campaign.head_seq)
    assert dropped_in(newest) == []
    with pytest.raises(NotUndoable, match="discarded"):
        undoing.undo(
            actor=campaign.memberships.get(pk=game.gm.pk), entries=(undo.entry.seq,), key="once more"
        )
