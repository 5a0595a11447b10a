"""What is said in a fight beside the actions of the rules: until when somebody waits, how many rounds there are."""

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.forms.fields import Posted, choice_field
from campaigns.forms.people import ActForm

MOST_ROUNDS, MOST_OPPONENTS = 1000, 20


class HoldBackForm(ActForm):
    """Ahead of whose action somebody steps in; nobody's: at the end of the turn."""

    before = forms.ChoiceField(
        required=False,
        error_messages={"invalid_choice": _("That moment has passed. Choose another.")},
    )

    def __init__(self, moments: list[tuple[str, str]], data: Posted | None = None) -> None:
        super().__init__(data)
        choice_field(self, "before").choices = [("", _("the end of the turn")), *moments]


NO_ROUNDS = _("Enter how many rounds the magazine holds: a whole number from 0 to 1000.")
NO_OPPONENTS = _("Enter how many opponents are at close quarters: a whole number from 1 to 20.")
WRONG = ("required", "invalid", "min_value", "max_value")
"""What can be wrong with a number. It is told on the page of the fight, away from its field."""


class ReloadForm(ActForm):
    """The rounds in a magazine."""

    rounds = forms.IntegerField(
        min_value=0, max_value=MOST_ROUNDS, error_messages=dict.fromkeys(WRONG, NO_ROUNDS)
    )


class ConditionsForm(ActForm):
    """What only the GM sets of a fighter."""

    opponents = forms.IntegerField(
        min_value=1, max_value=MOST_OPPONENTS, error_messages=dict.fromkeys(WRONG, NO_OPPONENTS)
    )
    blind = forms.BooleanField(required=False)
    bound = forms.BooleanField(required=False)
    disarmed = forms.BooleanField(required=False)
