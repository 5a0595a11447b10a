"""How the log and the forms tell what happens in Demon City."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext

from campaigns.game import Step, Telling
from campaigns.games.demon_city.decks.deck_draws import DRAW
from campaigns.games.demon_city.moments import moment
from campaigns.queries.timeline import ShownEntry
from campaigns.templatetags.telling_names import plain_name
from campaigns.templatetags.telling_pools import ToldHand, found_in, parts_of
from rules import words
from rules.demon_city.allowed import CHASE, CLASH, DAMAGE
from rules.demon_city.cards import face_value
from rules.demon_city.progress import COUNT
from rules.demon_city.types import Settings
from rules.kernel.errors import RuleViolation
from rules.kernel.parsing import convert
from rules.kernel.values import Value, Values, as_list, as_text

DECKS = {
    "DEC-DECK-01": gettext_noop(
        "The GM lays out both decks with one button on the page “The decks”, which the table links to. Where the "
        "table throws cards of its own, enter them with the throw."
    ),
    "DEC-DECK-09": gettext_noop(
        "Exactly one of the two decks holds The Fool. The GM rebuilds the Horror's Deck, with or without it."
    ),
    "DEC-DECK-05": gettext_noop(
        "There is only one Players' Deck. To rebuild it, choose its record; for the Horror's Deck, choose that one's."
    ),
    "DEC-DECK-12": gettext_noop(
        "Both decks are kept here: leave your own cards out, and the cards of the throw are drawn for you."
    ),
    "DEC-DECK-08": gettext_noop(
        "There is only one Horror's Deck. To rebuild it, choose its record; for the Players' Deck, choose that one's."
    ),
}
"""What to do where the decks are not what an act needs, by clause."""

ROUNDS = {
    "DEC-CLASH-05": gettext_noop(
        "All Clashes of a round are flipped together, on the Action page. What you set there is saved."
    ),
    "DEC-CLASH-21": gettext_noop("Throw this round’s damage first: it waits on the Action page."),
    "DEC-CLASH-28": gettext_noop(
        "Flip the cards of this round on the Action page first. Where allies tie, say there who goes first."
    ),
}
"""What is done on the page of a round of Action, by clause."""

ANYWHERE = {
    "DEC-CTHROW-15": gettext_noop("Name one distraction."),
    "DEC-CTHROW-19": gettext_noop("Say one throw for the better weapon, however much better it is."),
    "DEC-EXTRA-03": gettext_noop("Say one throw for it, whatever its size."),
    "DEC-LOST-08": gettext_noop("Say one throw for it, whatever its size."),
    "DEC-CALM-02": gettext_noop("Leave Calm out: this campaign plays without it. A setting brings it in."),
    "DEC-CALM-03": gettext_noop("Choose somebody who is not in a panic already."),
    "DEC-CALM-04": gettext_noop("Choose somebody who is in a panic."),
    "DEC-CALM-05": gettext_noop(
        "Choose somebody else, or take it back on their sheet if they act again after all."
    ),
    "DEC-CHUNDRED-04": gettext_noop("Choose the Players' Deck."),
    "DEC-CLASH-01": gettext_noop("Put somebody on the other side."),
    "DEC-CLASH-02": gettext_noop("Choose somebody of the other side as the target."),
    "DEC-CRIT-05": gettext_noop("Leave Significators out: the Horror's Deck holds none."),
    "DEC-CTHROW-01": gettext_noop("Leave it out: it counts in Action alone."),
    "DEC-CTHROW-06": gettext_noop("Take one of these advantages out: they go round in a circle."),
    "DEC-CTHROW-16": gettext_noop("Leave it out, or announce nothing but defense."),
    "DEC-DECK-04": gettext_noop("Choose a court card or a major, and the Players' Deck."),
    "DEC-DECK-11": gettext_noop("Choose a card that is in neither deck."),
    "DEC-DECK-16": gettext_noop(
        "Throw fewer cards: the discarded ones are counted already. "
        "The GM can rebuild the deck with more, or enter damage as an amount, which takes no cards."
    ),
    "DEC-DECK-20": gettext_noop("Choose a card that is nobody's, and a character of a player."),
    "DEC-DECK-21": gettext_noop(
        "Choose a Significator of this character. Whether they can be spent at all is set by the GM under Settings, "
        "Demon City."
    ),
    "DEC-DMG-01": gettext_noop("Enter the amount by hand: whether it is thrown is a setting."),
    "DEC-DMG-08": gettext_noop("Choose somebody who is out of the fight."),
    "DEC-EXTRA-02": gettext_noop("Name each cause once."),
    "DEC-EXTRA-05": gettext_noop(
        "A stat above 9 is for what is supernatural: have the GM tick “Something supernatural”, or choose another stat."
    ),
    "DEC-EXTRA-08": gettext_noop("Choose the first skill before one that overlaps it."),
    "DEC-EXTRA-09": gettext_noop("Choose a skill that does not count already."),
    "DEC-EXTRA-10": gettext_noop("Leave the overlap out: it does not count in Action."),
    "DEC-LOST-06": gettext_noop("Name each asymmetry once."),
    "DEC-POS-01": gettext_noop("Choose a shorter way."),
    "DEC-ROUND-08": gettext_noop("Wait until those who are slower have announced."),
    "DEC-ROUND-10": gettext_noop("Say what they do without a condition."),
    "DEC-ROUND-11": gettext_noop("Choose one foe."),
    "DEC-ROUND-12": gettext_noop("Choose a shorter way."),
    "DEC-ROUND-14": gettext_noop("They get back into it first, at the start of a round."),
    "DEC-ROUND-15": gettext_noop("Wait until everyone in the Action has announced."),
    "DEC-ROUND-24": gettext_noop("This was flipped already. The next round has Clashes of its own."),
    "DEC-THROW-09": gettext_noop("Ask the GM for it: they ask you for the throw if it may be tried again."),
    "DEC-TIE-03": gettext_noop("Wait until the GM has said what the tie changed."),
}
"""What is put right where the act is played, by clause."""


def _drawn(step: Step, shown: ShownEntry) -> Sequence[ToldHand]:
    """Every hand of cards that a step drew; cards that settle a number count as one.

    What is drawn for a throw stands in the hands of the throw.
    """
    if step["action"] == DRAW and shown.main is not step:
        return ()
    owned = {
        one["id"]: _cards(one["significators"])
        for _path, _holder, one in found_in(step["input"], ("id", "significators"))
        if isinstance(one["id"], str) and isinstance(one["significators"], list)
    }
    top = as_list(step["outcome"].get("top_by") or ())
    hands = [
        _hand(hand, plain_name(shown, hand["id"]), owned.get(str(hand["id"]), ()), is_top=hand["id"] in top)
        for _path, _holder, hand in found_in(step["outcome"], ("id", "cards", "card", "value"))
    ]
    return hands or list(_loose(step))


def _hand(hand: Values, title: str, owned: tuple[str, ...], *, is_top: bool) -> ToldHand:
    counted = words.choice_words("demon_city", as_text(hand["card"]))
    is_lowest = hand["count"] == "lowest"
    told = _("the lowest counts: %(card)s, worth %(n)s") if is_lowest else _("%(card)s counts, worth %(n)s")
    came = told % {"card": counted, "n": hand["value"]}
    if hand["fumble"]:
        came = _("%(what)s: a fumble") % {"what": came}
    parts, cards = parts_of(hand.get("parts") or [], "demon_city"), _cards(hand["cards"])
    who = hand["id"] if isinstance(hand["id"], str) else ""
    return ToldHand(title, parts, cards, came, owned, counts=as_text(hand["card"]), is_top=is_top, record=who)


def _loose(step: Step) -> Iterator[ToldHand]:
    """Cards outside of hands: those drawn to settle a number, those of a damage throw, those turned up."""
    outcome = step["outcome"]
    cards = _cards(outcome.get("cards") or ([outcome["card"]] if outcome.get("card") else []))
    if cards:
        yield ToldHand(_("Cards"), (), cards, *_lowest(step, cards))
    ignored = _cards(outcome.get("ignored") or ())
    if ignored:
        yield ToldHand(_("Passed over"), (), ignored, "")


def _lowest(step: Step, cards: Sequence[str]) -> tuple[str, tuple[str, ...], str]:
    """Which card of a damage throw counts, and what that is worth: the lowest (DEC-DMG-02)."""
    if step["action"] != DAMAGE:
        return "", (), ""
    settings = convert(step["input"].get("settings") or {}, Settings)
    card = min(cards, key=lambda one: face_value(one, settings.court_values))
    counted = words.choice_words("demon_city", card)
    return _("%(card)s counts, worth %(n)s") % {"card": counted, "n": step["outcome"]["damage"]}, (), card


def _cards(listed: Value) -> tuple[str, ...]:
    return tuple(card for card in as_list(listed) if isinstance(card, str))


def _face_down(pile: Value) -> str:
    """What lies in a pile is known, and nobody looks at its order (DEC-DECK-18)."""
    number = len(as_list(pile))
    return ngettext("%(n)d card, face down", "%(n)d cards, face down", number) % {"n": number}


def _remedy(error: RuleViolation, typed: Values) -> str:
    if error.clause == "DEC-DECK-16" and error.field == "input.count":  # of a pile alone, for no throw
        return _("Draw fewer cards, or put discarded ones back first.")
    if card := _card_at(error.field or "", typed):
        told = _("Leave out %(card)s: it is in the other deck.")
        return (told if error.clause == "DEC-DECK-11" else _("Leave out %(card)s.")) % {"card": card}
    if error.field == "action" and error.clause in ("DEC-DECK-04", "DEC-DECK-21"):
        return _("Choose the Players' Deck: only that one holds Significators.")
    if error.clause == "DEC-DECK-20" and (error.field or "").endswith("character"):
        return _("Choose a character that a player plays: whoever the GM runs wins none.")
    if (error.field or "").endswith("card"):
        return _("Choose another card: %(why)s.") % {"why": error.message}
    return ""


def _card_at(path: str, typed: Values) -> str:
    """The card that a path such as `input.cards.3` leads to, by its name."""
    _root, _dot, rest = path.partition(".")
    name, _dot, place = rest.rpartition(".")
    cards = typed.get(name)
    if name != "cards" or not isinstance(cards, list | tuple) or not place.isdecimal():
        return ""
    return words.known_choice("demon_city", as_text(cards[int(place)])) if int(place) < len(cards) else ""


TELLING = Telling(
    moment=moment,
    sides={"demon_city.opposed_throw": ("actor", "opponent")},
    drawn=_drawn,
    instead={("table.note", "DEC-THROW-06"): "games/demon_city/log/beside/_ready.html"},
    codes={"demon_city.clash": "Clash"},
    values={"draw": _face_down},
    no_news=frozenset({COUNT}),
    endings={
        "table.end_fight": (gettext_lazy("End the Action"), gettext_lazy("The Action in Demon City is over."))
    },
    answers=dict.fromkeys((CLASH, CHASE), gettext_lazy("Choose who goes first")),
    together={frozenset({CLASH, CHASE}): gettext_lazy("Flip all cards")},
    remedies={**DECKS, **ROUNDS, **ANYWHERE},
    nobody_may={
        "DEC-CLASH-28": (
            gettext_lazy("The cards of this round still lie face down."),
            gettext_lazy("Flip them on the page of the Action first."),
        )
    },
    ways={
        **dict.fromkeys(DECKS, ("decks", gettext_noop("Go to the decks"))),
        **dict.fromkeys(ROUNDS, ("action_round", gettext_noop("Go to the Action"))),
    },
    remedy_at=_remedy,
)
