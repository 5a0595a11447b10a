"""How far a turn has come after some of its acts were undone, in whatever order."""

from typing import Any

import pytest

from campaigns.log import rebuilding, undo_graph
from campaigns.models import Entry
from campaigns.queries import timeline
from campaigns.queries.review import finding
from campaigns.viewing import Viewer
from tests.campaigns.games.fallen.test_fights import fighter
from tests.campaigns.spine import Game, document, folded, new_game
from tests.campaigns.undone import undo_in_some_order

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def fight() -> tuple[Game, list[str]]:
    game = new_game()
    return game, [fighter(game, name) for name in ("Ana", "Bo", "Cy")]


def one(who: str) -> dict[str, Any]:
    return {"fighter": {"id": who}}


def two_turns(game: Game, fighters: list[str]) -> list[int]:
    """The numbers of the entries of two turns in which one waits, one declares and all but one act."""
    ana, bo, cy = fighters
    everybody = {"fighters": [{"id": who} for who in fighters]}
    strike = {"attacker": {"id": ana}, "target": {"id": bo}, "maneuver": "strike"}
    plan = [{"name": "strike"}, {"name": "dodge"}]
    acts: list[tuple[str, dict[str, Any], tuple[int, ...] | None]] = [
        ("initiative", everybody, (9, 5, 2)),
        ("order_actions", everybody, None),
        ("hold_back", {"fighter": ana, "before": cy}, None),
        ("take_turn", one(bo), None),
        ("end_turn", one(bo), None),
        ("take_turn", one(ana), None),
        ("multiple_actions", {**one(ana), "actions": plan}, None),
        ("attack", strike, (2, 3, 4)),
        ("end_turn", one(ana), None),
        ("take_turn", one(cy), None),
        ("end_turn", one(cy), None),
        ("new_turn", everybody, None),
        ("order_actions", everybody, None),
        ("take_turn", one(ana), None),
        ("attack", strike, (2, 3, 4, 5, 5)),
    ]
    return [game.act(f"fallen.{verb}", given, hand=hand).entry.seq for verb, given, hand in acts]


def marks(game: Game, fighters: list[str]) -> list[dict[str, Any]]:
    names = ("rolled_initiative", "in_order", "turn_begun", "acted", "holds_back", "ahead_of", "turns_past")
    return [{name: game.sheet(who)[name] for name in names} for who in fighters]


def test_a_turn_undone_leaves_what_the_next_one_says(fight: tuple[Game, list[str]]) -> None:
    game, fighters = fight
    seqs = two_turns(game, fighters)
    before = marks(game, fighters)

    game.undo(seqs[9])  # the third to take a turn, before a new one began

    assert marks(game, fighters) == before
    assert game.state() == folded(game.campaign)


def test_an_order_made_again_stands_without_the_first(fight: tuple[Game, list[str]]) -> None:
    game, fighters = fight
    everybody = {"fighters": [{"id": who} for who in fighters]}
    rolled = game.act("fallen.initiative", everybody, hand=(9, 5, 2)).entry
    first, second = (game.act("fallen.order_actions", everybody).entry for _time in range(2))
    assert undo_graph.dependants(game.campaign, [first.seq]) == []

    game.undo(first.seq)

    assert [game.sheet(who)["in_order"] for who in fighters] == [True, True, True]
    game.undo(second.seq)
    game.undo(rolled.seq)
    assert [game.sheet(who)["in_order"] for who in fighters] == [False, False, False]
    assert game.state() == folded(game.campaign)
    assert game.verified().faults == []


def test_a_mark_said_again_is_kept_and_shown_as_no_change(fight: tuple[Game, list[str]]) -> None:
    game, fighters = fight
    everybody = {"fighters": [{"id": who} for who in fighters]}
    first = game.act("fallen.initiative", everybody, hand=(9, 5, 2)).entry
    second = game.act("fallen.order_actions", everybody).entry

    kept = {(record, field): (before, after) for record, field, before, after in document(second)["changes"]}
    shown = timeline.some_entries(game.campaign, Viewer.of(game.gm), [first.seq, second.seq])

    assert kept[fighters[0], "in_order"] == ([True], [True])
    assert {entry.seq: len(entry.document["changes"]) > 0 for entry in shown if entry.document} == {
        first.seq: True,
        second.seq: False,
    }
    wanted = finding.Wanted(changes=fighters[0], field="in_order")
    assert finding.find(game.campaign, Viewer.of(game.gm), wanted, finding.Range(), 9) == [first.seq]
    assert rebuilding.check(game.campaign) == []


def test_who_waits_anew_depends_on_a_place_alone(fight: tuple[Game, list[str]]) -> None:
    game, (ana, bo, cy) = fight
    everybody = {"fighters": [{"id": who} for who in (ana, bo, cy)]}
    game.act("fallen.initiative", everybody, hand=(9, 5, 2))
    game.act("fallen.order_actions", everybody)
    first = game.act("fallen.hold_back", {"fighter": ana, "before": cy}).entry.seq
    second = game.act("fallen.hold_back", {"fighter": ana}).entry.seq

    assert undo_graph.dependants(game.campaign, [first]) == [second]  # her place in the order, not the mark


@pytest.mark.postgres
@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_undone_in_whatever_order_ends_where_it_began(
    fight: tuple[Game, list[str]], seed: int
) -> None:
    game, fighters = fight
    began = game.state()
    left = two_turns(game, fighters)

    undo_in_some_order(game, left, seed)

    assert game.state() == began


def test_an_undo_of_an_undo_says_again_what_was_said(fight: tuple[Game, list[str]]) -> None:
    game, fighters = fight
    two_turns(game, fighters)
    before = marks(game, fighters)
    newest = Entry.objects.filter(campaign=game.campaign).latest("seq").seq

    undo = game.undo(newest).entry.seq
    assert marks(game, fighters) != before
    game.undo(undo)

    assert marks(game, fighters) == before
