"""What the engine, the state or the policy says against an act, put where the person can mend it."""

import re
from collections.abc import Callable, Mapping
from typing import TypeVar

from django.db import DataError, IntegrityError
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop, ngettext

from campaigns.forms.action import facts
from campaigns.forms.action.controls import labelled
from campaigns.forms.action.facts import ToldRefusal
from campaigns.forms.action.form import ActionForm
from campaigns.forms.own_words import NOT_FILLED_IN, NOT_RECORDED, plainly
from campaigns.game import game_of, of_all
from campaigns.log.record import EntryTooLarge
from campaigns.policy import NotAllowed, NotGranted
from campaigns.services.play.playing import AlreadyAnswered, KeyReused
from campaigns.state.errors import Lacking, StateRefusal, UnknownRecord
from rules import words
from rules.kernel.errors import BadDraw, DrawsExhausted, DrawsLeftOver, RulesError, RuleViolation, WrongCount
from rules.reference import UnknownClause, find_clause

T = TypeVar("T")
ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")

UNDERSTOOD = (
    RulesError, StateRefusal, UnknownRecord, NotAllowed, KeyReused, AlreadyAnswered, EntryTooLarge,
    IntegrityError, DataError,
)  # fmt: skip


BY_HAND: dict[type[RulesError], tuple[str, str]] = {
    DrawsExhausted: (
        gettext_noop("You entered %(given)d of %(taken)d dice. Enter one face for each die rolled."),
        gettext_noop("You entered %(given)d of %(taken)d cards. Enter every card thrown."),
    ),
    DrawsLeftOver: (
        gettext_noop("You entered %(given)d dice instead of %(taken)d. Remove the extra ones."),
        gettext_noop("You entered %(given)d cards instead of %(taken)d. Remove the extra ones."),
    ),
    BadDraw: (
        gettext_noop("That is not a possible roll: %(what)s."),
        gettext_noop("That card was already thrown, or is not in this deck. Enter another."),
    ),
}
"""What is wrong with what somebody wrote down of a real table, of dice and of cards. One answer serves every card."""

ANSWERED = gettext_noop(
    "This no longer waits: someone just answered it or put it away. Nothing was done, and your input is kept. "
    "Check the log. If it still has to be played, play it from “All actions”."
)
NOTHING_DRAWN = (
    gettext_noop("No dice are rolled here. Remove the dice you entered and send this again."),
    gettext_noop("None of your cards is turned up here. Remove the cards you entered and send this again."),
)
"""The same where the act asked for none at all."""


def known_remedy(clause: str | None) -> str:
    """What makes an act legal that this clause forbids; empty where only the form can tell."""
    found = of_all(lambda game: game.telling.remedies).get(clause or "")
    return gettext(found) if found else ""


def run_or_show_refusal(form: ActionForm, work: Callable[[], T]) -> tuple[T | None, int]:
    """What `work` comes to, with 200; or None and the status of the answer, once the form was told what is wrong."""
    try:
        return work(), 200
    except UNDERSTOOD as error:
        return None, take(form, error)


def tell_before(form: ActionForm, clause: str) -> None:
    """A clause that forbids the act as things are, told to a GM who comes to override it: nobody is chosen for them."""
    if form.is_bound or not clause or not form.overriding.may:
        return
    try:
        found = find_clause(clause)
    except UnknownClause:
        return
    url = reverse("campaign_clause", args=[form.campaign.pk, found.id])
    why, way_out = (str(said) for said in game_of(form.action).telling.nobody_may.get(found.id, ("", "")))
    remedy = way_out or known_remedy(found.id)
    form.refusal = ToldRefusal(
        found.id, url, found.title, found.summary, remedy, None, why=why, may_override=True
    )
    form.overriding.is_asked = True
    form.initial[f"{form.acts_at}.id"] = ""


def told_faults(form: ActionForm) -> list[str]:
    """What is wrong with a form that somebody is still filling in, besides what is not filled in yet."""
    told, unsaid = [], (str(NOT_FILLED_IN), str(NOT_RECORDED))
    for name, errors in form.errors.as_data().items():
        said = [one for error in errors if error.code != "required" for one in error.messages]
        label = labelled(form.fields[name]) if name in form.fields else ""
        told += [f"{label}: {one}" if label else one for one in said if one not in unsaid]
    return told


def take(form: ActionForm, error: Exception) -> int:
    """Put an error on the form; the status of the answer that shows it."""
    if isinstance(error, KeyReused):
        form.renew_key()
        form.mark(
            None, gettext("This form was already sent with different content. Check it and send it again.")
        )
        return 409
    if isinstance(error, AlreadyAnswered):
        form.is_over = True
        form.mark(None, gettext(ANSWERED))
        return 409
    if isinstance(error, NotAllowed):
        form.mark(None, f"{error} {error.remedy}".strip())
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
        form.overriding.is_asked = error.may_set_aside
    said = (form.refusal.why or form.refusal.title) if form.refusal else ""
    said = said or with_names(_names(form), _plainly(form.system, error))
    form.mark(error.field, str(NOT_RECORDED) if _may_follow(form, error, said) else said)


def _may_follow(form: ActionForm, error: RulesError, said: str) -> bool:
    """Whether what was left alone follows from a record in other cases, and from none in this one."""
    name = (error.field or "").removeprefix("input.")
    return said == str(NOT_FILLED_IN) and (form.action, name) in game_of(form.action).inputs.perhaps


def _names(form: ActionForm) -> dict[str, str]:
    return {one.id: one.name for one in form.records}


def with_names(names: Mapping[str, str], message: str) -> str:
    """The rules speak of records by their ids; people know them by name, and whoever is none of these as nobody."""
    for one in dict.fromkeys(found.group() for found in ID.finditer(message)):
        message = message.replace(one, names.get(one) or gettext("someone"))
    return message


def why(error: RuleViolation, names: Mapping[str, str], *, is_gm: bool) -> str:
    """What is wrong in this very case, as the engine has it: a sentence.

    Nothing of the order of play, whose clause says it all; and nothing with a number to players that may be a secret.
    """
    if isinstance(error, NotGranted):  # its message is what to do
        return ""
    told = with_names(names, error.message).rstrip(".")
    has_numbers = any(letter.isdecimal() for letter in ID.sub("", error.message))
    is_plain = is_gm or error.is_open or not has_numbers
    return f"{told[:1].upper()}{told[1:]}." if is_plain and error.field != "action" else ""


def _place_and_words(form: ActionForm, error: Exception) -> tuple[str | None, str]:
    if isinstance(error, StateRefusal):
        told = {"record": error.record, "why": plainly(error.reason)}
        at = f"input.{form.stored_at(error.field) or error.field}"
        return at, gettext("%(record)s: %(why)s Nothing was saved.") % told
    if isinstance(error, UnknownRecord):
        return _control_of(form, error.record_id), gettext("That record was not found. Choose another.")
    if isinstance(error, EntryTooLarge):
        return None, gettext("This is too long for one log entry. Make it shorter.")
    return None, gettext("This conflicts with what is stored. Nothing was saved. Check it and try again.")


def told_lacking(system: str, error: Lacking) -> str:
    """Who has nothing of what an act needs of them, and what that is."""
    told = {"names": ", ".join(error.names), "what": words.field_words(system, error.what)[0]}
    return ngettext("%(names)s has no %(what)s.", "%(names)s have no %(what)s.", len(error.names)) % told


def told_by_hand(system: str, error: RulesError) -> str:
    """What is wrong with what was thrown on a real table, of the errors in `BY_HAND`."""
    is_unasked = isinstance(error, DrawsLeftOver) and error.field == "draws.0"
    dice, cards = NOTHING_DRAWN if is_unasked else BY_HAND[type(error)]
    told = {"given": error.given, "taken": error.taken} if isinstance(error, WrongCount) else {}
    return gettext(cards if game_of(system).playing.draws == "cards" else dice) % {
        "what": error.message,
        **told,
    }


def _plainly(system: str, error: RulesError) -> str:
    if isinstance(error, Lacking):
        return f"{told_lacking(system, error)} {gettext('Choose something else.')}"
    if type(error) in BY_HAND:
        return told_by_hand(system, error)
    return plainly(error.message)


def _refusal(form: ActionForm, error: RuleViolation) -> ToldRefusal:
    title, text = error.clause or "", error.message
    try:
        clause = find_clause(error.clause or "")
        title, text = clause.title, clause.summary
    except UnknownClause:
        pass
    page, told = of_all(lambda game: game.telling.ways).get(error.clause or "", ("", ""))
    return ToldRefusal(
        error.clause,
        reverse("campaign_clause", args=[form.campaign.pk, error.clause]) if error.clause else "",
        title,
        text,
        _remedy(form, error),
        error.field,
        way=reverse(page, args=[form.campaign.pk]) if page else "",
        way_words=gettext(told) if page else "",
        why=why(error, _names(form), is_gm=form.member.is_gm),
        known=_known(form, error) if error.may_set_aside else "",  # what is known may be the GM's alone
        may_override=error.may_set_aside,
    )


def _known(form: ActionForm, error: RuleViolation) -> str:
    return facts.known_words(form.system, error.known, {one.id: one.name for one in form.records})


def _remedy(form: ActionForm, error: RuleViolation) -> str:
    if isinstance(error, NotGranted):
        return error.message
    at_hand = game_of(form.system).telling.remedy_at(error, form.cleaned_data)
    if remedy := at_hand or known_remedy(error.clause):
        return remedy
    steps = [step for step in (error.field or "").split(".")[1:] if not step.isdigit()]
    if not steps:
        return gettext("Deal with the waiting request first, or choose someone else.")
    label = words.field_words(form.system, steps[-1])[0]
    if (error.field or "").partition(".")[2] in form.fields:
        return gettext("Change “%(label)s”, then try again.") % {"label": label}
    return gettext("“%(label)s” prevents this. Change it, or choose another.") % {"label": label}


def _control_of(form: ActionForm, record_id: str) -> str | None:
    name = next((name for name in form.typed if form.typed.get(name) == record_id), None)
    return f"input.{name}" if name else None
