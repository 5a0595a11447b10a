"""The odds of a step of the log as they were before it was rolled, worked out from what it was played with."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from campaigns.game import Step, Told
from campaigns.log.played_again import odds_of
from campaigns.viewing import REDACTED, Hidden
from rules import catalogue
from rules.kernel.values import Values

FROM_ONE = frozenset({"values", "damage"})
"""The lists of chances that begin at 1: numbers found by cards. All others begin at 0."""


@dataclass(frozen=True)
class OddsBefore:
    """The chances by name; none where `is_open` is false, for they rest on something hidden from the viewer."""

    is_open: bool
    chances: Values = field(default_factory=dict)


def odds_before(step: Step) -> OddsBefore | None:
    """The odds of a step of a viewer's document.

    None where the rules that played it tell no odds: an act without any, a case that they leave open.
    """
    action = catalogue.ACTIONS.get(step["action"])
    if action is None or action.odds is None:
        return None
    given = _with_open_decks(step["input"])
    if not is_open(given):
        return OddsBefore(is_open=False)
    # Words that were taken out decide nothing.
    chances = _chances(
        step["version"], step["action"], json.dumps(given, default=lambda hidden: "-", sort_keys=True)
    )
    if chances is None:
        return None if given == step["input"] else OddsBefore(is_open=False)
    return OddsBefore(is_open=True, chances=chances)


def _with_open_decks(given: Values) -> Mapping[str, Told]:
    """An input without a deck whose cards the viewer does not know: odds that read it are refused (DEC-DECK-18).

    Of the players' pile everybody knows the cards, and odds do not read their order (DEC-DECK-19).
    """
    decks = given.get("decks")
    if not isinstance(decks, Mapping):
        return given
    known = {name: _with_known_cards(deck) for name, deck in decks.items()}
    return {**given, "decks": {name: deck for name, deck in known.items() if is_open(deck)}}


def _with_known_cards(deck: Told) -> Told:
    if not isinstance(deck, Mapping):
        return deck
    return {name: _cards(pile) for name, pile in deck.items()}


def _cards(pile: Told) -> Told:
    return list(pile.known) if isinstance(pile, Hidden) and pile.known is not None else pile


def is_open(value: Told) -> bool:
    """Whether nothing in a value of a viewer's document is hidden from them."""
    if isinstance(value, Hidden):
        return value.why == REDACTED
    if isinstance(value, Mapping):
        return all(is_open(one) for one in value.values())
    return not isinstance(value, list) or all(is_open(one) for one in value)


@lru_cache(maxsize=4096)
def _chances(version: int, action: str, given: str) -> Values | None:
    """Pages show the same entries again and again, so what was worked out is kept."""
    return odds_of(version, action, json.loads(given))
