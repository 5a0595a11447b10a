"""Asking the rules as the contract's requests do: JSON in, JSON out. And the decks that most cases use."""

from itertools import permutations
from typing import Any

import msgspec

from rules import requests, service
from rules.kernel.draws import Drawn

NUMBERS = [f"{suit}-{number}" for suit in ("wands", "cups", "swords") for number in range(1, 11)]
FULL = [*NUMBERS, "fool"]
"""The standard Players' Deck."""
HORROR = [*(f"pentacles-{number}" for number in range(1, 11)), "cups-queen", "swords-king", "tower"]


def play(verb: str, given: dict[str, Any], draws: list[Any] | None = None) -> dict[str, Any]:
    """The answer to a request with draws (none by default)."""
    return _ask(requests.resolve, verb, {"input": given, "draws": draws or []})


def outcome(verb: str, given: dict[str, Any], draws: list[Any] | None = None) -> dict[str, Any]:
    """The outcome of a request that is not refused."""
    answer = play(verb, given, draws)
    assert "outcome" in answer, answer
    found: dict[str, Any] = answer["outcome"]
    return found


def odds(verb: str, given: dict[str, Any]) -> dict[str, Any]:
    """The odds of an input."""
    answer: dict[str, Any] = _ask(requests.odds, verb, {"input": given})
    assert "odds" in answer, answer
    assert answer["clauses"]
    found: dict[str, Any] = answer["odds"]
    return found


def refusal(
    verb: str, given: dict[str, Any], draws: list[Any] | None = None
) -> tuple[str | None, str | None]:
    """The clause (or for another fault the code) and the field of a refused input."""
    error = play(verb, given, draws).get("error", {})
    return error.get("clause", error.get("code")), error.get("field")


def no_odds(verb: str, given: dict[str, Any]) -> tuple[str | None, str | None]:
    """The same for odds that are refused."""
    error = _ask(requests.odds, verb, {"input": given}).get("error", {})
    return error.get("clause", error.get("code")), error.get("field")


def effects(answer: dict[str, Any]) -> list[tuple[str, str, Any]]:
    """The effects of a result as (record, field, what): a number to add with its sign as text, or the value set."""
    return [
        (effect["on"], effect["field"], f"{effect['change']:+}" if "change" in effect else effect.get("set"))
        for effect in answer["effects"]
    ]


def every_outcome(verb: str, given: dict[str, Any]) -> list[Any]:
    """The outcomes of all arrangements of the given decks, each of them equally likely: the slow way to odds."""
    found = []
    for laid in _arrangements(given["decks"]):
        typed = service.read(f"demon_city.{verb}", {**given, "decks": laid})
        found.append(service.perform(f"demon_city.{verb}", typed, Laid(laid)).outcome)
    return found


class Laid:
    """Draws from piles that lie in a known order, the discard after the pile."""

    def __init__(self, decks: dict[str, Any]) -> None:
        self.taken: list[Drawn] = []
        self._order = [card for deck in decks.values() for card in (*deck["draw"], *deck["discard"])]

    def die(self, sides: int) -> int:
        raise AssertionError("no dice here")

    def index(self, count: int) -> int:
        raise AssertionError("nothing is shuffled here")

    def card(self, allowed: Any) -> str:
        card: str = min(allowed, key=self._order.index)
        self.taken.append(("card", card))
        return card


def _arrangements(decks: dict[str, Any]) -> list[dict[str, Any]]:
    laid: list[dict[str, Any]] = [{}]
    for name, deck in decks.items():
        piles = [
            {"draw": list(first), "discard": list(later)}
            for first in permutations(deck["draw"])
            for later in permutations(deck.get("discard", []))
        ]
        laid = [{**one, name: pile} for one in laid for pile in piles]
    return laid


def _ask(door: Any, verb: str, rest: dict[str, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = door(msgspec.json.encode({"action": f"demon_city.{verb}", **rest}))
    back: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(answer))
    return back
