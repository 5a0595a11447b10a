"""A stored pile is a set: nothing that is stored before a throw tells which of its cards come (TAB-DRAWS-06)."""

import re
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from math import comb, sqrt
from typing import Any

import pytest
from django.apps import apps
from msgspec import Struct

from campaigns.games.demon_city.decks.acts import lay_out_decks
from campaigns.games.demon_city.decks.deck_draws import FreeDraw
from campaigns.models import DemonCityDeck, DrawPeriod, Entry
from campaigns.services import sessions
from campaigns.state.unit_of_work import Sheet
from rules import service
from rules.demon_city.drawing import DrawInput, DrawOutcome, TurnedUp
from rules.kernel.fair import FairDraws
from rules.kernel.values import Values
from tests.campaigns.log.export.evening import exported
from tests.campaigns.spine import Game, document, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

FEW, ALONE = 16, 24
THROWS, HAND = 10_000, 3
CARD = re.compile(r"[a-z]+(?:-[a-z0-9]+)?")
STREAMS = {
    "open": ("open_secret", "next_slot", "seed"),
    "sealed": ("sealed_secret", "next_sealed_slot", "sealed_seed"),
}
"""What the open period stores of its two streams of draws."""
PILE = [f"{suit}-{value}" for suit in ("cups", "wands") for value in range(1, 6)]


def laid_out(pile: str = "players") -> tuple[Game, str, str]:
    """A game with both decks; one of them and a player's character."""
    game = new_game()
    lay_out_decks(actor=game.gm, key=game.key())
    deck = next(one for one, (_about, fields) in game.state().items() if fields.get("deck") == pile)
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


@pytest.mark.clause("TAB-DRAWS-06")
@pytest.mark.parametrize("pile", ["players", "horror"])
def test_who_reads_all_that_is_stored_guesses_no_better_than_chance(pile: str) -> None:
    """The guesser has every row, so every backup too, and the export; and plays as the server does, from its secrets.

    Nobody sends a nonce, so that nothing of the act is the guesser's to miss. What refusals tell is in test_own_cards.
    """
    game, deck, _ann = laid_out(pile)
    full = game.sheet(deck)["draw"]
    game.edit(deck, draw=[card for place, card in enumerate(full) if place < FEW or card == "fool"])
    hits, chance, spread = Counter[str](), 0.0, 0.0

    for _ in range(ALONE):
        sheet = game.sheet(deck)
        left = sheet["draw"] or sorted([*sheet["discard"], *sheet["table"]])
        guesses = {way: next(cards, "") for way, cards in guessed(game, deck, left).items()}
        game.act("demon_city.draw", {"deck": {"id": deck}, "count": 1}, nonce="")
        (came,) = game.sheet(deck)["table"]
        hits.update(way for way, guess in guesses.items() if guess == came)
        chance += 1 / len(left)
        spread += (1 - 1 / len(left)) / len(left)

    assert len(left) < ALONE, "the pile was shuffled anew on the way"
    assert len(guesses) == 12
    assert {way: hit for way, hit in hits.items() if hit - chance > 5 * sqrt(spread)} == {}, chance


def guessed(game: Game, deck: str, left: list[str]) -> dict[str, Iterator[str]]:
    """By each way of guessing the cards that are left, the likeliest first."""
    shuffles = [*told_by_the_log(game, deck)] or [left]
    rows = repr([[*model._base_manager.values_list()] for model in apps.get_models()])
    texts = {"rows": rows, "export": exported(game).decode()}
    told = {"as stored": left, "the first shuffle": shuffles[0], "the last shuffle": shuffles[-1]}
    told |= {name: CARD.findall(text) for name, text in texts.items()}
    told |= {f"{name}, backwards": cards[::-1] for name, cards in told.items()}
    told |= {f"the {kind} secret": worked_out(game, left, *fields) for kind, fields in STREAMS.items()}
    return {way: (card for card in cards if card in left) for way, cards in told.items()}


def worked_out(game: Game, left: list[str], secret: str, slot: str, seed: str) -> list[str]:
    """The card that comes by what the open period stores, where nothing of the act itself is mixed in."""
    period = DrawPeriod.objects.get(campaign=game.campaign, is_open=True)
    stored = (bytes(getattr(period, secret)), getattr(period, slot), getattr(period, seed))
    return turned_up(left, 1, FairDraws(*stored, ""))


def turned_up(left: list[str], count: int, draws: FairDraws) -> list[str]:
    given: Values = {"deck": {"id": "players", "draw": left}, "of": "players", "count": count}
    came = service.perform("demon_city.turn_up", service.read("demon_city.turn_up", given), draws).outcome
    assert isinstance(came, TurnedUp)
    return [*came.cards]


def told_by_the_log(game: Game, deck: str) -> Iterator[list[str]]:
    """The orders of a deck that shuffles made, the oldest first."""
    entries = Entry.objects.filter(campaign=game.campaign).order_by("seq")
    for step in (step for entry in entries for step in document(entry)["steps"]):
        for effect in step["effects"]:
            if (effect["on"], effect["field"]) == (deck, "draw") and effect["set"] != sorted(effect["set"]):
                yield effect["set"]


def test_ten_thousand_throws_hold_each_number_of_cups_as_often_as_chance_has_it() -> None:
    """Throws of three cards from five cups and five wands, against the hypergeometric shares (chi-squared)."""
    game, deck, _ann = laid_out()
    game.edit(deck, draw=PILE, discard=["fool"])
    pile = game.sheet(deck)
    three = service.read("demon_city.draw", {"deck": {"id": deck, "draw": PILE}, "count": HAND})

    found = Counter(cups_thrown(pile, three, number) for number in range(THROWS))

    shares = [comb(5, cups) * comb(5, HAND - cups) / comb(10, HAND) for cups in range(HAND + 1)]
    off = sum((found[cups] - THROWS * share) ** 2 / (THROWS * share) for cups, share in enumerate(shares))
    assert off < 16.3  # one in a thousand is as far off, at 3 degrees of freedom


def cups_thrown(pile: Sheet, given: Struct, number: int) -> int:
    """How many cups come where this many cards are thrown from a stored pile, played as an act plays it."""
    assert isinstance(given, DrawInput)
    draws, throw = FairDraws(b"a secret", number, "", "a nonce"), FreeDraw(pile, given)
    for action, values in throw.draws():
        throw.take(values, service.perform(action, service.read(action, values), draws).outcome)
    came = service.perform("demon_city.draw", *throw.dealt(given, draws)).outcome
    assert isinstance(came, DrawOutcome)
    assert len(came.cards) == HAND
    return sum(card.startswith("cups") for card in came.cards)


def test_a_pile_in_play_from_before_is_sorted_once() -> None:
    game, deck, _ann = laid_out()
    left = game.sheet(deck)["draw"]
    DemonCityDeck.objects.filter(record__campaign=game.campaign, deck="players").update(draw=left[::-1])

    import_module("campaigns.migrations.0031_piles_are_sets").sort_piles(apps, None)

    assert game.sheet(deck)["draw"] == left == sorted(left)
    assert game.verified().faults == []
