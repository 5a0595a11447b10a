"""What the engine, the state or the policy says against an act, put where the person can mend it."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.db import DataError, IntegrityError
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop

from campaigns.forms.actions import ActionForm
from campaigns.games.pandemonium.spells.remedies import SPELLS
from campaigns.log.record import EntryTooLarge
from campaigns.policy import NotAllowed
from campaigns.services.playing import AlreadyAnswered, KeyReused
from campaigns.state.errors import StateRefusal, UnknownRecord
from rules import words
from rules.kernel.errors import BadDraw, DrawsExhausted, DrawsLeftOver, RulesError, RuleViolation
from rules.reference import UnknownClause, find_clause

T = TypeVar("T")

UNDERSTOOD = (
    RulesError, StateRefusal, UnknownRecord, NotAllowed, KeyReused, AlreadyAnswered, EntryTooLarge,
    IntegrityError, DataError,
)  # fmt: skip


DECKS = {
    "DEC-DECK-01": gettext_noop(
        "The GM lays out both decks with one press: on the page of the decks, which the table leads to."
    ),
    "DEC-DECK-09": gettext_noop(
        "One of the two decks holds The Fool. The GM makes up the Horror's Deck anew, with it or without."
    ),
    "DEC-DECK-05": gettext_noop(
        "There is one Players' Deck. Choose its record to make it up anew, and the Horror's for the Horror's Deck."
    ),
    "DEC-DECK-12": gettext_noop(
        "Both decks are kept here: leave your own cards out, and those of the throw are turned up for you."
    ),
    "DEC-DECK-08": gettext_noop(
        "There is one Horror's Deck. Choose its record to make it up anew, and the players' for the Players' Deck."
    ),
}
"""What to do where the decks are not what an act needs, by clause."""

ROUNDS = {
    "DEC-CLASH-05": gettext_noop(
        "All Clashes of a round are flipped together, on the page of the Action. What you settle there is kept."
    ),
}
"""What is done on the page of a round of Action, by clause."""


FIGHTS = {
    "FAL-POOL-05": gettext_noop(
        "Choose something with more dice, or wait for the wounds to heal; the GM may add dice by a modifier."
    ),
    "FAL-MULTI-04": gettext_noop(
        "The turn holds no more dice for this. Choose something with more, or end the turn."
    ),
    "FAL-MULTI-05": gettext_noop("Declare before the first action of the next turn."),
    "FAL-MULTI-06": gettext_noop("End the turn. Next time declare several actions before the first of them."),
    "FAL-MULTI-07": gettext_noop("Wait for the next turn. Defences stay possible."),
    "FAL-TIME-03": gettext_noop(
        "Wait until her place in the order comes, or the next turn where hers is over. Defences stay possible; "
        "the GM may act out of order."
    ),
    "FAL-TIME-04": gettext_noop("Wait for the next turn."),
    "FAL-DAZE-02": gettext_noop(
        "Her next turn goes into recovering: when her place comes, take it, and the turn after is hers."
    ),
    "FAL-KNOCK-01": gettext_noop("Make the knockdown roll that waits first."),
    "FAL-KNOCK-07": gettext_noop("When her place comes, take her turn: she gets to her feet first."),
    "FAL-INIT-04": gettext_noop("Let those before her take and end their turns, or have her hold back."),
    "FAL-RANGED-08": gettext_noop(
        "Load the weapon: the GM corrects its rounds on its page. Or choose a shot that needs fewer."
    ),
    "FAL-RANGED-10": gettext_noop("Declare several actions first; each shot is one of them."),
    "FAL-DEFEND-03": gettext_noop(
        "A defence answers an attack that has hit, with its numbers, and the hit waits until the defence is rolled or "
        "let through. The GM can do either for someone who is away."
    ),
    "FAL-DAMAGE-01": gettext_noop(
        "Attack first. What hits waits to be resolved, with its numbers. For damage without an attack, or for other "
        "numbers, the GM uses “Mark damage” or overrides what came of the attack."
    ),
    "FAL-AMBUSH-07": gettext_noop(
        "Attack without an ambush. Where one was rolled before the fight, its free attack waits with its numbers."
    ),
}
"""What makes an act of a fight legal, where the field alone does not say it."""


BY_HAND: dict[type[RulesError], tuple[str, str]] = {
    DrawsExhausted: (
        gettext_noop("More dice are needed than you wrote down."),
        gettext_noop("More cards are needed than you wrote down."),
    ),
    DrawsLeftOver: (
        gettext_noop("You wrote down more dice than are rolled. Leave the others out."),
        gettext_noop("You wrote down more cards than are thrown. Leave the others out."),
    ),
    BadDraw: (
        gettext_noop("A die cannot show this: %(what)s."),
        gettext_noop("A card that was already thrown, or that this deck does not hold. Write another."),
    ),
}
"""What is wrong with what somebody wrote down of a real table, of dice and of cards. One answer serves every card."""

NOTHING_DRAWN = (
    gettext_noop("No die is rolled here. Leave out what you wrote down, and send this once more."),
    gettext_noop(
        "No card of yours is turned up here. Leave out what you wrote down, and send this once more."
    ),
)
"""The same where the act asked for none at all."""


TO_THE_FIGHT = ("FAL-DEFEND-03", "FAL-DAMAGE-01", "FAL-AMBUSH-07")
"""Clauses of what waits on the page of a fight."""


def known_remedy(clause: str | None) -> str:
    """What makes an act legal that this clause forbids; empty where only the form can tell."""
    found = {**DECKS, **ROUNDS, **FIGHTS, **SPELLS}.get(clause or "")
    return gettext(found) if found else ""


def told_to(form: ActionForm, work: Callable[[], T]) -> tuple[T | None, int]:
    """What `work` comes to, with 200; or None and the status of the answer, once the form was told what is wrong."""
    try:
        return work(), 200
    except UNDERSTOOD as error:
        return None, take(form, error)


def take(form: ActionForm, error: Exception) -> int:
    """Put an error on the form; the status of the answer that shows it."""
    if isinstance(error, KeyReused):
        form.renew_key()
        form.mark(
            None, gettext("This form was sent before with other words. Look it over and send it once more.")
        )
        return 409
    if isinstance(error, AlreadyAnswered):
        form.mark(None, gettext("Somebody answered this a moment ago. Look at the log before you go on."))
        return 409
    if isinstance(error, NotAllowed):
        form.mark(None, str(error))
        return 403
    if isinstance(error, RulesError):
        add_engine_error(form, error)
    else:
        form.mark(*_place_and_words(form, error))
    return 422


def add_engine_error(form: ActionForm, error: RulesError) -> None:
    """An error of the rules on its control; a broken clause with what it says and what would make it legal."""
    if isinstance(error, RuleViolation):
        form.refusal = _refusal(form, error)
    form.mark(
        error.field,
        form.refusal["title"] if form.refusal else _with_names(form, _plainly(form.system, error)),
    )


def _with_names(form: ActionForm, message: str) -> str:
    """The rules speak of records by their ids; people know them by name."""
    for one in form.records:
        if one.id in message:
            message = message.replace(one.id, one.name or gettext("a record without a name"))
    return message


def _place_and_words(form: ActionForm, error: Exception) -> tuple[str | None, str]:
    if isinstance(error, StateRefusal):
        named = {"record": error.record, "field": words.field_words(form.system, error.field)[0]}
        return f"input.{form.stored_at(error.field) or error.field}", gettext(
            "%(record)s: “%(field)s” would leave its range. Nothing was written."
        ) % named
    if isinstance(error, UnknownRecord):
        return _control_of(form, error.record_id), gettext("There is no such record here. Choose another.")
    if isinstance(error, EntryTooLarge):
        return None, gettext("This says more than one entry of the log can hold. Make it shorter.")
    return None, gettext(
        "What is stored does not go together with this. Nothing was written; look at it again."
    )


def _plainly(system: str, error: RulesError) -> str:
    if type(error) in BY_HAND:
        is_unasked = isinstance(error, DrawsLeftOver) and error.field == "draws.0"
        dice, cards = NOTHING_DRAWN if is_unasked else BY_HAND[type(error)]
        return gettext(cards) if system == "demon_city" else gettext(dice) % {"what": error.message}
    if "missing required field" in error.message:
        return gettext("This is needed here.")
    return gettext("This does not fit: %(what)s.") % {"what": error.message}


def _refusal(form: ActionForm, error: RuleViolation) -> dict[str, Any]:
    title, text = error.clause or "", error.message
    try:
        clause = find_clause(error.clause or "")
        title, text = clause.title, clause.summary
    except UnknownClause:
        pass
    return {
        "clause": error.clause,
        "url": reverse("campaign_clause", args=[form.campaign.pk, error.clause]) if error.clause else "",
        "title": title,
        "text": text,
        "remedy": _remedy(form, error),
        **_way(form, error),
        "field": error.field,
    }


def _way(form: ActionForm, error: RuleViolation) -> dict[str, str]:
    """The page on which it is put right, where that is another one."""
    found = dict.fromkeys(DECKS, ("decks", gettext("To the decks")))
    found |= dict.fromkeys(ROUNDS, ("action_round", gettext("To the Action")))
    found |= dict.fromkeys(TO_THE_FIGHT, ("fight", gettext("To the fight")))
    page, told = found.get(error.clause or "", ("", ""))
    return {"way": reverse(page, args=[form.campaign.pk]), "way_words": told} if page else {}


def _card_at(form: ActionForm, path: str) -> str:
    """The card that a path such as `input.cards.3` leads to, by its name."""
    _root, _dot, rest = path.partition(".")
    name, _dot, place = rest.rpartition(".")
    cards = form.cleaned_data.get(name)
    if name != "cards" or not isinstance(cards, list | tuple) or not place.isdecimal():
        return ""
    return words.known_choice(form.system, cards[int(place)]) if int(place) < len(cards) else ""


def _remedy(form: ActionForm, error: RuleViolation) -> str:
    if card := _card_at(form, error.field or ""):
        told = gettext("Leave out %(card)s: it lies in the other deck.")
        return (told if error.clause == "DEC-DECK-11" else gettext("Leave out %(card)s.")) % {"card": card}
    if remedy := known_remedy(error.clause):
        return remedy
    steps = [step for step in (error.field or "").split(".")[1:] if not step.isdigit()]
    if error.field == "action" and error.clause in ("DEC-DECK-04", "DEC-DECK-21"):
        return gettext("Choose the Players' Deck: Significators are in no other.")
    if not steps:
        return gettext("Settle what waits first, or choose somebody else.")
    label = words.field_words(form.system, steps[-1])[0]
    if (error.field or "").partition(".")[2] in form.fields:
        return gettext("Change “%(label)s”, then try again.") % {"label": label}
    return gettext("“%(label)s” stands in the way: change what it is, or choose another.") % {"label": label}


def _control_of(form: ActionForm, record_id: str) -> str | None:
    name = next((name for name in form.typed if form.typed.get(name) == record_id), None)
    return f"input.{name}" if name else None
