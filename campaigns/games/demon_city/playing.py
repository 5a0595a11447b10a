"""What Demon City brings to `play()`: cards come from the stored decks, and Clashes are flipped together."""

from collections.abc import Sequence

from msgspec import Struct

from campaigns.game import Playing, Preparing
from campaigns.games.demon_city.decks import deck_draws
from campaigns.games.demon_city.rounds import simultaneous_flip
from campaigns.models import Campaign
from campaigns.policy import NotAllowed, Rights
from campaigns.services.play.action_inputs import Request


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


PLAYING = Playing(
    known=deck_draws.known_for,
    refuse=_refuse,
    check=_check,
    throw=deck_draws.throw_of,
    keeps_draws=deck_draws.keeps_draws,
    deals=frozenset({"demon_city.draw"}),
    draws="cards",
)
