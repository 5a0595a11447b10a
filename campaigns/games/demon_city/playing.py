"""What Demon City brings to `play()`: cards come from the stored decks, and Clashes are flipped together."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, get_args

from msgspec import Struct

from campaigns.game import Playing, Preparing
from campaigns.games.demon_city.decks import deck_draws
from campaigns.games.demon_city.rounds import simultaneous_flip
from campaigns.models import Campaign
from campaigns.policy import NotAllowed, Rights
from campaigns.services.play.action_inputs import Request
from campaigns.state.unit_of_work import Sheet
from rules.demon_city.allowed import CHASE, CLASH
from rules.demon_city.types import Deed
from rules.kernel.values import Value, Values, as_list

COUNT: Final = "demon_city.throw_count"
SORT: Final = "demon_city.sort_clashes"
MEETINGS: Final = {CLASH: "participants", CHASE: "drivers"}
"""Whose cards are flipped, by what flips them."""


def _refuse(campaign: Campaign, steps: Sequence[Request], by_hand: bool) -> None:
    # First: any later refusal could tell which card lies on top.
    if by_hand:
        deck_draws.refuse_own(campaign, steps)
    simultaneous_flip.require_all_clashes(campaign, steps, by_hand=by_hand)


def _check(preparing: Preparing, given: Struct, rights: Rights) -> None:
    """Raise `NotAllowed` where a player would throw from the Horror's Deck: it is the GM's pile (DEC-DECK-08)."""
    if getattr(given, "deck", None) == "horror" and not rights.member.is_gm:
        raise NotAllowed("Only the GM throws from the Horror's Deck. Choose the Players' Deck.")
    deck_draws.refuse_shared(preparing, given)


def _known(preparing: Preparing) -> Values:
    """What stored decks tell, and what was announced in the round that is on (DEC-ROUND-10)."""
    return {**deck_draws.known_for(preparing), **dict(_announced(preparing))}


def _announced(preparing: Preparing) -> Iterator[tuple[str, Value]]:
    given = preparing.given
    if preparing.action == COUNT and given.get("context") == "action":
        deed = _said(preparing, given.get("thrower")).get("kind")
        if deed in get_args(Deed):
            yield "kind", deed
    if preparing.action == SORT:
        yield "actions", [_said(preparing, one) for one in as_list(given.get("actions", ()))]
    if preparing.action in MEETINGS:
        name = MEETINGS[preparing.action]
        yield name, [_met(preparing, one) for one in as_list(given.get(name, ()))]


def _said(preparing: Preparing, named: Value) -> Values:
    """What somebody said they do, under the names of a sorted action."""
    who = _in_the_round(preparing, named)
    return {"kind": who["deed"], "targets": who["aims"]} if who and who["deed"] else {}


def _met(preparing: Preparing, named: Value) -> Values:
    """On whose side somebody was sorted into a Clash or a chase, and what they do there (DEC-CLASH-34)."""
    who = _in_the_round(preparing, named)
    if who is None or not who["side"]:
        return {}
    deed = "escape" if who["deed"] == "move" else who["deed"]
    is_told = deed is not None and preparing.action == CLASH
    return {"side": who["side"], **({"kind": deed} if is_told else {})}


def _in_the_round(preparing: Preparing, named: Value) -> Sheet | None:
    """Somebody who is in the round that is on: once it is over, what they did in it says nothing."""
    record = named.get("id") if isinstance(named, Mapping) else named
    who = preparing.working.find(record) if isinstance(record, str) else None
    is_on = who is not None and who.kind.name == "demon_city.character" and who["stage"]
    return who if is_on else None


PLAYING = Playing(
    known=_known,
    refuse=_refuse,
    check=_check,
    throw=deck_draws.throw_of,
    keeps_draws=deck_draws.keeps_draws,
    deals=frozenset({"demon_city.draw"}),
    draws="cards",
)
