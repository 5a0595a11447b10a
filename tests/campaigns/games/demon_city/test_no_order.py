"""A stored pile is a set: nothing that is stored before a throw tells which of its cards come (TAB-DRAWS-06)."""

from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from math import comb, sqrt
from typing import Any

import pytest
from django.apps import apps

from campaigns.games.demon_city.decks.acts import lay_out_decks
from campaigns.models import DemonCityDeck, Entry
from campaigns.services import sessions
from rules import service
from rules.demon_city.drawing import TurnedUp
from rules.kernel.fair import FairDraws
from rules.kernel.values import Values
from tests.campaigns.spine import Game, document, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

ALONE = 60
THROWS, HAND = 10_000, 3
PILE = [f"{suit}-{value}" for suit in ("cups", "wands") for value in range(1, 6)]


def laid_out() -> tuple[Game, str, str]:
    """A game with both decks; the Players' Deck and a player's character."""
    game = new_game()
    lay_out_decks(actor=game.gm, key=game.key())
    deck = next(one for one, (_about, fields) in game.state().items() if fields.get("deck") == "players")
    return game, deck, game.make("demon_city.character", "Ann", owner=game.player)


def are_sets(game: Game) -> bool:
    found = [fields["draw"] for _about, fields in game.state().values() if "discard" in fields]
    return bool(found) and all(pile == sorted(pile) for pile in found)


@pytest.mark.clause("TAB-DRAWS-06", "DEC-DECK-15")
def test_no_act_leaves_an_order_behind() -> None:
    game, deck, ann = laid_out()
    throw = ("demon_city.static_throw", {"thrower": {"id": ann, "stat": 2}, "intensity": 4})
    acts: list[tuple[str, dict[str, Any]]] = [
        throw,
        ("demon_city.award_significator", {"character": {"id": ann}, "card": "star", "deck": {"id": deck}}),
        ("demon_city.draw", {"deck": {"id": deck}, "count": 29}),
        throw,
        ("table.reshuffle_pile", {"deck": {"id": deck}}),
        ("demon_city.build_players_deck", {"deck": {"id": deck}}),
    ]
    assert are_sets(game)

    for action, given in acts:
        game.act(action, given)
        assert are_sets(game), action

    game.edit(deck, draw=["wands-3", "cups-2", "fool"])
    assert are_sets(game)
    sessions.begin_session(actor=game.gm, name="The second", key=game.key())
    sessions.end_session(actor=game.gm, key=game.key())
    assert are_sets(game)
    assert game.verified().holds


def test_who_reads_all_that_is_stored_guesses_no_better_than_chance() -> None:
    """The guesser takes the stored pile from either end, or by an order that a shuffle in the log made."""
    game, deck, _ann = laid_out()
    hits, chance, spread = Counter[int](), 0.0, 0.0
    orders = [*told_by_the_log(game, deck, since=0)]

    for _ in range(ALONE):
        sheet = game.sheet(deck)
        left = sheet["draw"] or [*sheet["discard"], *sheet["table"]]
        by_log = (
            next((card for card in order if card in left), left[0]) for order in (orders[0], orders[-1])
        )
        guesses = [left[0], left[-1], *by_log]
        played = game.act("demon_city.draw", {"deck": {"id": deck}, "count": 1})
        orders += told_by_the_log(game, deck, since=played.entry.seq)
        (came,) = game.sheet(deck)["table"]
        hits.update(way for way, guess in enumerate(guesses) if guess == came)
        chance += 1 / len(left)
        spread += (1 - 1 / len(left)) / len(left)

    assert len(left) < ALONE
    assert all(hits[way] - chance < 5 * sqrt(spread) for way in range(4)), (hits, chance)


def told_by_the_log(game: Game, deck: str, since: int) -> Iterator[list[str]]:
    """The orders of a deck that shuffles made, the oldest first."""
    entries = Entry.objects.filter(campaign=game.campaign, seq__gte=since).order_by("seq")
    for step in (step for entry in entries for step in document(entry)["steps"]):
        for effect in step["effects"]:
            if (effect["on"], effect["field"]) == (deck, "draw") and effect["set"] != sorted(effect["set"]):
                yield effect["set"]


def test_ten_thousand_hands_hold_each_number_of_cups_as_often_as_chance_has_it() -> None:
    """Hands of three from five cups and five wands, against the hypergeometric shares (chi-squared, 3 degrees)."""
    found = Counter(hand_of(number) for number in range(THROWS))

    shares = [comb(5, cups) * comb(5, HAND - cups) / comb(10, HAND) for cups in range(HAND + 1)]
    off = sum((found[cups] - THROWS * share) ** 2 / (THROWS * share) for cups, share in enumerate(shares))
    assert off < 16.3  # one in a thousand is as far off


def hand_of(number: int) -> int:
    """How many cups the cards hold that come next."""
    given: Values = {"deck": {"id": "players", "draw": PILE}, "of": "players", "count": HAND}
    draws = FairDraws(b"a secret", number, "", "a nonce")
    came = service.perform("demon_city.turn_up", service.read("demon_city.turn_up", given), draws).outcome
    assert isinstance(came, TurnedUp)
    return sum(card.startswith("cups") for card in came.cards)


def test_a_pile_in_play_from_before_is_sorted_once() -> None:
    game, deck, _ann = laid_out()
    left = game.sheet(deck)["draw"]
    DemonCityDeck.objects.filter(record__campaign=game.campaign, deck="players").update(draw=left[::-1])

    import_module("campaigns.migrations.0031_piles_are_sets").sort_piles(apps, None)

    assert game.sheet(deck)["draw"] == left == sorted(left)
    assert game.verified().faults == []
