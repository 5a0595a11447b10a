"""Undo and redo through the door, over real acts."""

import pytest

from campaigns.log.undo_graph import NotUndoable
from campaigns.models import Entry
from campaigns.policy import NotAllowed
from campaigns.services import undoing
from campaigns.services.founding import placing
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, Played, play
from campaigns.services.redaction import redact
from campaigns.services.revealing import reveal_entries
from tests.campaigns.spine import Game, document, folded, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.postgres, pytest.mark.slow]


@pytest.fixture
def game() -> Game:
    return new_game()


def roll(game: Game, sorcerer: str, demon: str, **more: str) -> Played:
    given = {
        "acting": {"id": sorcerer, "score": "will"},
        "opposing": {"id": demon, "score": "will"},
    }
    return game.act("sorcerer.roll", given, **more)  # type: ignore[arg-type]  # a nonce or a key


def pair(game: Game) -> tuple[str, str]:
    return game.make("character", "Mara", will=4, state="active"), game.make(
        "demon", "Vesh", will=3, state="present"
    )


def faces(played: Played) -> list[int]:
    return [value for _asked, value in played.steps[0].drawn]  # type: ignore[misc]  # dice only


@pytest.mark.clause("TAB-UNDO-03")
def test_undo_takes_its_dependants_along(game: Game) -> None:
    mara = game.make("character", "Mara")
    before = game.state()
    first = game.edit(mara, will=3).entry.seq
    second = game.edit(mara, will=5).entry.seq

    with pytest.raises(NotUndoable):
        game.undo(first)
    game.undo(second, first)

    assert game.state() == before == folded(game.campaign)


@pytest.mark.clause("TAB-UNDO-03")
def test_undo_of_a_birth_takes_all_that_names_it(game: Game) -> None:
    demon = game.make("demon", "Vesh")
    before = game.state()
    mara = game.make("character", "Mara")
    seq = Entry.objects.filter(campaign=game.campaign).order_by("-seq").values_list("seq", flat=True)[0]
    pointed = game.edit(demon, summoned_by=mara).entry.seq

    assert undoing.what_goes_along(game.campaign, seq) == (pointed, seq)
    game.undo(pointed, seq)

    assert game.state() == before


def test_undo_of_undo_of_undo_settles_who_stands(game: Game) -> None:
    mara = game.make("character", "Mara")
    before = game.state()
    seq = game.edit(mara, will=3).entry.seq
    after = game.state()

    first = game.undo(seq).entry.seq
    second = game.undo(first).entry.seq
    assert game.state() == after
    third = game.undo(second).entry.seq
    assert game.state() == before
    with pytest.raises(NotUndoable):
        game.undo(seq)
    game.undo(third)

    assert game.state() == after == folded(game.campaign)
    assert game.verified().holds


def test_redo_waits_for_what_was_undone_since(game: Game) -> None:
    mara = game.make("character", "Mara")
    first = game.edit(mara, will=3).entry.seq
    second = game.edit(mara, will=5).entry.seq
    undone = game.undo(second).entry.seq
    game.undo(first)

    with pytest.raises(NotUndoable):
        game.undo(undone)


def test_same_act_after_undo_draws_the_same_faces(game: Game) -> None:
    mara, demon = pair(game)
    first = roll(game, mara, demon, nonce="aa")
    game.undo(first.entry.seq)

    again = roll(game, mara, demon, nonce="bb")
    other = roll(game, mara, demon, nonce="bb")

    assert faces(again) == faces(first)
    assert document(again.entry)["from"] == document(first.entry)["from"]
    assert document(other.entry)["from"]["slot"] == 2
    assert game.verified().holds


def test_dice_given_to_another_act_do_not_come_back(game: Game) -> None:
    mara, demon = pair(game)
    first = roll(game, mara, demon)
    undone = game.undo(first.entry.seq).entry.seq
    roll(game, mara, demon)

    with pytest.raises(NotUndoable):
        game.undo(undone)


def test_only_a_logged_decision_gives_fresh_draws(game: Game) -> None:
    mara, demon = pair(game)
    first = roll(game, mara, demon)
    game.undo(first.entry.seq)

    dropped = undoing.fresh_draws(
        actor=game.gm, entry=first.entry.seq, reason="the wrong demon was meant", key="fresh"
    )
    again = roll(game, mara, demon)

    assert document(dropped.entry)["steps"][0]["input"]["slot"] == 1
    assert document(again.entry)["from"]["slot"] == 2
    assert game.verified().holds


def test_draws_in_use_are_not_dropped(game: Game) -> None:
    mara, demon = pair(game)
    first = roll(game, mara, demon)
    entries = Entry.objects.count()

    with pytest.raises(undoing.NoDrawsLeft):
        undoing.fresh_draws(actor=game.gm, entry=first.entry.seq, reason="I would rather not", key="fresh")

    assert Entry.objects.count() == entries


@pytest.mark.clause("TAB-UNDO-04")
def test_players_undo_their_own_last_act_only(game: Game) -> None:
    mara = game.make("character", "Mara", owner=game.player, will=4, state="active")
    demon = game.make("demon", "Vesh", will=3, state="present")
    given = {"acting": {"id": mara, "score": "will"}, "opposing": {"id": demon, "score": "will"}}
    first = game.act("sorcerer.roll", given, by=game.player).entry.seq
    second = game.act("sorcerer.roll", given, by=game.player).entry.seq

    with pytest.raises(NotAllowed):
        game.undo(first, by=game.player)
    with pytest.raises(NotAllowed):
        game.undo(second, by=game.other_player)
    game.undo(second, by=game.player)

    assert game.verified().holds


@pytest.mark.clause("TAB-UNDO-04")
def test_players_undo_nothing_where_the_table_has_not_agreed_and_the_gm_anything(game: Game) -> None:
    game.act("table.change_policy", {"values": {"player_undo": False}})
    theirs = game.act("table.note", {"words": "Rain."}, by=game.player).entry.seq

    with pytest.raises(NotAllowed):
        game.undo(theirs, by=game.player)
    game.undo(theirs)


@pytest.mark.clause("TAB-UNDO-05")
def test_what_people_know_or_agreed_on_is_changed_by_a_new_act_alone(game: Game) -> None:
    agreed = game.act("table.change_policy", {"values": {"sealed_rolls": True}}).entry.seq
    placed = play(game.gm, ActRequest("place", (placing(game.observer, "player"),))).entry.seq
    note = game.act("table.note", {"words": "my address"}).entry
    said = note.parts.get(kind="text").position
    taken_out = redact(actor=game.gm, entry=note.seq, part=said, reason="not ours", key="out").entry.seq
    sealed = play(
        game.gm, ActRequest("sealed", (Request("table.note", {"words": "Ash."}),), sealed=True)
    ).entry
    revealed = reveal_entries(actor=game.gm, entries=[sealed.seq], key="reveal").entry.seq

    for seq in (agreed, placed, taken_out, revealed):
        with pytest.raises(NotUndoable):
            game.undo(seq)
    game.act("table.change_policy", {"values": {"sealed_rolls": False}})
    assert game.sheet(str(game.campaign.pk))["policy.sealed_rolls"] is False


def test_places_and_draws_are_never_undone(game: Game) -> None:
    for seq in (1, 2):
        with pytest.raises(NotUndoable):
            game.undo(seq)


def test_undo_of_a_hidden_making_stays_hidden(game: Game) -> None:
    about = {"kind": "demon", "name": "Vesh", "visibility": "gm"}
    made = game.act("table.create", {"about": about})

    undone = game.undo(made.entry.seq)

    audiences = set(undone.entry.parts.values_list("audience", flat=True))
    assert audiences == {"gm"}
