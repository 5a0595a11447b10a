"""The numbers of a situation whose odds are asked for. A second situation may stay empty."""

from collections.abc import Sequence

from django import forms

from campaigns.forms.fields import Posted
from campaigns.game import Text
from campaigns.queries.odds_questions import OddsQuestion
from rules.kernel.values import Values

MOST_DICE = 20


class SituationForm(forms.Form):
    use_required_attribute = False


def whole(label: Text, least: int, most: int) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=least, max_value=most)


def choice(label: Text, initial: int, choices: Sequence[tuple[int, Text]]) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(label=label, coerce=int, initial=initial, choices=choices)


def situations(question: OddsQuestion, typed: Posted) -> tuple[forms.Form, forms.Form]:
    """The form of the one situation, with numbers to begin with where nothing was typed, and that of the other."""
    form = question.form
    first = typed if any(f"a-{name}" in typed for name in form.base_fields) else _as_typed(question.begun)
    # A choice is always sent; that somebody wants to compare shows in the numbers.
    asked = (name for name, one in form.base_fields.items() if isinstance(one, forms.IntegerField))
    wants_second = any(typed.get(f"b-{name}") for name in asked)
    return form(first, prefix="a"), form(typed if wants_second else None, prefix="b")


def _as_typed(numbers: Values) -> dict[str, str]:
    return {f"a-{name}": str(value) for name, value in numbers.items()}
