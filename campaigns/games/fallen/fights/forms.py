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


class ReloadForm(ActForm):
    """The rounds in a magazine."""

    rounds = forms.IntegerField(min_value=0, max_value=MOST_ROUNDS)


class ConditionsForm(ActForm):
    """What only the GM sets of a fighter."""

    opponents = forms.IntegerField(min_value=1, max_value=MOST_OPPONENTS)
    blind = forms.BooleanField(required=False)
    bound = forms.BooleanField(required=False)
    disarmed = forms.BooleanField(required=False)
