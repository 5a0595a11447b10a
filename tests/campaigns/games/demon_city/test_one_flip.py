"""The Clashes of a round are flipped in one act: everybody's cards lie in view together (DEC-CLASH-05)."""

from typing import Any

import pytest

from campaigns.forms.people import new_key
from campaigns.games.demon_city.decks.acts import lay_out_decks
from campaigns.games.demon_city.rounds.acts import flip_round
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, Played, play
from campaigns.state.errors import UnknownRecord
from rules.kernel.errors import InvalidInput, RuleViolation
from tests.campaigns.games.demon_city.stacked import stack, stacked_piles
from tests.campaigns.spine import Game, document, folded, new_game
from tests.campaigns.views.test_moments import READ, moment

__all__ = ["stacked_piles"]

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

SIDES = [{"id": "us", "by": "players"}, {"id": "them", "by": "host"}]


def two_clashes() -> tuple[Game, list[Request]]:
    """Two players' characters, each with a foe of their own, sorted in one act."""
    game = new_game()
    lay_out_decks(actor=game.gm, key=new_key())
    clashes = made_together(game, "demon_city.clash", "demon_city.clash")
    return game, [clash(game, one, number) for number, one in enumerate(clashes)]


def made_together(game: Game, *kinds: str) -> list[str]:
    about = [{"kind": kind, "name": f"No. {number}", "owner": None} for number, kind in enumerate(kinds)]
    steps = tuple(Request("table.create", {"about": one, "fields": []}) for one in about)
    played = play(game.gm, ActRequest(game.key(), steps))
    return [str(step.input["id"]) for step in played.steps]


def clash(game: Game, record: str, number: int, *, kind: str = "attack") -> Request:
    hero = game.make("demon_city.character", f"Hero {number}", owner=game.player)
    foe = game.make("demon_city.character", f"Foe {number}", control="gm")
    people: list[Any] = [
        {"id": hero, "side": "us", "kind": kind, "targets": [{"id": foe}], "throws": 2},
        {"id": foe, "side": "them", "kind": "attack", "targets": [{"id": hero}], "throws": 1},
    ]
    return Request("demon_city.clash", {"clash": {"id": record}, "sides": SIDES, "participants": people})


def flip(game: Game, flips: list[Request]) -> Played:
    return flip_round(actor=game.gm, flips=flips, nonce="", key=game.key())


def deck_id(game: Game, name: str) -> str:
    return next(key for key, (_about, fields) in game.state().items() if fields.get("deck") == name)


def deck(game: Game, name: str) -> dict[str, Any]:
    return dict(game.sheet(deck_id(game, name)).fields)


def hands(played: Played, number: int) -> list[str]:
    outcome: Any = [step for step in played.steps if step.action == "demon_city.clash"][number].result.outcome
    return [card for hand in outcome.hands for card in hand.cards]


@pytest.mark.clause("DEC-CLASH-05", "DEC-ROUND-23")
def test_all_cards_of_the_round_lie_in_view_together() -> None:
    game, flips = two_clashes()

    played = flip(game, flips)

    lying = [deck(game, name)["table"] for name in ("players", "horror")]
    assert len(lying[0]) == 4
    assert sorted([*hands(played, 0), *hands(played, 1)]) == sorted([*lying[0], *lying[1]])
    assert deck(game, "players")["discard"] == []


@pytest.mark.parametrize("named", [{}, {"id": "no Clash"}, None])
def test_a_flip_of_nothing_is_refused_with_what_is_missing(named: Any) -> None:
    game, _flips = two_clashes()

    with pytest.raises((InvalidInput, UnknownRecord)):
        game.act("demon_city.clash", {"clash": named, "sides": SIDES, "combatants": []})


def test_the_table_of_the_throw_before_is_cleared_once() -> None:
    game, flips = two_clashes()
    game.act("demon_city.c10", {})
    before = deck(game, "players")["table"]

    played = flip(game, flips)

    draws = [step for step in played.steps if step.action == "demon_city.draw"]
    assert [step.input["fresh"] for step in draws] == [True, True, False, False]
    assert deck(game, "players")["discard"] == before


def test_a_later_clash_does_not_count_on_cards_that_lie_turned_up() -> None:
    game, flips = two_clashes()

    played = flip(game, flips)

    first, second = (step for step in played.steps if step.action == "demon_city.clash")
    given: Any = second.input
    assert not given["decks"]["players"]["table"]
    assert not {card for _asked, card in first.drawn} & {card for _asked, card in second.drawn}


def test_a_pile_that_runs_out_leaves_the_cards_of_the_flip_where_they_are() -> None:
    game, flips = two_clashes()
    for _ in range(15):
        game.act("demon_city.draw", {"deck": {"id": deck_id(game, "players")}, "count": 2})

    played = flip(game, flips)

    shuffles = [step.result.outcome.reshuffled for step in played.steps if step.action == "demon_city.draw"]  # type: ignore[attr-defined]  # every outcome has its own type
    assert any(shuffles)
    assert len(deck(game, "players")["table"]) == 4
    assert game.verified().faults == []


def test_the_flip_is_one_entry_that_replays_and_is_undone_as_one() -> None:
    game, flips = two_clashes()
    before = game.state()

    played = flip(game, flips)

    assert [step["action"] for step in document(played.entry)["steps"]].count("demon_city.clash") == 2
    report = game.verified()
    assert report.faults == []
    assert report.played_again == report.entries
    game.undo_all(played.entry.seq)
    assert game.state() == before == folded(game.campaign)


def test_the_same_flip_after_an_undo_turns_the_same_cards() -> None:
    game, flips = two_clashes()
    first = flip(game, flips)
    game.undo_all(first.entry.seq)

    again = flip(game, flips)

    assert (hands(again, 0), hands(again, 1)) == (hands(first, 0), hands(first, 1))


@pytest.mark.clause("DEC-CLASH-05")
def test_one_clash_is_not_flipped_without_the_others() -> None:
    game, flips = two_clashes()
    before = game.state()

    with pytest.raises(RuleViolation) as refused:
        flip(game, flips[:1])

    assert refused.value.clause == "DEC-CLASH-05"
    assert game.state() == before


def test_cards_on_the_players_own_table_are_written_down_clash_by_clash() -> None:
    game = new_game()
    first, _second = made_together(game, "demon_city.clash", "demon_city.clash")
    step = clash(game, first, 0)

    played = game.act("demon_city.clash", step.given, hand=("cups-9", "cups-3", "swords-2"))

    assert played.result.outcome.result == "won"  # type: ignore[attr-defined]  # every outcome has its own type


def test_a_chase_is_flipped_with_the_clashes() -> None:
    game = new_game()
    lay_out_decks(actor=game.gm, key=new_key())
    one, chase = made_together(game, "demon_city.clash", "demon_city.chase")
    on_foot = clash(game, one, 0)
    people: Any = on_foot.given["participants"]
    drivers = [{"id": who["id"], "side": who["side"], "throws": 1} for who in people]
    driving = Request("demon_city.chase", {"chase": {"id": chase}, "sides": SIDES, "drivers": drivers})

    with pytest.raises(RuleViolation):
        flip(game, [on_foot])
    flip(game, [on_foot, driving])

    assert len(deck(game, "players")["table"]) == 3


def test_each_tie_of_the_flip_is_settled_with_its_own_cards() -> None:
    game, clashes = tied_twice()
    first = flip(game, clashes)

    for number, one in enumerate(clashes):
        people: Any = one.given["participants"]
        chosen = people[0]["id"]
        settled = game.act("demon_city.clash", {**one.given, "tie_choice": [chosen]})
        assert hands(settled, 0) == hands(first, number)

    assert len(deck(game, "players")["table"]) == 4
    assert game.verified().faults == []


def tied_twice() -> tuple[Game, list[Request]]:
    """Two Clashes in each of which two allies tie for the one attack."""
    game = new_game()
    lay_out_decks(actor=game.gm, key=new_key())
    game.edit(deck_id(game, "horror"), draw=["pentacles-2", "pentacles-3"])
    game.edit(
        deck_id(game, "players"), draw=["cups-9", "pentacles-9", "swords-9", "wands-9"], discard=["fool"]
    )
    made = made_together(game, "demon_city.clash", "demon_city.clash")
    return game, [allies(game, one, number) for number, one in enumerate(made)]


def allies(game: Game, record: str, number: int) -> Request:
    foe = game.make("demon_city.character", f"Victim {number}", control="gm")
    people = [
        {
            "id": game.make("demon_city.character", f"Ally {number}{place}", owner=game.player),
            "side": "us",
            "kind": "attack",
            "targets": [{"id": foe, "beat": 1}],
            "throws": 1,
        }
        for place in range(2)
    ]
    flees = {"id": foe, "side": "them", "kind": "other", "throws": 1}
    given: dict[str, Any] = {"clash": {"id": record}, "sides": SIDES, "participants": [*people, flees]}
    return Request("demon_city.clash", given)


@pytest.mark.parametrize(("cards", "read"), [(("cups-9", "cups-7"), "is-won"), (("cups-9", "cups-2"), None)])
def test_nobody_loses_a_clash_that_their_side_has_won(
    stacked_piles: None, cards: tuple[str, ...], read: str | None
) -> None:
    """The other player's is slower than their ally, or misses; neither is told in the colour of a loss."""
    game = new_game()
    lay_out_decks(actor=game.gm, key=new_key())
    (record,) = made_together(game, "demon_city.clash")
    quick, slow = (
        game.make("demon_city.character", name, owner=owner)
        for name, owner in (("Quick", game.player), ("Slow", game.other_player))
    )
    foe = game.make("demon_city.character", "Foe", control="gm")
    people: list[Any] = [
        *(
            {"id": one, "side": "us", "kind": "attack", "targets": [{"id": foe, "beat": 3}], "throws": 1}
            for one in (quick, slow)
        ),
        {"id": foe, "side": "them", "kind": "attack", "targets": [{"id": quick}], "throws": 1},
    ]
    stack(*cards, "pentacles-3")
    given: Any = {"clash": {"id": record}, "sides": SIDES, "participants": people}

    seq = flip(game, [Request("demon_city.clash", given)]).entry.seq

    told = READ.findall(moment(game, game.other_player, seq - 1))
    assert told == ([read] if read else [])
