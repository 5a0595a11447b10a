"""The numbers of a situation whose odds are asked for. A second situation may stay empty."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

MOST_DICE, MOST_CARDS = 20, 10


def _whole(label: Any, least: int, most: int) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=least, max_value=most)


class SituationForm(forms.Form):
    use_required_attribute = False


class ContestForm(SituationForm):
    dice = _whole(_("Your dice"), 1, MOST_DICE)
    against = _whole(_("Dice against you"), 1, MOST_DICE)
    die = forms.TypedChoiceField(
        label=_("Die"), coerce=int, initial=12, choices=[(sides, f"d{sides}") for sides in (6, 8, 10, 12, 20)]
    )


class AgainForm(SituationForm):
    dice = _whole(_("Dice"), 1, MOST_DICE)
    again = forms.TypedChoiceField(
        label=_("Rolled again"),
        coerce=int,
        initial=10,
        choices=[(10, _("10")), (9, _("9 and 10")), (8, _("8, 9 and 10"))],
    )


class PoolForm(SituationForm):
    dice = _whole(_("Dice"), 1, MOST_DICE)
    difficulty = forms.TypedChoiceField(
        label=_("Difficulty"), coerce=int, initial=6, choices=[(number, number) for number in range(2, 11)]
    )
    botch_rule = forms.ChoiceField(
        label=_("A botch is"),
        initial="no_success",
        choices=[("no_success", _("a 1 and no success")), ("net_negative", _("more ones than successes"))],
    )


class ThrowForm(SituationForm):
    cards = _whole(_("Your cards"), 1, MOST_CARDS)
    against = _whole(_("Cards against you"), 1, MOST_CARDS)


FORMS: Mapping[str, type[SituationForm]] = {
    "contest": ContestForm,
    "again": AgainForm,
    "pool": PoolForm,
    "throw": ThrowForm,
}
BEGUN: Mapping[str, Mapping[str, Any]] = {
    "contest": {"dice": 5, "against": 4, "die": 12},
    "again": {"dice": 5, "again": 10},
    "pool": {"dice": 5, "difficulty": 6, "botch_rule": "no_success"},
    "throw": {"cards": 2, "against": 1},
}


def situations(question: str, typed: Mapping[str, Any]) -> tuple[SituationForm, SituationForm]:
    """The form of the one situation, with numbers to begin with where nothing was typed, and that of the other."""
    form = FORMS[question]
    first = typed if any(f"a-{name}" in typed for name in form.base_fields) else _as_typed(BEGUN[question])
    # A choice is always sent; that somebody wants to compare shows in the numbers.
    asked = (name for name, one in form.base_fields.items() if isinstance(one, forms.IntegerField))
    wants_second = any(typed.get(f"b-{name}") for name in asked)
    return form(first, prefix="a"), form(typed if wants_second else None, prefix="b")


def _as_typed(numbers: Mapping[str, Any]) -> dict[str, str]:
    return {f"a-{name}": str(value) for name, value in numbers.items()}
