"""How the records of `demon_city` are laid out."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from campaigns.games.demon_city.quick import quick
from campaigns.games.demon_city.sigils import of_character
from campaigns.queries.cast import Member
from campaigns.queries.layouts.drawn import cards, deeds_of, health, lines
from campaigns.queries.layouts.parts import (
    Box,
    Chip,
    Drawn,
    Facts,
    Glimpse,
    LabelledValue,
    Ratings,
    RecordContext,
    RecordLayout,
    Roll,
    Track,
    ValueInWords,
)
from campaigns.viewing import Hidden
from rules import words
from rules.demon_city.allowed import UNDECIDED
from rules.demon_city.throwers import CHARACTERISTICS

BOXES_DRAWN = 24
"""Beyond human measure Toughness is told by its number alone."""


def toughness_of(reading: RecordContext) -> Track | None:
    """Toughness as boxes up to the base, Calm, and the words for what a fight has done."""
    now, base = reading.value("toughness"), reading.value("stats.toughness")
    if not isinstance(now, int):
        return None
    most = base if isinstance(base, int) else max(now, 0)
    lost = max(0, most - max(now, 0))
    boxes = (Box("lethal", said=_("lost")),) * lost + (Box("none"),) * (most - lost)
    told = _("Toughness %(now)s of %(base)s") % {"now": _minus(now), "base": most}
    calm = reading.value("stats.calm")
    if isinstance(calm, int):
        told = _("%(toughness)s, Calm %(calm)s") % {"toughness": told, "calm": calm}
    return Track(
        boxes=boxes if most <= BOXES_DRAWN else (),
        words=told,
        is_bad=bool(reading.value("out")),
        name=_("Toughness"),
        chips=chips_of(reading),
    )


def chips_of(reading: RecordContext) -> tuple[Chip, ...]:
    """What hinders somebody, and what room they have."""
    chips = []
    if reading.value("out"):
        chips.append(Chip(_("out of the fight"), "loss", "skull"))
    if reading.value("injured"):
        chips.append(Chip(_("injured, one fewer throw in Action"), "loss", "heart-crack"))
    if reading.value("panicked"):
        chips.append(Chip(_("in a panic"), "loss", "ghost"))
    if reading.value("never_acts"):
        chips.append(Chip(_("never acts again"), "loss", "ban"))
    feet = reading.value("reposition")
    if feet:
        chips.append(Chip(_("may move %(n)s feet before the next round") % {"n": feet}, "gain", "footprints"))
    return tuple(chips)


@dataclass(frozen=True)
class ShownCards:
    """Cards face up, or that the GM alone knows them."""

    cards: Sequence[str] = ()
    hidden: bool = False


def cards_of(field: str) -> Callable[[RecordContext], ShownCards | None]:
    """The cards that a field holds, or that the GM alone knows them."""

    def make(reading: RecordContext) -> ShownCards | None:
        cards = reading.value(field)
        if isinstance(cards, Hidden):
            return ShownCards(hidden=True)
        return ShownCards(cards) if cards else None

    return make


@dataclass(frozen=True)
class ShownPile:
    """How many cards lie face down, in words, or that the GM alone counts them."""

    deck: str
    face_down: str = ""
    hidden: bool = False
    is_empty: bool = False


def pile_of(reading: RecordContext) -> ShownPile:
    """The pile to draw from: nobody but the GM counts it, and nobody looks into it here."""
    cards, deck = reading.value("draw"), reading.value("deck") or "players"
    if isinstance(cards, Hidden):
        return ShownPile(deck, hidden=True)
    number = len(cards or ())
    told = ngettext("%(deck)s: %(n)d card, face down", "%(deck)s: %(n)d cards, face down", number)
    told %= {"n": number, "deck": words.choice_words("demon_city", deck)}
    return ShownPile(deck, face_down=told, is_empty=not number)


def _order(reading: RecordContext) -> list[LabelledValue]:
    announced, out = reading.value("announced") or (), reading.value("counted_out") or ()
    lines = []
    for place, one in enumerate(reading.value("order") or (), 1):
        state = _("has announced") if one in announced else _("left out") if one in out else ""
        told = (reading.name_of(one), ValueInWords(state)) if state else (reading.name_of(one),)
        lines.append(LabelledValue(str(place), told))
    return lines


USUAL_INTENSITY = "5"
"""What a throw is set against until somebody says otherwise: the middle of the range (DEC-INTENS-01)."""


def rolls_of(reading: RecordContext) -> list[Roll]:
    """A throw with each stat that is settled, the characteristics first."""
    stats = {name: value for name, value in reading.under("stats").items() if isinstance(value, int)}
    names = [name for name in CHARACTERISTICS if name in stats]
    return [_throw(reading, name, stats[name]) for name in [*names, *sorted(stats.keys() - {*names})]]


FIGHTING = ("hand_to_hand", "firearms", "exotic_weapons")
"""The skills that blows and shots are made with (DEC-CTHROW-10, DEC-CTHROW-11)."""


def attack_of(reading: RecordContext) -> Roll | None:
    """A throw with the best of them against whoever is attacked."""
    known = [(stat, name) for name in FIGHTING if isinstance(stat := reading.value(f"stats.{name}"), int)]
    if not known:
        return None
    stat, name = max(known)
    given = {"actor": reading.member.id, "actor.stat_name": name}
    return Roll(reading.label(name), stat, "demon_city.opposed_throw", given)


def _throw(reading: RecordContext, name: str, stat: int) -> Roll:
    given = {"thrower": reading.member.id, "thrower.stat_name": name, "intensity": USUAL_INTENSITY}
    return Roll(reading.label(name), stat, "demon_city.static_throw", given)


def _minus(number: int) -> str:
    return str(number) if number >= 0 else f"−{-number}"


def _at_a_glance(reading: RecordContext) -> Glimpse:
    scores = [(reading.label(name), reading.value(f"stats.{name}")) for name in ("agility", "perception")]
    track = toughness_of(reading)
    cards = reading.value("significators") or ()
    chips = chips_of(reading)
    if cards:
        told = ngettext("Significator: %(card)s", "%(n)d Significators", len(cards)) % {
            "n": len(cards),
            "card": words.choice_words("demon_city", str(cards[0])),
        }
        chips = (*chips, Chip(told, "magic", "sparkles"))
    shown = tuple(pair for pair in scores if isinstance(pair[1], int))
    return Glimpse(shown, chips, replace(track, chips=()) if track else None)


def fits_somebody(action: str, reading: RecordContext) -> bool:
    """Getting up is for who is down, healing for who is hurt, announcing for a round; a card is won by a player's
    character (DEC-DECK-20), and spent by who has one."""
    if action == "demon_city.announce":
        return any(_awaits(other, reading.member.id) for other in reading.others.values())
    if action == "demon_city.recover_toughness":
        return bool(reading.value("out")) and not reading.value("never_acts")
    if action == "demon_city.heal":
        return _is_hurt(reading)
    if action == "demon_city.award_significator":
        return bool(reading.value("control") == "player")
    if action == "demon_city.spend_significator":
        may = reading.settings.get("demon_city.spend_significators")
        return bool(reading.value("significators")) and may is True
    return True


def begins_with_card(action: str, reading: RecordContext) -> Mapping[str, str]:
    """A Significator is spent: the only one that somebody has."""
    held = reading.value("significators")
    is_clear = action == "demon_city.spend_significator" and isinstance(held, list) and len(held) == 1
    return {"card": str(held[0])} if is_clear else {}


def fits_deck(action: str, reading: RecordContext) -> bool:
    """A deck is made up and added to as what it is; one that is neither yet may become the one that is missing.

    Whoever may not look into the Horror's Deck draws no card of it (DEC-DECK-08).
    """
    deck = reading.value("deck")
    drawn_from = "players" if isinstance(reading.value("draw"), Hidden) else deck
    wanted = {"demon_city.build_horror_deck": "horror", "demon_city.draw": drawn_from}.get(action, "players")
    if deck is not None:
        return bool(deck == wanted)
    others = {other.fields.get("deck") for other in reading.others.values()}
    return action.startswith("demon_city.build_") and wanted not in others


def fits_meeting(_action: str, reading: RecordContext) -> bool:
    """What is decided is not flipped again (DEC-ROUND-24)."""
    return reading.value("state") in UNDECIDED


def _awaits(one: Member, who: str) -> bool:
    """Whether it is a round in which this character has yet to announce."""
    is_round = one.kind == "demon_city.round"
    return is_round and who in one["order"] and who not in one["announced"]


def _is_hurt(reading: RecordContext) -> bool:
    now, base = reading.value("toughness"), reading.value("stats.toughness")
    whole = isinstance(now, int) and isinstance(base, int) and now >= base
    return not whole or bool(reading.value("out") or reading.value("injured"))


CHARACTER = RecordLayout(
    parts=(
        health(gettext_lazy("Toughness and Calm"), toughness_of),
        Ratings(
            "characteristics",
            gettext_lazy("Characteristics"),
            "stats",
            CHARACTERISTICS,
            only=True,
            empty=gettext_lazy("None set yet."),
        ),
        Ratings("skills", gettext_lazy("Skills"), "stats", without=CHARACTERISTICS),
        cards(
            "significators",
            gettext_lazy("Significators"),
            cards_of("significators"),
            gettext_lazy("None."),
        ),
        cards("special", gettext_lazy("Special cards"), cards_of("special_cards")),
    ),
    deeds=deeds_of(
        "demon_city",
        static_throw="thrower",
        opposed_throw="actor",
        announce="character",
        throw_count="thrower",
        combat_stats="attacker",
        calm="character",
        recover_toughness="character",
        damage="target",
        heal="character",
        award_significator="character",
        spend_significator="character",
    ),
    glimpse=_at_a_glance,
    sigil=of_character,
    rolls=rolls_of,
    attacks=attack_of,
    quick=quick,
    begins=begins_with_card,
    fits=fits_somebody,
)

DECK = RecordLayout(
    parts=(
        Facts("deck", gettext_lazy("Whose deck"), ("deck",)),
        Drawn("pile", gettext_lazy("Draw pile"), "games/demon_city/records/_pile.html", pile_of),
        cards(
            "table",
            gettext_lazy("On the table"),
            cards_of("table"),
            gettext_lazy("No cards in view."),
        ),
        cards(
            "discard",
            gettext_lazy("Discard pile, oldest first"),
            cards_of("discard"),
            gettext_lazy("Empty."),
        ),
    ),
    deeds=deeds_of(
        "demon_city",
        draw="deck",
        build_players_deck="deck",
        build_horror_deck="deck",
        award_significator="deck",
    ),
    fits=fits_deck,
)

TASK = RecordLayout(
    parts=(Facts("task", gettext_lazy("Status"), ("state", "grade", "complication", "consequence")),),
    deeds=deeds_of("demon_city", static_throw="task", opposed_throw="task"),
)

ROUND = RecordLayout(
    parts=(
        lines(
            "order",
            gettext_lazy("Order of announcing, slowest first"),
            _order,
            gettext_lazy("Nobody is listed yet: list everyone by Agility."),
        ),
    ),
    deeds=(),
)

CLASH = RecordLayout(
    parts=(Facts("clash", gettext_lazy("How it stands"), ("state",)),),
    deeds=deeds_of("demon_city", clash="clash"),
    fits=fits_meeting,
)

CHASE = RecordLayout(
    parts=(
        Facts(
            "chase",
            gettext_lazy("Who may maneuver"),
            ("maneuver_by",),
            gettext_lazy("Nobody may maneuver now."),
        ),
    ),
    deeds=deeds_of("demon_city", chase="chase"),
    fits=fits_meeting,
)

LAYOUTS = {
    "demon_city.character": CHARACTER,
    "demon_city.deck": DECK,
    "demon_city.task": TASK,
    "demon_city.round": ROUND,
    "demon_city.clash": CLASH,
    "demon_city.chase": CHASE,
}
