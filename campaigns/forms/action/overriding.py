"""Override in a GM's form: a fold with what is known as controls, and with why it is given otherwise."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from django import forms
from django.utils.translation import gettext as _

from campaigns.forms.action import nested
from campaigns.forms.action.layout import FormLayout, Node
from campaigns.forms.action.questions import Ask, plain_ask
from campaigns.forms.fields import WordsField
from campaigns.policy import Rights
from campaigns.queries.obstacles import is_known
from campaigns.services.play.act_request import Override
from campaigns.services.play.overriding import LONGEST_WORDS, REASONS
from rules import catalogue, service, words
from rules.kernel.inputs import slots_of
from rules.kernel.origins import FromRecord, New
from rules.kernel.values import Value, Values, as_values

REASON, WORDS = "form.override.reason", "form.override.words"
OTHER = "form.other"
"""Under which what is known is asked once more."""
PLAIN = frozenset({"number", "choice", "flag", "yes_no", "text", "mixed"})
"""What one control asks. Which record it is, and in which order, is no value to be given otherwise."""


@dataclass(frozen=True)
class OverrideControls:
    """What `components/_override.html` shows."""

    reasons: list[tuple[str, str]]
    reason: str
    words: str
    longest: int = LONGEST_WORDS
    nodes: Sequence[Node] = ()
    error: str = ""
    is_asked: bool = False
    """Whether a rule has just refused what it would let through."""

    @property
    def is_open(self) -> bool:
        return bool(self.is_asked or self.reason or self.error or any(node.is_open for node in self.nodes))


def controls(reason: str = "", said: str = "", *, is_asked: bool = False) -> OverrideControls:
    """The chips alone, for a page with a form of its own."""
    named = [(one, words.choice_words("table", one)) for one in REASONS]
    return OverrideControls(named, reason, said, is_asked=is_asked)


def override_of(posted: Mapping[str, Value]) -> Override | None:
    """What a form sent of it."""
    reason = str(posted.get(REASON) or "")
    return Override(reason, str(posted.get(WORDS) or "").strip()) if reason else None


def apart(asks: Sequence[Ask]) -> tuple[tuple[Ask, ...], tuple[Ask, ...]]:
    """What is asked, and what a named record keeps of it: that is asked under Override alone."""
    kept = {
        ask.name: tuple(one for one in ask.children if one.is_kept) for ask in asks if ask.form == "record"
    }
    rest = (
        replace(ask, children=tuple(one for one in ask.children if not one.is_kept))
        if kept.get(ask.name)
        else ask
        for ask in asks
    )
    groups = (Ask(name, "group", "gm_alone", False, children=ones) for name, ones in kept.items() if ones)
    return tuple(rest), tuple(groups)


class Overriding:
    """The fold of one form: nobody else than a GM whose table agreed to overrides has it."""

    def __init__(
        self, form: forms.Form, action: str, known: Values, kept: tuple[Ask, ...], rights: Rights
    ) -> None:
        self.form, self.known = form, known
        self.may = rights.may_override and (not action.startswith("table.") or action in service.MOMENTS)
        self.asks = (*kept, *_known_asks(action, frozenset(known))) if self.may else ()
        self.nodes: list[Node] = []
        self.is_asked = False
        """Whether a rule refused what may be played all the same."""

    def lay_out(self, layout: FormLayout) -> None:
        """Make the controls, with what is known in them."""
        if not self.may:
            return
        fields = self.form.fields
        fields[REASON] = forms.ChoiceField(
            label=_("Reason"), choices=[("", ""), *((one, one) for one in REASONS)], required=False
        )
        fields[WORDS] = WordsField(max_length=LONGEST_WORDS, lines=False, label=_("Words"), required=False)
        self.nodes = layout.of(self.asks, f"{OTHER}.", required=False)
        for name, value in self.known.items():
            if f"{OTHER}.{name}" in fields:
                told = {True: "yes", False: "no"}.get(value, value) if isinstance(value, bool) else value
                fields[f"{OTHER}.{name}"].initial = told

    def given(self) -> dict[str, Value]:
        """What is given otherwise than it is known; what was left as it stood, or empty, is as known."""
        said = nested.gather(self.asks, self.form.cleaned_data, f"{OTHER}.")
        return {name: one for name, one in said.items() if name not in self.known or self.known[name] != one}

    def into(self, given: dict[str, Value]) -> dict[str, Value]:
        """The values of a form with those that are given otherwise."""
        for name, value in self.given().items():
            inner = given.get(name)
            is_part = isinstance(value, Mapping) and isinstance(inner, Mapping)
            given[name] = {**as_values(inner), **as_values(value)} if is_part else value
        return given

    def check(self) -> None:
        """Nothing is given otherwise without a reason."""
        if self.given() and not self.form.cleaned_data.get(REASON):
            self.form.add_error(
                REASON, _("Choose why this is not as it is known, or leave the fields as they were.")
            )

    @property
    def override(self) -> Override | None:
        return override_of(self.form.cleaned_data)

    @property
    def shown(self) -> OverrideControls | None:
        """The fold, where there is something to give otherwise or to set aside."""
        if REASON not in self.form.fields:
            return None
        reason, said = (str(self.form[name].value() or "") for name in (REASON, WORDS))
        if not (self.nodes or self.is_asked or reason):
            return None
        errors = self.form.errors.get(REASON, ()) if self.form.is_bound else ()
        plain = controls(reason, said, is_asked=self.is_asked)
        return replace(plain, nodes=self.nodes, error=str(next(iter(errors), "")))


@lru_cache(512)
def _known_asks(action: str, known: frozenset[str]) -> tuple[Ask, ...]:
    return tuple(_asked_otherwise(action, known))


def _asked_otherwise(action: str, known: Collection[str]) -> Iterator[Ask]:
    """What the application knows of an act, each as one control that may stay empty."""
    for slot in slots_of(catalogue.find(action).input_type).values():
        if slot.mark(New) is not None or slot.given_by == "setting":
            continue
        if slot.name in known or slot.given_by == "procedure" or is_known(action, slot.name):
            ask = plain_ask(slot)
            if ask.form in PLAIN and slot.mark(FromRecord) is None:
                yield replace(ask, form="yes_no") if ask.form == "flag" else ask  # which may stay unsaid
