"""Sides and hands of a Clash or a chase: what both have in common (areas CLASH and ROUND)."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Annotated, Literal

from msgspec import Meta, field

from rules.demon_city.decks import Dealer, TakesCards, refuse_too_few
from rules.demon_city.hands import Hand, read_hand
from rules.demon_city.refusals import refused
from rules.demon_city.types import Cards, Counting, DeckName, Significators, Throws
from rules.kernel.draws import Draws
from rules.kernel.origins import DERIVED, GM, by, record
from rules.kernel.parsing import check_distinct, wrong
from rules.kernel.types import Id, Input, Outcome

LEAST_FOR_LOWEST = 2

SideBy = Literal["players", "host"]
DECK_OF: dict[SideBy, DeckName] = {"players": "players", "host": "horror"}


class Side(Input):
    """A group with a common aim for the moment, and who decides its ties."""

    id: Id
    by: SideBy


Sides = Annotated[tuple[Side, ...], Meta(min_length=2, max_length=20), GM, by("DEC-CLASH-02")]


class Contestant(Input):
    """Somebody with a hand in a Clash or a chase."""

    id: Id
    side: Annotated[Id, GM, by("DEC-CLASH-02")]
    throws: Annotated[Throws, GM, by("DEC-CLASH-06")]
    count: Annotated[Counting, GM, by("DEC-CLOST-04")] = "highest"
    deck: Annotated[DeckName | None, DERIVED] = None
    """By default of whoever plays them (DEC-DECK-17), where nothing is known of that, of their side."""
    significators: Significators = ()
    special_cards: Cards = ()

    def __post_init__(self) -> None:
        if self.count == "lowest" and self.throws < LEAST_FOR_LOWEST:
            raise wrong("throws", "the lowest needs more than one throw")


class ContestInput(TakesCards):
    sides: Sides
    tie_choice: Annotated[tuple[Id, ...], record("character")] = ()


class Choice(Outcome):
    """Who has to say which of the tied allies comes first."""

    by: SideBy
    among: tuple[Id, ...] = field(name="from")


class Critical(Outcome):
    id: Id
    by: tuple[Literal["high_card", "significator"], ...]


class Special(Outcome):
    id: Id
    card: str


def check_contest(given: ContestInput, at: str, contestants: Sequence[Contestant]) -> None:
    """For `__post_init__`: everybody is there once, on a side that is there, and ties name who takes part."""
    check_distinct("sides", (side.id for side in given.sides))
    check_distinct(at, (contestant.id for contestant in contestants))
    sides = {side.id for side in given.sides}
    for place, contestant in enumerate(contestants):
        if contestant.side not in sides:
            raise wrong(f"{at}.{place}.side", f"there is no side {contestant.side!r}")
    known = {contestant.id for contestant in contestants}
    for place, chosen in enumerate(given.tie_choice):
        if chosen not in known:
            raise wrong(f"tie_choice.{place}", f"{chosen!r} does not take part")


def refuse_one_side(at: str, contestants: Iterable[Contestant]) -> None:
    """A Clash has two sides at least (DEC-CLASH-01)."""
    if len({contestant.side for contestant in contestants}) < 2:
        raise refused("everyone is on the same side", at, "DEC-CLASH-01")


def refuse_foreign_significators(given: ContestInput, at: str, contestants: Iterable[Contestant]) -> None:
    """Throwers from the Horror's Deck have no Significators (DEC-CRIT-05)."""
    for place, contestant in enumerate(contestants):
        if contestant.significators and deck_of(given, contestant) == "horror":
            raise refused(
                "the Horror's Deck has no Significators", f"{at}.{place}.significators", "DEC-CRIT-05"
            )


def deck_of(given: ContestInput, contestant: Contestant) -> DeckName:
    """The deck of a contestant: the named one, or that of the side (DEC-CLASH-06)."""
    return contestant.deck or DECK_OF[side_of(given, contestant).by]


def side_of(given: ContestInput, contestant: Contestant) -> Side:
    """The side that a contestant is on; the input type refuses one that is on none."""
    return next(side for side in given.sides if side.id == contestant.side)


def cards_needed(given: ContestInput, contestants: Iterable[Contestant]) -> Counter[DeckName]:
    """How many cards a flip takes from each deck."""
    needed: Counter[DeckName] = Counter()
    for contestant in contestants:
        needed[deck_of(given, contestant)] += contestant.throws
    return needed


def flip(given: ContestInput, contestants: Sequence[Contestant], draws: Draws) -> dict[str, Hand]:
    """Everybody's hand by id: contestants as listed, each one's cards left to right (DEC-CLASH-06)."""
    refuse_too_few(given.decks, cards_needed(given, contestants))
    dealer = Dealer(given.decks, given.settings, draws)
    courts = given.settings.court_values
    hands: dict[str, Hand] = {}
    for contestant in contestants:
        cards = dealer.deal(deck_of(given, contestant), contestant.throws)
        hands[contestant.id] = read_hand(
            contestant.id, cards, contestant.count, contestant.significators, courts
        )
    return hands


def best_against(side: str, contestants: Iterable[Contestant], hands: Mapping[str, Hand]) -> int:
    """The highest value that stands against a side."""
    return max(hands[other.id].value for other in contestants if other.side != side)


def preferred(tied: Sequence[str], choice: Collection[str]) -> str | None:
    """Which of the tied comes first: the first that the choice names, the only one, or nobody (DEC-CLASH-08)."""
    if len(tied) == 1:
        return tied[0]
    return next((chosen for chosen in choice if chosen in tied), None)
