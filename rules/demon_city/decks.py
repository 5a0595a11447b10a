"""Decks and how cards come from them (area DECK)."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Final

from msgspec import Struct, structs

from rules.demon_city.cards import PACK, count_numbered, is_numbered
from rules.demon_city.refusals import refused
from rules.demon_city.types import Card, CourtValues, DeckName, DemonCityInput, Settings
from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, set_to
from rules.kernel.errors import OddsUnknown, RuleViolation
from rules.kernel.origins import PROCEDURE
from rules.kernel.parsing import wrong
from rules.kernel.types import Id, Input, Outcome

CALLED: Final[Mapping[DeckName, str]] = {"players": "Players' Deck", "horror": "Horror's Deck"}


class DeckState(Input):
    """A deck's three piles: `draw` with the top card first, the others with the oldest card first."""

    draw: tuple[Card, ...]
    discard: tuple[Card, ...] = ()
    table: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        seen: set[str] = set()
        for pile in ("draw", "discard", "table"):
            for card in getattr(self, pile):
                if card in seen:
                    raise wrong(pile, f"the deck holds {card!r} twice")
                seen.add(card)


class StoredDeck(DeckState):
    """A deck with its id."""

    id: Id


class Decks(Input):
    """The stored decks as they are before the throw; where one is missing its cards are not checked."""

    players: DeckState | None = None
    horror: DeckState | None = None

    def of(self, name: DeckName) -> DeckState | None:
        return self.players if name == "players" else self.horror


class TakesCards(DemonCityInput):
    """What is given of a throw, with the decks that its cards come from."""

    decks: Annotated[Decks, PROCEDURE] = Decks()


class Piles(Outcome):
    """A deck's piles after an action."""

    draw: tuple[str, ...]
    discard: tuple[str, ...]
    table: tuple[str, ...]


def set_piles(deck: str, piles: Piles) -> tuple[Effect, ...]:
    """The effects that store a deck's piles."""
    return (
        set_to(deck, "draw", piles.draw),
        set_to(deck, "discard", piles.discard),
        set_to(deck, "table", piles.table),
    )


class Possible(tuple[str, ...]):  # noqa: SLOT001  # a tuple with a word of its own cannot have slots
    """The cards one of which may come now, and the deck that it comes from."""

    deck: DeckName


class Dealer:
    """Hands out the cards of one throw, from the decks as they were before it."""

    def __init__(self, decks: Decks, settings: Settings, draws: Draws) -> None:
        self._draws = draws
        self._settings = settings
        self._left = {name: list(deck.draw) for name, deck in _known(decks)}
        self._old = {name: [*deck.discard, *deck.table] for name, deck in _known(decks)}
        self._on_table: dict[DeckName, set[str]] = {"players": set(), "horror": set()}

    def deal(self, deck: DeckName, count: int) -> tuple[str, ...]:
        """The next `count` cards of a deck, each as a draw."""
        return tuple(self._next(deck) for _ in range(count))

    def deal_numbered(self, deck: DeckName, count: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Cards until `count` of them are valued 1 to 10, and those passed over (DEC-CTEN-01, DEC-DMG-03)."""
        counted: list[str] = []
        ignored: list[str] = []
        while len(counted) < count:
            card = self._next(deck)
            (counted if is_numbered(card, self._settings.court_values) else ignored).append(card)
        return tuple(counted), tuple(ignored)

    def _next(self, deck: DeckName) -> str:
        card = self._draws.card(self._possible(deck))
        left = self._left.get(deck)
        if left:
            left.pop(0)
        self._on_table[deck].add(card)
        return card

    def _possible(self, deck: DeckName) -> Possible:
        """The top card of a known pile; then anything of its discard and old table; anything of an unknown one."""
        if deck not in self._left:
            pile: Iterable[str] = PACK
        else:
            pile = self._left[deck][:1] or self._old[deck]
        lying = self._lying(deck)
        possible = Possible(card for card in pile if card not in lying)
        possible.deck = deck
        return possible

    def _lying(self, deck: DeckName) -> set[str]:
        if self._settings.single_pack:  # DEC-DECK-11
            return self._on_table["players"] | self._on_table["horror"]
        return self._on_table[deck]


def short(deck: DeckName | None, needed: int, held: int, field: str, which: str = "") -> RuleViolation:
    """Whose deck has too few cards, and how many are needed (DEC-DECK-16)."""
    called = f"the {CALLED[deck]}" if deck else "this deck"
    cards = f"{held} {'card' if held == 1 else 'cards'}{which}"
    return refused(f"{called} has {cards} left, and {needed} are needed", field, "DEC-DECK-16")


def refuse_too_few(decks: Decks, needed: Mapping[DeckName, int]) -> None:
    """A throw that needs more cards than a known deck can give is refused (DEC-DECK-16)."""
    for name, deck in _known(decks):
        held = len(deck.draw) + len(deck.discard) + len(deck.table)
        if needed.get(name, 0) > held:
            raise short(name, needed[name], held, f"decks.{name}")


def refuse_too_few_numbered(decks: Decks, deck: DeckName, needed: int, courts: CourtValues) -> None:
    """The same for cards valued 1 to 10 (DEC-DECK-16)."""
    known = decks.of(deck)
    if known is not None:
        held = count_numbered((*known.draw, *known.discard, *known.table), courts)
        if needed > held:
            raise short(deck, needed, held, f"decks.{deck}", " valued 1 to 10")


def require_decks(decks: Decks, names: Iterable[DeckName]) -> None:
    """Odds need the decks that their throw reads; `OddsUnknown` where one is missing (DEC-DECK-19)."""
    for name in names:
        if decks.of(name) is None:
            raise OddsUnknown(f"odds need the cards of the {CALLED[name]}", field=f"input.decks.{name}")


def known_to_all(given: Struct) -> Struct:
    """An input without the Horror's Deck, whose make-up is the Host's to know (DEC-DECK-18)."""
    if not isinstance(given, TakesCards):
        return given
    return structs.replace(given, decks=structs.replace(given.decks, horror=None))


def _known(decks: Decks) -> Iterable[tuple[DeckName, DeckState]]:
    names: tuple[DeckName, ...] = ("players", "horror")
    for name in names:
        deck = decks.of(name)
        if deck is not None:
            yield name, deck
