"""Winning and spending a Significator (DEC-DECK-04, DEC-DECK-20, DEC-DECK-21)."""

from collections.abc import Iterable
from typing import Annotated, Literal

from rules.demon_city.cards import FOOL, is_number_card, value_to
from rules.demon_city.decks import StoredDeck
from rules.demon_city.refusals import refused
from rules.demon_city.types import Card, Cards, DeckName, DemonCityInput, Significators
from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, set_to
from rules.kernel.origins import DERIVED, GM, by, record
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input, Outcome

PileName = Literal["draw", "discard", "table"]
PILES: tuple[PileName, ...] = ("draw", "discard", "table")


class Owner(Input):
    id: Id
    significators: Significators = ()


class Winner(Owner):
    deck: DeckName = "players"
    """Which deck they throw from: players' characters from theirs, whoever the Host plays from Horror's."""


class AwardInput(DemonCityInput):
    character: Annotated[Winner, record("character")]
    card: Annotated[Card, GM, by("DEC-DECK-20")]
    deck: Annotated[StoredDeck, record("deck"), by("DEC-DECK-20")]
    taken: Annotated[Cards, DERIVED] = ()
    horror_cards: Annotated[Cards, DERIVED] = ()


class SpendInput(DemonCityInput):
    character: Annotated[Owner, record("character")]
    card: Annotated[Card, by("DEC-DECK-21")]
    deck: Annotated[StoredDeck, record("deck"), by("DEC-DECK-21")]


class AwardOutcome(Outcome):
    card: str
    value: int
    inserted_at: int | None
    significators: tuple[str, ...]


class SpendOutcome(Outcome):
    card: str
    removed_from: PileName | None
    significators: tuple[str, ...]


def award_significator(given: AwardInput, draws: Draws) -> Result:
    """A court card or major becomes a character's own and joins the Players' Deck (DEC-DECK-20)."""
    pile = _pile_with(given.deck, given.card)
    _check_award(given, pile)
    owned = (*given.character.significators, given.card)
    place, effects = None, list[Effect]()
    if pile is None:
        place = draws.index(len(given.deck.draw) + 1)
        put_in = (*given.deck.draw[:place], given.card, *given.deck.draw[place:])
        effects.append(set_to(given.deck.id, "draw", put_in))
    effects.append(set_to(given.character.id, "significators", owned))
    value = value_to(owned, given.card, given.settings.court_values)
    outcome = AwardOutcome(card=given.card, value=value, inserted_at=place, significators=owned)
    worth = "DEC-CARD-05" if given.card == FOOL else None
    return Result(outcome, tuple(effects), cite("DEC-DECK-04", "DEC-DECK-20", worth))


def spend_significator(given: SpendInput, draws: Draws) -> Result:
    """A Significator leaves its owner and the deck; The Fool only its owner (DEC-DECK-21)."""
    if not given.settings.spend_significators:
        raise refused(
            "Significators can't be spent in this campaign", "settings.spend_significators", "DEC-DECK-21"
        )
    if given.card not in given.character.significators:
        raise refused("this card does not belong to this character", "card", "DEC-DECK-21")
    owned = _without(given.card, given.character.significators)
    pile = None if given.card == FOOL else _pile_with(given.deck, given.card)
    effects = [set_to(given.character.id, "significators", owned)]
    if pile is not None:
        kept = _without(given.card, getattr(given.deck, pile))
        effects.insert(0, set_to(given.deck.id, pile, kept))
    outcome = SpendOutcome(card=given.card, removed_from=pile, significators=owned)
    return Result(outcome, tuple(effects), cite("DEC-DECK-21"))


def _check_award(given: AwardInput, pile: PileName | None) -> None:
    card = given.card
    if is_number_card(card):
        raise refused("this card is a number card", "card", "DEC-DECK-04")
    if given.character.deck == "horror":  # it would be none in a throw from that deck (DEC-CRIT-05)
        raise refused("a reward goes to a player's character", "character", "DEC-DECK-20")
    if card in given.character.significators or card in given.taken:
        raise refused("this card is already someone's Significator", "card", "DEC-DECK-20")
    if card in given.horror_cards and card == FOOL:
        raise refused("The Fool is in the Horror's Deck", "card", "DEC-DECK-10")
    if card in given.horror_cards and given.settings.single_pack:
        raise refused("this card is in the Horror's Deck", "card", "DEC-DECK-11")
    if card == FOOL and pile is None:
        raise refused("The Fool is not in this deck", "card", "DEC-DECK-10")


def _pile_with(deck: StoredDeck, card: str) -> PileName | None:
    return next((pile for pile in PILES if card in getattr(deck, pile)), None)


def _without(card: str, cards: Iterable[str]) -> tuple[str, ...]:
    # Of plain texts: each card of the pack set against each other kept the type checker busy for four seconds.
    return tuple(one for one in cards if one != card)
