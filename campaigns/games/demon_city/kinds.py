"""What records of `demon_city` hold, and what is worked out instead of stored."""

from collections.abc import Callable, Mapping

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
from campaigns.state.fields import Derived, Kind, Others, Stands, Unsound, fields_of
from rules.demon_city.allowed import has_a_try
from rules.kernel.values import Values, as_list, as_text, as_whole

PILES = ("draw", "discard", "table")


def _stat(name: str) -> Callable[[Others, Stands], int | None]:
    """A stat that actions read by name; None where the sheet does not have it."""
    return lambda others, sheet: sheet.fields.get(f"stats.{name}")


def _deck(_others: Others, sheet: Stands) -> str:
    """Players draw from theirs, whoever the Host plays from Horror's."""
    return "players" if sheet["control"] == "player" else "horror"


def is_able(fields: Values) -> bool:
    """Whether nothing that stands on somebody's sheet keeps them from acting."""
    return not (fields["out"] or fields["panicked"] or fields["never_acts"])


def _unable(others: Others, sheet: Stands) -> list[str]:
    """Who of the order is out or panicked or never acts again, and whom the Host counts out (DEC-ROUND-14)."""
    found = {one: others.find(one) for one in sheet["order"]}
    hit = [one for one, who in found.items() if who is not None and not is_able(who.fields)]
    return [*hit, *(one for one in sheet["counted_out"] if one not in hit)]


def _trying(others: Others, sheet: Stands) -> list[str]:
    """Whom the round waits for though they are out or in a panic: they try to get back into it first (DEC-ROUND-14)."""
    passed_over = sheet["counted_out"]
    found = {one: others.find(one) for one in sheet["order"] if one not in passed_over}
    return [one for one, who in found.items() if who is not None and has_a_try(who.fields)]


def _above_the_base(fields: Values) -> Unsound | None:
    base = fields.get("stats.toughness")
    if base is None or as_whole(fields["toughness"]) <= as_whole(base):
        return None
    return "toughness", f"it is above the base of {base}"


def _card_twice(fields: Values) -> Unsound | None:
    seen: set[str] = set()
    for pile in PILES:
        for card in map(as_text, as_list(fields[pile])):
            if card in seen:
                return pile, f"the deck holds {card} twice"
            seen.add(card)
    return None


CHARACTER = Kind(
    "demon_city.character",
    (Character, DemonCitySheet, DemonCityHealth),
    {
        **fields_of(Character, "possessed_by"),
        "stats": fields_of(DemonCitySheet)["stats"],
        "agility": Derived(_stat("agility")),
        "calm": Derived(_stat("calm")),
        "base_toughness": Derived(_stat("toughness")),
        "deck": Derived(_deck),
        **fields_of(DemonCitySheet, "stats"),
        **fields_of(DemonCityHealth),
    },
    check=_above_the_base,
)

DECK = Kind("demon_city.deck", (DemonCityDeck,), fields_of(DemonCityDeck), check=_card_twice)

TASK = Kind("demon_city.task", (DemonCityTask,), fields_of(DemonCityTask))

ROUND = Kind(
    "demon_city.round",
    (DemonCityRound,),
    {**fields_of(DemonCityRound), "unable": Derived(_unable), "trying": Derived(_trying)},
)

CLASH = Kind("demon_city.clash", (DemonCityClash,), fields_of(DemonCityClash))

CHASE = Kind("demon_city.chase", (DemonCityChase,), fields_of(DemonCityChase))

_SHUFFLED = (("outcome", "deck", "draw"), ("draws", "*", 1))
_MAKING = (
    *(("input", "cards"), ("clauses",)),
    *(("outcome", name) for name in ("size", "has_fool", "warnings", "specials")),
)
_DECKS = (("input", "decks", "players", "draw"), ("input", "decks", "horror", "draw"))
SECRETS: Mapping[str, tuple[tuple[str | int, ...], ...]] = {
    "demon_city.draw": (*_SHUFFLED, ("outcome", "left")),
    "demon_city.build_players_deck": _SHUFFLED,
    "demon_city.build_horror_deck": (("outcome", "deck", "draw"), *_MAKING),
    "demon_city.award_significator": (
        ("outcome", "inserted_at"),
        ("input", "horror_cards"),
        ("draws", "*", 1),
    ),
    "demon_city.turn_up": (("input", "deck", "draw"),),
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
