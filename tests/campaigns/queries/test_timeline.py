"""Pages of the log: whole, in order, the same few queries, and nothing that is not for the viewer."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.queries import timeline
from campaigns.viewing import Viewer
from tests.campaigns.spine import Game, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.postgres, pytest.mark.slow]


@pytest.fixture
def game() -> Game:
    game = new_game()
    for number in range(8):
        game.act("table.note", {"words": f"note {number}"}, by=game.player)
    game.campaign.refresh_from_db()
    return game


def seqs(page: timeline.Page) -> list[int]:
    return [row.seq for row in page.rows]


def test_newest_page_comes_first_and_reads_downwards(game: Game) -> None:
    page = timeline.turn_to(game.campaign, Viewer.of(game.gm), size=5)

    last = game.campaign.head_seq
    assert seqs(page) == list(range(last - 4, last + 1))
    assert page.after is None


def test_older_pages_go_on_where_the_page_began(game: Game) -> None:
    viewer = Viewer.of(game.gm)
    found: list[int] = []
    page = timeline.turn_to(game.campaign, viewer, size=5)
    found[:0] = seqs(page)
    while page.before is not None:
        page = timeline.turn_to(game.campaign, viewer, before=page.before, size=5)
        found[:0] = seqs(page)

    assert found == list(range(1, game.campaign.head_seq + 1))


def test_newer_pages_go_on_where_the_page_ended(game: Game) -> None:
    viewer = Viewer.of(game.gm)
    found: list[int] = []
    page = timeline.turn_to(game.campaign, viewer, after=0, size=5)
    assert page.before is None
    found += seqs(page)
    while page.after is not None:
        page = timeline.turn_to(game.campaign, viewer, after=page.after, size=5)
        found += seqs(page)

    assert found == list(range(1, game.campaign.head_seq + 1))


def test_queries_are_the_same_for_any_number_of_entries(game: Game) -> None:
    counts = set()
    for size in (1, 5, 12):
        with CaptureQueriesContext(
            connection,
        ) as asked:
            timeline.turn_to(game.campaign, Viewer.of(game.player), size=size)
        counts.add(len(asked))

    assert counts == {4, 5}  # the newest one names no record, so none is asked for


def test_session_has_its_own_entries(game: Game) -> None:
    began = game.act("table.begin_session", {"name": "The cellar"})
    game.act("table.note", {"words": "inside"})
    session = str(began.steps[0].input["session_id"])

    page = timeline.turn_to(game.campaign, Viewer.of(game.player), tag=("session", session))

    assert seqs(page) == [began.entry.seq, began.entry.seq + 1]
    assert timeline.sessions(game.campaign) == [(session, 1, "The cellar")]


def test_entry_for_the_gm_is_not_found_by_its_tags(game: Game) -> None:
    game.act("table.note", {"words": "behind the wall", "audience": "gm"})
    tag = ("clause", "TAB-TALK-01")

    of_gm = timeline.turn_to(game.campaign, Viewer.of(game.gm), tag=tag)
    of_player = timeline.turn_to(game.campaign, Viewer.of(game.player), tag=tag)

    assert len(of_gm.rows) == len(of_player.rows) + 1


def test_sealed_entry_keeps_its_place(game: Game) -> None:
    sealed = game.act("table.note", {"words": "behind the wall", "audience": "gm"}).entry

    shown = timeline.one_entry(game.campaign, Viewer.of(game.player), sealed.seq)

    assert shown is not None
    assert shown.document is None
    assert shown.actor == ""


def test_hidden_record_is_no_thing_for_a_player(game: Game) -> None:
    demon = game.make("demon", "Vesh")
    edited = game.act(
        "table.edit",
        {
            "record": {"id": demon},
            "reason": "it hides",
            "about": {"kind": "demon", "name": "Vesh", "visibility": "gm"},
        },
    ).entry

    shown = [
        timeline.one_entry(game.campaign, Viewer.of(membership), edited.seq - 1)
        for membership in (game.gm, game.player)
    ]

    assert [demon in entry.things for entry in shown if entry] == [True, False]


def test_entry_just_played_is_shown_as_the_log_shows_it(game: Game) -> None:
    mara = game.make("character", "Mara", owner=game.player, will=4, lore=2)
    demon = game.make("demon", "Vesh")
    game.edit(demon, telltale="it hums in the wires")
    hide = {"kind": "demon", "name": "Vesh", "visibility": "gm"}
    for action, given in (
        ("table.edit", {"record": {"id": mara}, "reason": "x", "changes": [{"field": "will", "set": 5}]}),
        (
            "table.edit",
            {"record": {"id": demon}, "reason": "x", "changes": [{"field": "telltale", "set": "?"}]},
        ),
        ("table.edit", {"record": {"id": demon}, "reason": "x", "about": hide}),
        ("table.note", {"words": "behind the wall", "audience": "gm"}),
    ):
        played = game.act(action, given)
        assert played.at_hand is not None
        for who in (game.gm, game.player, game.observer):
            viewer = Viewer.of(who)
            shown = timeline.just_played(game.campaign, viewer, played.entry, played.at_hand)
            assert shown == timeline.one_entry(game.campaign, viewer, played.entry.seq)
