"""Throws with cards: they are drawn from the stored decks first, and then are the draws of the throw (DEC-DECK-12).

A stored pile is a set: which of its cards come is drawn in the act that throws them (TAB-DRAWS-06).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

import msgspec
from django.db.models import QuerySet
from msgspec import Struct, structs

from campaigns.game import Preparing, Throw
from campaigns.games.demon_city.decks.reading import BOTH, are_kept_here
from campaigns.games.demon_city.kinds import PILES
from campaigns.models import (
    Campaign,
    DemonCityChase,
    DemonCityClash,
    DemonCityDeck,
    DemonCitySheet,
    Pending,
)
from campaigns.models.prepared import prepared
from campaigns.services.play.action_inputs import Request
from campaigns.state.unit_of_work import Sheet, UnitOfWork
from rules import catalogue, service
from rules.demon_city.building import BuildPlayersDeckInput
from rules.demon_city.cards import is_numbered
from rules.demon_city.decks import DeckState, TakesCards
from rules.demon_city.drawing import DrawInput, DrawOutcome, TurnedUp
from rules.kernel.draws import Drawn, Draws, GivenDraws
from rules.kernel.errors import DrawsExhausted, RuleViolation
from rules.kernel.values import Value, Values, as_list, as_text, as_values

TURN_UP, DRAW, DAMAGE, C100 = (f"demon_city.{verb}" for verb in ("turn_up", "draw", "damage", "c100"))
ABOUT = {"demon_city.clash": "clash", "demon_city.chase": "chase"}
"""Flips that may wait for a choice, and where the record stands that they are about."""

FLIPPED: Mapping[str, type[DemonCityClash | DemonCityChase]] = {
    "demon_city.clash": DemonCityClash,
    "demon_city.chase": DemonCityChase,
}


def is_throw(action: str) -> bool:
    """Whether an action turns cards up from the stored decks."""
    return action.startswith("demon_city.") and "decks" in service.fields(action)


def keeps_draws(campaign: Campaign, action: str) -> bool:
    """Whether the cards of an action come from a deck that is kept here, so that nobody types any in."""
    return (is_throw(action) or action == DRAW) and are_kept_here(campaign)


def are_of_horrors(working: UnitOfWork, action: str, given: Struct) -> bool:
    """Whether a step draws for the Horror's Deck: that tells its size, and which cards lie in it (DEC-DECK-18)."""
    if action == "demon_city.build_horror_deck":
        return True
    deck = getattr(getattr(given, "deck", None), "id", None)
    sheet = working.find(deck) if isinstance(deck, str) else None
    return sheet is not None and sheet.fields.get("deck") == "horror" and sheet.kind.name == "demon_city.deck"


def throw_of(preparing: Preparing, given: Struct) -> Throw | None:
    """Where a throw takes its cards from: the stored decks; a flip that waited keeps the cards that it had."""
    if isinstance(given, DrawInput):
        return FreeDraw(preparing.working.get(given.deck.id), given)
    if not isinstance(given, TakesCards):
        return None
    again = flipped_before(preparing.campaign, preparing.action, given)
    if again is not None:
        return FlippedBefore(tuple(map(as_text, as_list(again["cards"]))))
    decks = decks_of(preparing.working, preparing.campaign)
    return DeckThrow(preparing.action, given, decks, preparing.turned_up)


def refuse_own(campaign: Campaign, steps: Sequence[Request]) -> None:
    """Where a deck is stored a throw takes its cards from there, and no card is typed in (DEC-DECK-12).

    Asked before anything is looked at: what is refused later, and how, would tell which card lies on top.
    """
    if any(is_throw(step.action) for step in steps) and are_kept_here(campaign):
        raise RuleViolation("the cards come from the decks kept here", field="draws", clause="DEC-DECK-12")


def known_for(preparing: Preparing) -> Values:
    """What stored decks and Significators tell of an input, besides the records that it names.

    Cards that this act has turned up already lie in view and do not come again.
    """
    working, campaign, action = preparing.working, preparing.campaign, preparing.action
    given, turned_up = preparing.given, preparing.turned_up
    decks = decks_of(working, campaign)
    again = flipped_before(campaign, action, given)
    if again is not None:
        return {"decks": again["decks"]}
    if is_throw(action):
        where = {"deck": "players"} if action == C100 else _deck_of_a_hit(campaign, action, given)
        piles = {name: _without(_piles(sheet), turned_up.get(name, ())) for name, sheet in decks.items()}
        return {**({"decks": piles} if piles else {}), **where}
    if action == "demon_city.build_players_deck":
        won = ((who, card) for who, cards in _significators(working, campaign) for card in cards)
        return {"significators": [{"owner": who, "card": card} for who, card in won]}
    if action == "demon_city.build_horror_deck":
        return {"players_cards": _cards(decks["players"])} if "players" in decks else {}
    if action == "demon_city.award_significator":
        owner = _id(given.get("character"))
        taken = (cards for who, cards in _significators(working, campaign) if who != owner)
        horror = _cards(decks["horror"]) if "horror" in decks else []
        return {"taken": [card for cards in taken for card in cards], "horror_cards": horror}
    return {}


def decks_of(working: UnitOfWork, campaign: Campaign) -> dict[str, Sheet]:
    """The Players' Deck and the Horror's Deck, by name; the oldest of each that is built."""
    found: dict[str, Sheet] = {}
    built = list(map(str, working.read_once(_built, campaign.pk)))
    working.expect(built, ("demon_city.deck",))
    for key in built:
        sheet = working.get(key)
        if _cards(sheet):
            found.setdefault(sheet["deck"], sheet)
    return found


@prepared
def _built(campaign: UUID) -> QuerySet[DemonCityDeck, UUID]:
    rows = DemonCityDeck.objects.filter(record__campaign=campaign, deck__isnull=False)
    return rows.order_by("record__born", "pk").values_list("pk", flat=True)


def flipped_before(campaign: Campaign, action: str, given: Values | Struct) -> Values | None:
    """The flip that left a tie for somebody to settle: its cards are read again, not drawn anew (DEC-CLASH-08)."""
    about = ABOUT.get(action)
    if about is None:
        return None
    named = _id(given.get(about) if isinstance(given, Mapping) else getattr(given, about))
    asked = Pending.objects.filter(record__campaign=campaign, question=action, state="open")
    if named not in (pending.data.get("about") for pending in asked):
        return None
    waiting: Values | None = FLIPPED[action].objects.get(pk=UUID(named)).waiting
    return waiting


def known_of_flip(campaign: Campaign, action: str, about: str) -> Values:
    """Everything but the choice, of a flip that waits for one: it is flipped again with what it had."""
    named = ABOUT.get(action, "")
    again = flipped_before(campaign, action, {named: about})
    if again is None:
        return {}
    people = "participants" if named == "clash" else "drivers"
    return {named: {"id": about}, "sides": again["sides"], people: again[people]}


@dataclass(frozen=True)
class FlippedBefore:
    """The cards of a flip that waited for a choice: they lie in view already, and nothing is drawn."""

    cards: tuple[str, ...]

    def draws(self) -> Iterator[tuple[str, Values]]:
        yield from ()

    def take(self, given: Values, outcome: Struct) -> None:
        raise TypeError("no card is drawn for a flip that waited")

    def dealt(self, given: Struct, _draws: Draws) -> tuple[Struct, Draws]:
        return given, GivenDraws(self.cards)


@dataclass
class FreeDraw:
    """Cards that are drawn for no throw: what comes is turned up before them, and they shuffle by themselves."""

    deck: Sheet
    given: DrawInput
    came: tuple[str, ...] = ()

    def draws(self) -> Iterator[tuple[str, Values]]:
        yield from turning_up(self.deck, self.given.count)

    def take(self, _given: Values, outcome: Struct) -> None:
        self.came = _turned_up(outcome)

    def dealt(self, _given: Struct, draws: Draws) -> tuple[Struct, Draws]:
        deck = self.given.deck
        on_top = structs.replace(deck, draw=_with_on_top(deck.draw, self.came))
        return structs.replace(self.given, deck=on_top), draws


@dataclass
class DeckThrow:
    """One throw under way: which cards lie ready for it, and how many more it takes."""

    action: str
    given: TakesCards
    decks: Mapping[str, Sheet]
    turned_up: dict[str, list[str]]
    """What this act has drawn already, by deck: further cards belong to the same flip (DEC-DECK-13)."""
    ready: dict[str, list[str]] = field(default_factory=dict)
    on_top: dict[str, list[str]] = field(default_factory=dict)
    """What was turned up of each pile, the first card first; the rest came from a discard that was shuffled."""

    def draws(self) -> Iterator[tuple[str, Values]]:
        """The steps of `demon_city.draw` that come first, one after the other; `take` is told what each turned up.

        Raises what the throw itself refuses, before anything is drawn.
        """
        # Again after each draw: a pile that ran out is shuffled on the way, so what follows is counted anew.
        while True:
            # A dry run: how many cards a throw takes, and from which deck, is known to its engine alone.
            probe = _DryRunDraws(self.ready, {name: self._likely(name) for name in self.decks})
            try:
                service.perform(self.action, self.given, probe)
            except DrawsExhausted:
                probe.wanted[probe.empty] = probe.wanted.get(probe.empty, 0) + 1
            if not probe.wanted:
                return
            refuse_without(self.decks)
            for name, count in probe.wanted.items():
                yield from turning_up(self.decks[name], count)
                yield DRAW, self._draw_from(name, count)

    def take(self, given: Values, outcome: Struct) -> None:
        """What a step of `demon_city.draw` turned up."""
        deck = as_values(given["deck"])["id"]
        name = next(name for name, sheet in self.decks.items() if sheet.id == deck)
        if isinstance(outcome, TurnedUp):
            self.on_top.setdefault(name, []).extend(outcome.cards)
            return
        if not isinstance(outcome, DrawOutcome):
            raise TypeError(f"{DRAW} turns cards up, not {outcome!r}")
        self.turned_up.setdefault(name, []).extend(outcome.cards)
        self.ready.setdefault(name, []).extend(outcome.cards)

    def dealt(self, _given: Struct, _draws: Draws) -> tuple[Struct, Draws]:
        """The throw with the cards that came on top of their piles, and these in the order in which it takes them."""
        probe = _DryRunDraws(self.ready, {})
        service.perform(self.action, self.given, probe)
        decks = self.given.decks
        players, horror = (self._with_top(decks.of(name), name) for name in BOTH)
        dealt = structs.replace(self.given, decks=structs.replace(decks, players=players, horror=horror))
        return dealt, GivenDraws(value for _asked, value in probe.taken)

    def _likely(self, name: str) -> list[str]:
        """What may come of a pile, cards that count for most throws first: so none is turned up that is not needed."""
        courts = self.given.settings.court_values
        return sorted(self.decks[name]["draw"], key=lambda card: not is_numbered(card, courts))

    def _with_top(self, deck: DeckState | None, name: str) -> DeckState | None:
        return deck and structs.replace(deck, draw=_with_on_top(deck.draw, self.on_top.get(name, ())))

    def _draw_from(self, name: str, count: int) -> Values:
        sheet = self.decks[name]
        pile = _with_on_top(sheet["draw"], self.on_top.get(name, ()))
        deck = {"id": sheet.id, **_piles(sheet), "draw": pile}
        chosen = msgspec.to_builtins(structs.asdict(self.given)["settings"])
        settings = {setting: chosen[setting] for setting in catalogue.find(DRAW).settings}
        return {"deck": deck, "count": count, "fresh": name not in self.turned_up, "settings": settings}


def _turned_up(outcome: Struct) -> tuple[str, ...]:
    if not isinstance(outcome, TurnedUp):
        raise TypeError(f"{TURN_UP} says which cards come, not {outcome!r}")
    return outcome.cards


def _with_on_top(pile: Iterable[str], came: Sequence[str]) -> tuple[str, ...]:
    """A pile with those of the cards on top that lie in it: others came from a discard that was shuffled."""
    held = list(pile)
    first = [card for card in came if card in held]
    return (*first, *(card for card in held if card not in first))


def turning_up(sheet: Sheet, count: int) -> Iterator[tuple[str, Values]]:
    """The step that says which cards of a pile come; none where the pile is used up."""
    if sheet["draw"]:
        deck = {"id": sheet.id, **_piles(sheet)}
        yield TURN_UP, {"deck": deck, "of": sheet["deck"], "count": min(count, len(sheet["draw"]))}


@dataclass
class _DryRunDraws:
    """Draws that look: first the cards that lie ready, then some of each pile, which are counted and left there."""

    ready: Mapping[str, Sequence[str]]
    piles: dict[str, list[str]]
    taken: list[Drawn] = field(default_factory=list)
    wanted: dict[str, int] = field(default_factory=dict)
    empty: str = ""
    _at: dict[str, int] = field(default_factory=dict)

    def card(self, allowed: Sequence[str]) -> str:
        name = str(getattr(allowed, "deck", ""))
        at = self._at.get(name, 0)
        ready = self.ready.get(name, ())
        if at < len(ready):
            card = ready[at]
        elif self.piles.get(name):
            card = self.piles[name].pop(0)
            self.wanted[name] = self.wanted.get(name, 0) + 1
        else:
            self.empty = name
            raise DrawsExhausted(f"the pile of the {name} deck is used up")
        self._at[name] = at + 1
        self.taken.append(("card", card))
        return card

    def die(self, sides: int) -> int:
        raise TypeError("no die is rolled in a throw of cards")

    def index(self, count: int) -> int:
        raise TypeError("a throw does not shuffle; drawing its cards does")


def refuse_shared(preparing: Preparing, given: Struct) -> None:
    """Both decks come from one pack: the players get no card that the Horror's Deck holds (DEC-DECK-11).

    The Horror's Deck is checked by its own action, which gets the players' list. The Fool may change decks: until the
    Horror's is made anew, nobody throws (DEC-DECK-09).
    """
    working, campaign = preparing.working, preparing.campaign
    if not isinstance(given, BuildPlayersDeckInput) or not _is_one_pack(working, campaign):
        return
    decks = decks_of(working, campaign)
    held = _cards(decks["horror"]) if "horror" in decks else []
    for place, card in enumerate(given.cards):
        if card in held:
            field = f"input.cards.{place}"
            raise RuleViolation(f"{card} is in the Horror's Deck", field=field, clause="DEC-DECK-11")


def refuse_without(decks: Mapping[str, Sheet]) -> None:
    """Nobody throws before both decks are built (DEC-DECK-01)."""
    missing = [name for name in ("players", "horror") if name not in decks]
    if missing:
        raise RuleViolation(f"build the {missing[0]} deck first", field="input.decks", clause="DEC-DECK-01")


def _deck_of_a_hit(campaign: Campaign, action: str, given: Values) -> dict[str, str]:
    """The deck that the damage of a hit is thrown from: whoever landed it throws from their own (DEC-DECK-17)."""
    if action != DAMAGE:
        return {}
    hits = Pending.objects.filter(record__campaign=campaign, question=DAMAGE, state="open")
    asked = (
        pending
        for pending in hits.order_by("record__born", "pk")
        if str(pending.who_id) == _id(given.get("target"))
    )
    hit = next(asked, None)
    return {"deck": as_text(hit.data["deck"])} if hit and "deck" in hit.data else {}


def _significators(working: UnitOfWork, campaign: Campaign) -> Iterator[tuple[str, list[str]]]:
    rows = DemonCitySheet.objects.filter(record__campaign=campaign).order_by("record__born", "pk")
    for key in rows.values_list("pk", flat=True):
        sheet = working.get(str(key))
        yield sheet.id, sheet["significators"]


def _is_one_pack(working: UnitOfWork, campaign: Campaign) -> bool:
    table = working.find(str(campaign.pk))
    chosen = table.under("settings.demon_city") if table else {}
    return bool(chosen.get("single_pack", True))


def _id(named: Value | Struct) -> str:
    found = named.get("id") if isinstance(named, Mapping) else getattr(named, "id", named)
    return str(found)


def _without(piles: Mapping[str, list[str]], turned_up: Sequence[str]) -> dict[str, list[str]]:
    """Piles of a later hand of the same flip: what lies turned up stays there (DEC-DECK-16)."""
    return {**piles, "table": [card for card in piles["table"] if card not in turned_up]}


def _piles(sheet: Sheet) -> dict[str, list[str]]:
    return {pile: list(sheet[pile]) for pile in PILES}


def _cards(sheet: Sheet) -> list[str]:
    """The cards of a deck in an order that tells nothing of how they lie."""
    return sorted(card for pile in PILES for card in sheet[pile])
