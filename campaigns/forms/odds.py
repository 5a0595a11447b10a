"""The numbers of a situation whose odds are asked for. A second situation may stay empty."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

MOST_DICE, MOST_CARDS, MOST_DOTS, MOST_INTENSITY = 20, 10, 10, 9


def _whole(label: Any, least: int, most: int) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=least, max_value=most)


class SituationForm(forms.Form):
    use_required_attribute = False


def _choice(label: Any, initial: int, choices: list[tuple[int, Any]]) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(label=label, coerce=int, initial=initial, choices=choices)


def _again(label: Any) -> forms.TypedChoiceField:
    return _choice(label, 10, [(10, _("10")), (9, _("9 and 10")), (8, _("8, 9 and 10"))])


def _difficulty(label: Any) -> forms.TypedChoiceField:
    return _choice(label, 6, [(number, number) for number in range(2, 11)])


class ContestForm(SituationForm):
    dice = _whole(_("Your dice"), 1, MOST_DICE)
    against = _whole(_("Dice against you"), 1, MOST_DICE)
    die = _choice(_("Die"), 12, [(sides, f"d{sides}") for sides in (6, 8, 10, 12, 20)])


class AgainForm(SituationForm):
    dice = _whole(_("Dice"), 1, MOST_DICE)
    again = _again(_("Rolled again"))


class ContestedForm(SituationForm):
    dice = _whole(_("Your dice"), 1, MOST_DICE)
    again = _again(_("You roll again"))
    against = _whole(_("Dice against you"), 1, MOST_DICE)
    against_again = _again(_("They roll again"))


class PoolForm(SituationForm):
    dice = _whole(_("Dice"), 1, MOST_DICE)
    difficulty = _difficulty(_("Difficulty"))
    botch_rule = forms.ChoiceField(
        label=_("A botch is"),
        initial="no_success",
        choices=[("no_success", _("a 1 and no success")), ("net_negative", _("more ones than successes"))],
    )


class ResistedForm(SituationForm):
    dice = _whole(_("Your dice"), 1, MOST_DICE)
    difficulty = _difficulty(_("Your difficulty"))
    against = _whole(_("Dice against you"), 1, MOST_DICE)
    against_difficulty = _difficulty(_("Their difficulty"))


class StrikeForm(SituationForm):
    dexterity = _whole(_("Your Dexterity"), 1, MOST_DOTS)
    brawl = _whole(_("Your Brawl"), 0, MOST_DOTS)
    strength = _whole(_("Your Strength"), 1, MOST_DOTS)
    stamina = _whole(_("Their Stamina"), 0, MOST_DOTS)


class ThrowForm(SituationForm):
    cards = _whole(_("Your cards"), 1, MOST_CARDS)
    against = _whole(_("Cards against you"), 1, MOST_CARDS)


class IntensityForm(SituationForm):
    stat = _whole(_("Your stat"), 0, MOST_INTENSITY)
    intensity = _whole(_("Intensity"), 1, MOST_INTENSITY)
    extra = _whole(_("Extra throws"), 0, MOST_CARDS)


FORMS: Mapping[str, type[SituationForm]] = {
    "contest": ContestForm,
    "bonus": ContestForm,
    "again": AgainForm,
    "contested": ContestedForm,
    "throw": ThrowForm,
    "intensity": IntensityForm,
    "pool": PoolForm,
    "resisted": ResistedForm,
    "strike": StrikeForm,
}
BEGUN: Mapping[str, Mapping[str, Any]] = {
    "contest": {"dice": 5, "against": 4, "die": 12},
    "bonus": {"dice": 4, "against": 6, "die": 12},
    "again": {"dice": 5, "again": 10},
    "contested": {"dice": 6, "again": 10, "against": 4, "against_again": 10},
    "throw": {"cards": 2, "against": 1},
    "intensity": {"stat": 3, "intensity": 5, "extra": 0},
    "pool": {"dice": 5, "difficulty": 6, "botch_rule": "no_success"},
    "resisted": {"dice": 5, "difficulty": 6, "against": 4, "against_difficulty": 6},
    "strike": {"dexterity": 3, "brawl": 2, "strength": 3, "stamina": 2},
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
