"""C10 and C100: a number from the cards (areas CTEN and CHUNDRED)."""

from typing import Annotated

from rules.demon_city.cards import HIGHEST_NUMBER, face_value
from rules.demon_city.decks import Dealer, TakesCards, refuse_too_few_numbered
from rules.demon_city.refusals import refused
from rules.demon_city.types import CourtValues, DeckName
from rules.kernel.draws import Draws
from rules.kernel.origins import by
from rules.kernel.result import Result, cite
from rules.kernel.types import Outcome

DIGITS = 2
TWO_TENS = 100


class ChooserInput(TakesCards):
    deck: Annotated[DeckName, by("DEC-CTEN-02")] = "players"


class CTen(Outcome):
    value: int
    card: str
    ignored: tuple[str, ...]


class CHundred(Outcome):
    value: int
    ones: int
    tens: int
    cards: tuple[str, str]
    ignored: tuple[str, ...]


def c10(given: ChooserInput, draws: Draws) -> Result:
    """The value of the first card valued 1 to 10 (DEC-CTEN-01)."""
    courts = given.settings.court_values
    refuse_too_few_numbered(given.decks, given.deck, 1, courts)
    (card,), ignored = Dealer(given.decks, given.settings, draws).deal_numbered(given.deck, 1)
    outcome = CTen(value=face_value(card, courts), card=card, ignored=ignored)
    return Result(outcome, clauses=cite("DEC-CTEN-01", "DEC-CTEN-02", "DEC-CTEN-03" if ignored else None))


def c100(given: ChooserInput, draws: Draws) -> Result:
    """Two cards as digits, the ones first; two tens are 100 (DEC-CHUNDRED-01 to DEC-CHUNDRED-03)."""
    refuse_horror(given)
    courts = given.settings.court_values
    refuse_too_few_numbered(given.decks, given.deck, DIGITS, courts)
    (first, second), ignored = Dealer(given.decks, given.settings, draws).deal_numbered(given.deck, DIGITS)
    ones, tens = digit(first, courts), digit(second, courts)
    outcome = CHundred(
        value=as_hundred(ones, tens), ones=ones, tens=tens, cards=(first, second), ignored=ignored
    )
    return Result(
        outcome,
        clauses=cite(
            "DEC-CHUNDRED-04",
            "DEC-CHUNDRED-01",
            "DEC-CHUNDRED-02" if 0 in (ones, tens) else None,
            "DEC-CHUNDRED-03" if outcome.value == TWO_TENS else None,
            "DEC-CHUNDRED-05" if ignored else None,
        ),
    )


def refuse_horror(given: ChooserInput) -> None:
    """Everybody throws a C100 from the Players' Deck (DEC-CHUNDRED-04)."""
    if given.deck == "horror":
        raise refused("a C100 has to come from the Players' Deck", "deck", "DEC-CHUNDRED-04")


def digit(card: str, courts: CourtValues) -> int:
    """A card valued 1 to 10 as a digit; ten reads as zero (DEC-CHUNDRED-02)."""
    return face_value(card, courts) % HIGHEST_NUMBER


def as_hundred(ones: int, tens: int) -> int:
    """1 to 100 from two digits."""
    return ones + 10 * tens or TWO_TENS
