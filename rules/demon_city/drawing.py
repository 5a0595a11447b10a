"""Taking cards from a stored deck (DEC-DECK-12 to DEC-DECK-16), whose pile is a set until a card is needed."""

from typing import Annotated

from msgspec import Meta

from rules.demon_city.decks import Piles, StoredDeck, set_piles, short
from rules.demon_city.types import DeckName, DemonCityInput, Throws
from rules.kernel.draws import Draws
from rules.kernel.origins import PROCEDURE, by, record
from rules.kernel.result import Result, cite
from rules.kernel.shuffling import shuffled
from rules.kernel.types import Outcome


class TurnUpInput(DemonCityInput):
    deck: Annotated[StoredDeck, record("deck")]
    of: Annotated[DeckName, PROCEDURE]
    count: Annotated[int, Meta(ge=1, le=78), PROCEDURE]


class TurnedUp(Outcome):
    """The cards that come next, the first one first."""

    cards: tuple[str, ...]


class DrawInput(DemonCityInput):
    deck: Annotated[StoredDeck, record("deck")]
    count: Annotated[Throws, by("DEC-DECK-12")]
    fresh: Annotated[bool, PROCEDURE] = True
    """A new throw, which clears the table first; false for more cards of the throw in progress."""


class DrawOutcome(Outcome):
    cards: tuple[str, ...]
    reshuffled: bool
    left: int
    deck: Piles


def turn_up(given: TurnUpInput, draws: Draws) -> Result:
    """Which cards of a pile come next: each is one of all that are left (DEC-DECK-12, TAB-DRAWS-06).

    An `index` draw for each card, from those left in the order of their codes. `RuleViolation` where there are fewer.
    """
    left = sorted(given.deck.draw)
    if given.count > len(left):
        raise short(given.of, given.count, len(left), "count")
    cards = tuple(left.pop(draws.index(len(left))) for _ in range(given.count))
    return Result(TurnedUp(cards=cards), clauses=("DEC-DECK-12",))


def draw(given: DrawInput, draws: Draws) -> Result:
    """The next cards of a deck; the discard is shuffled when the pile runs out (DEC-DECK-14)."""
    deck = given.deck
    pile: list[str] = list(deck.draw)
    discard, table = list(deck.discard), list(deck.table)
    if given.fresh:  # DEC-DECK-13
        discard, table = discard + table, []
    held = len(pile) + len(discard)
    # Before the shuffle, so that a refusal draws nothing.
    if given.count > held:
        raise short(None, given.count, held, "count")
    cards: list[str] = []
    reshuffled = False
    while len(cards) < given.count:
        if not pile:  # DEC-DECK-14
            pile, discard, reshuffled = [*shuffled(discard, draws)], [], True
        cards.append(pile.pop(0))
    piles = Piles(draw=tuple(pile), discard=tuple(discard), table=(*table, *cards))
    return Result(
        DrawOutcome(cards=tuple(cards), reshuffled=reshuffled, left=len(pile), deck=piles),
        set_piles(deck.id, piles),
        cite(
            "DEC-DECK-13" if given.fresh and deck.table else None,
            "DEC-DECK-12",
            *(("DEC-DECK-14", "DEC-DECK-15") if reshuffled else ()),
        ),
    )
