"""Which contract field of `demon_city` lies in which column, and what is worked out instead of stored."""

from collections.abc import Callable, Mapping
from typing import Any

from campaigns.models import (
    Character,
    DemonCityChase,
    DemonCityClash,
    DemonCityDeck,
    DemonCityHealth,
    DemonCityRound,
    DemonCitySheet,
    DemonCityTask,
)
from campaigns.models.characters import CharacterState, Control
from campaigns.models.demon_city import ChaseState, ClashState, Feet, Toughness
from campaigns.state.fields import Column, Derived, Kind, Map, Others, Ref, Stands, Stored, Unsound
from rules.demon_city.progress import WaitingFlip
from rules.demon_city.tasks import TaskState
from rules.demon_city.types import Announced, Card, Counting, DeckName, Grade, Significator, Stat, Throws
from rules.kernel.types import Id, OptionalText

PILES = ("draw", "discard", "table")


def _stat(name: str) -> Callable[[Others, Stands], Any]:
    """A stat that actions read by name; None where the sheet does not have it."""
    return lambda others, sheet: sheet.fields.get(f"stats.{name}")


def _deck(_others: Others, sheet: Stands) -> str:
    """Players draw from theirs, whoever the Host plays from Horror's."""
    return "players" if sheet["control"] == "player" else "horror"


def _unable(others: Others, sheet: Stands) -> list[str]:
    """Who of the order is out or panicked, and whom the Host counts out (DEC-ROUND-14)."""
    found = {one: others.find(one) for one in sheet["order"]}
    hit = [one for one, who in found.items() if who is not None and (who["out"] or who["panicked"])]
    return [*hit, *(one for one in sheet["counted_out"] if one not in hit)]


def _above_the_base(fields: Mapping[str, Any]) -> Unsound | None:
    base = fields.get("stats.toughness")
    if base is None or fields["toughness"] <= base:
        return None
    return "toughness", f"it is above the base of {base}"


def _card_twice(fields: Mapping[str, Any]) -> Unsound | None:
    seen: set[str] = set()
    for pile in PILES:
        for card in fields[pile]:
            if card in seen:
                return pile, f"the deck holds {card} twice"
            seen.add(card)
    return None


CHARACTER = Kind(
    "demon_city.character",
    (Character, DemonCitySheet, DemonCityHealth),
    {
        "state": Column(Character, "state", CharacterState, "draft"),
        "control": Column(Character, "control", Control, "player"),
        "stats": Map(DemonCitySheet, "stats", Stat),
        "agility": Derived(_stat("agility")),
        "calm": Derived(_stat("calm")),
        "base_toughness": Derived(_stat("toughness")),
        "deck": Derived(_deck),
        "significators": Column(DemonCitySheet, "significators", list[Significator], []),
        "special_cards": Column(DemonCitySheet, "special_cards", list[Card], []),
        "toughness": Column(DemonCityHealth, "toughness", Toughness, 0),
        "out": Column(DemonCityHealth, "out", bool, False),
        "injured": Column(DemonCityHealth, "injured", bool, False),
        "panicked": Column(DemonCityHealth, "panicked", bool, False),
        "reposition": Column(DemonCityHealth, "reposition", Feet, 0),
        "hit_by": Ref(DemonCityHealth, "hit_by", is_mark=True),
        "tried_up": Column(DemonCityHealth, "tried_up", bool, False, is_mark=True),
        "deed": Column(DemonCityHealth, "deed", Announced | None, None, is_mark=True),
        "aims": Column(DemonCityHealth, "aims", list[Id], [], is_mark=True),
        "side": Column(DemonCityHealth, "side", Id | None, None, is_mark=True),
        **{
            name: Column(DemonCityHealth, name, kind | None, None, secret="gm", is_mark=True)
            for name, kind in (("counted_throws", Throws), ("counted_as", Counting))
        },
    },
    check=_above_the_base,
)

DECK = Kind(
    "demon_city.deck",
    (DemonCityDeck,),
    {
        "deck": Column(DemonCityDeck, "deck", DeckName | None, None),
        "draw": Column(DemonCityDeck, "draw", list[Card], [], secret="gm"),
        "discard": Column(DemonCityDeck, "discard", list[Card], []),
        "table": Column(DemonCityDeck, "table", list[Card], []),
    },
    check=_card_twice,
)

TASK = Kind(
    "demon_city.task",
    (DemonCityTask,),
    {
        "state": Column(DemonCityTask, "state", TaskState, "open"),
        "grade": Column(DemonCityTask, "grade", Grade, "plain"),
        "complication": Column(DemonCityTask, "complication", OptionalText | None, None),
    },
)

ROUND = Kind(
    "demon_city.round",
    (DemonCityRound,),
    {
        "order": Column(DemonCityRound, "order", list[Id], []),
        "announced": Column(DemonCityRound, "announced", list[Id], []),
        "counted_out": Column(DemonCityRound, "counted_out", list[Id], []),
        "sorted": Column(DemonCityRound, "sorted", bool, False, is_mark=True),
        "over": Column(DemonCityRound, "over", bool, False, is_mark=True),
        "unable": Derived(_unable),
    },
)


def _meeting(model: type[DemonCityClash | DemonCityChase], states: Any) -> dict[str, Stored]:
    """Who meets in which round and on whose side; a flip that waits tells what the decks held (DEC-DECK-01)."""
    return {
        "state": Column(model, "state", states, "open"),
        "round": Ref(model, "round"),
        "people": Column(model, "people", list[Id], []),
        "side": Map(model, "sides", Id),
        "waiting": Column(model, "waiting", WaitingFlip | None, None, secret="gm"),
    }


CLASH = Kind("demon_city.clash", (DemonCityClash,), _meeting(DemonCityClash, ClashState))

CHASE = Kind(
    "demon_city.chase",
    (DemonCityChase,),
    {"maneuver_by": Ref(DemonCityChase, "maneuver_by"), **_meeting(DemonCityChase, ChaseState)},
)

_SHUFFLED = (("outcome", "deck", "draw"), ("draws", "*", 1))
_MAKING = (("input", "cards"), ("outcome", "specials"))
_DECKS = (("input", "decks", "players", "draw"), ("input", "decks", "horror", "draw"))
SECRETS: Mapping[str, tuple[tuple[str | int, ...], ...]] = {
    "demon_city.draw": (*_SHUFFLED, ("outcome", "left")),
    "demon_city.build_players_deck": _SHUFFLED,
    "demon_city.build_horror_deck": (*_SHUFFLED, *_MAKING),
    "demon_city.award_significator": (
        ("outcome", "inserted_at"),
        ("input", "horror_cards"),
        ("draws", "*", 1),
    ),
    "table.reshuffle_pile": (("input", "deck", "draw"), ("draws", "*", 1)),
    **{
        f"demon_city.{verb}": _DECKS
        for verb in (
            *("static_throw", "opposed_throw", "c10", "c100", "clash", "chase"),
            *("damage", "recover_toughness", "calm"),
        )
    },
}
"""Where a step tells the order of a pile, how many cards it has left, or what the Horror's Deck is made of
(DEC-DECK-01), by action: paths in its document, `*` for every element of a list."""

KNOWN_AS_SETS: Mapping[str, tuple[tuple[str, ...], ...]] = {
    action: (("input", "decks", "players", "draw"),) for action, paths in SECRETS.items() if paths is _DECKS
}
"""Of those, where everybody knows which cards they are and nobody in what order (DEC-DECK-18), by action."""

KINDS: Mapping[str, Kind] = {kind.name: kind for kind in (CHARACTER, DECK, TASK, ROUND, CLASH, CHASE)}
