"""Making up the two decks (DEC-DECK-02 to DEC-DECK-11)."""

from collections import Counter
from typing import Annotated, Literal

from rules.demon_city.cards import FOOL, HIGHEST_NUMBER, SUITS, count_numbered, is_number_card, is_numbered
from rules.demon_city.decks import Piles, set_piles
from rules.demon_city.refusals import refused
from rules.demon_city.types import Card, Cards, DeckSubject, DemonCityInput
from rules.kernel.draws import Draws
from rules.kernel.origins import DERIVED, GM, by, record
from rules.kernel.result import Result, cite
from rules.kernel.shuffling import shuffled
from rules.kernel.types import Id, Input, Outcome

OF_EACH_VALUE = 3
STANDARD: tuple[str, ...] = tuple(f"{suit}-{number}" for suit in SUITS[:3] for number in range(1, 11))


class WonCard(Input):
    """A Significator that was won before, and whose it is."""

    owner: Annotated[Id, record("character")]
    card: Card


class BuildPlayersDeckInput(DemonCityInput):
    deck: Annotated[DeckSubject, record("deck")]
    cards: Annotated[Cards, GM, by("DEC-DECK-02")] = STANDARD  # type: ignore[assignment]  # the codes of the table are those of Card
    fool: Annotated[bool, GM, by("DEC-DECK-10")] = True
    significators: Annotated[tuple[WonCard, ...], DERIVED, by("DEC-DECK-04")] = ()


class BuildHorrorDeckInput(DemonCityInput):
    deck: Annotated[DeckSubject, record("deck")]
    cards: Annotated[Cards, GM, by("DEC-DECK-07")]
    players_cards: Annotated[Cards | None, DERIVED] = None
    fool_creature: Annotated[bool, GM, by("DEC-DECK-10")] = False


class BuiltDeck(Outcome):
    deck: Piles
    size: int
    has_fool: bool
    warnings: tuple[Literal["few_numbers"], ...] = ()


class BuiltHorrorDeck(BuiltDeck):
    specials: tuple[str, ...]
    """The cards that are not valued 1 to 10, as listed."""


def build_players_deck(given: BuildPlayersDeckInput, draws: Draws) -> Result:
    """The shuffled Players' Deck (DEC-DECK-02 to DEC-DECK-05, DEC-DECK-09 to DEC-DECK-11)."""
    _check_numbers(given.cards)
    _check_won(given)
    listed = dict.fromkeys([*given.cards, *([FOOL] if given.fool else [])])
    listed |= dict.fromkeys(won.card for won in given.significators)
    piles = Piles(draw=shuffled(listed, draws), discard=(), table=())
    return Result(
        BuiltDeck(deck=piles, size=len(listed), has_fool=given.fool),
        set_piles(given.deck.id, piles),
        cite(
            "DEC-DECK-02",
            "DEC-CARD-01",
            "DEC-DECK-03",
            "DEC-DECK-04" if given.significators else None,
            "DEC-DECK-10",
            "DEC-DECK-15",
        ),
    )


def build_horror_deck(given: BuildHorrorDeckInput, draws: Draws) -> Result:
    """The shuffled Horror's Deck, checked against the Players' Deck (DEC-DECK-06 to DEC-DECK-11)."""
    numbered = _check_horror_cards(given)
    few = 2 * numbered <= len(given.cards)  # DEC-DECK-07
    courts = given.settings.court_values
    piles = Piles(draw=shuffled(given.cards, draws), discard=(), table=())
    return Result(
        BuiltHorrorDeck(
            deck=piles,
            size=len(given.cards),
            has_fool=FOOL in given.cards,
            warnings=("few_numbers",) if few else (),
            specials=tuple(card for card in given.cards if not is_numbered(card, courts)),
        ),
        set_piles(given.deck.id, piles),
        cite(
            "DEC-DECK-06",
            "DEC-CARD-01",
            "DEC-DECK-07",
            "DEC-DECK-09" if given.players_cards is not None else None,
            "DEC-DECK-10" if FOOL in given.cards else None,
            "DEC-DECK-11",
            "DEC-DECK-15",
        ),
    )


def _check_numbers(cards: Cards) -> None:
    seen: set[str] = set()
    for place, card in enumerate(cards):
        if not is_number_card(card):
            raise refused("this card is not a number card", f"cards.{place}", "DEC-DECK-03")
        if card in seen:
            raise refused("this card is listed twice", f"cards.{place}", "DEC-DECK-11")
        seen.add(card)
    ranks = Counter(card.rpartition("-")[2] for card in cards)
    if any(ranks[str(value)] != OF_EACH_VALUE for value in range(1, HIGHEST_NUMBER + 1)):
        raise refused("there are not three cards of each value", "cards", "DEC-DECK-02")


def _check_won(given: BuildPlayersDeckInput) -> None:
    seen: set[str] = set()
    for place, won in enumerate(given.significators):
        field = f"significators.{place}.card"
        if is_number_card(won.card):
            raise refused("this card is a number card", field, "DEC-DECK-04")
        if won.card in seen:
            raise refused("this card is already someone's Significator", field, "DEC-DECK-20")
        if won.card == FOOL and not given.fool:
            raise refused("The Fool is not in this deck", field, "DEC-DECK-10")
        seen.add(won.card)


def _check_horror_cards(given: BuildHorrorDeckInput) -> int:
    """The number of cards valued 1 to 10, once the list is found to be allowed."""
    theirs = given.players_cards or ()
    seen: set[str] = set()
    for place, card in enumerate(given.cards):
        field = f"cards.{place}"
        if card in seen:
            raise refused("this card is listed twice", field, "DEC-DECK-11")
        if card == FOOL and not given.fool_creature:
            raise refused("no creature is tied to The Fool", field, "DEC-DECK-10")
        if card == FOOL and card in theirs:
            raise refused("The Fool is in both decks", field, "DEC-DECK-09")
        if card in theirs and given.settings.single_pack:
            raise refused("this card is in the Players' Deck", field, "DEC-DECK-11")
        seen.add(card)
    numbered = count_numbered(given.cards, given.settings.court_values)
    if not numbered:
        raise refused("no card is valued 1 to 10", "cards", "DEC-DECK-06")
    if given.players_cards is not None and FOOL not in seen and FOOL not in theirs:
        raise refused("The Fool is in neither deck", "cards", "DEC-DECK-09")
    return numbered
