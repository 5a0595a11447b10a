"""What is said in a fight beside the actions of the rules: until when somebody waits, how many rounds there are."""

from typing import get_args

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from campaigns.forms.action.hand_draws import hand_field
from campaigns.forms.fields import Posted, choice_field
from campaigns.forms.people import ActForm, DrawForm
from campaigns.games.fallen.fights.tries import STRAFING
from rules.fallen.attacks import LOCATIONS
from rules.fallen.soak import SoakTrait
from rules.fallen.strafing import FEWEST_TARGETS
from rules.fallen.types import Position

MOST_ROUNDS, MOST_OPPONENTS, MOST_HARDER = 1000, 20, 10


class HoldBackForm(ActForm):
    """Ahead of whose action somebody steps in; nobody's: at the end of the turn."""

    before = forms.ChoiceField(
        required=False,
        error_messages={"invalid_choice": _("That moment has passed. Choose another.")},
    )

    def __init__(self, moments: list[tuple[str, str]], data: Posted | None = None) -> None:
        super().__init__(data)
        choice_field(self, "before").choices = [("", _("the end of the turn")), *moments]


NO_TARGET = _("Choose whom to attack from the page.")
TOO_FEW = _("Choose two targets or more for a sweep of fire.")
NO_ROUNDS = _("Enter how many rounds the magazine holds: a whole number from 0 to 1000.")
NO_OPPONENTS = _("Enter how many opponents are at close quarters: a whole number from 1 to 20.")
NOT_HARDER = _("Enter how much harder it is to act on the move: a whole number from 0 to 10.")
WRONG = ("required", "invalid", "min_value", "max_value")
"""What can be wrong with a number. It is told on the page of the fight, away from its field."""


class ReloadForm(ActForm):
    """The rounds in a magazine."""

    rounds = forms.IntegerField(
        min_value=0, max_value=MOST_ROUNDS, error_messages=dict.fromkeys(WRONG, NO_ROUNDS)
    )


class AttackForm(DrawForm):
    """A maneuver and whom it is for, as the chips of the page send them."""

    pick = forms.RegexField(
        r"^[a-z_]+\|[0-9a-f-]*\|[a-z_]*(\|off)?$",
        error_messages=dict.fromkeys(("required", "invalid"), _("Choose a maneuver from the page.")),
    )
    target = forms.UUIDField(required=False, error_messages={"invalid": NO_TARGET})
    willpower = forms.BooleanField(required=False)
    location = forms.ChoiceField(required=False, choices=[(code, code) for code in LOCATIONS])

    def __init__(self, data: QueryDict | None = None, *, takes_hand: bool) -> None:
        super().__init__(data, auto_id="attack-%s")
        if takes_hand:
            self.fields["hand"] = hand_field("fallen")

    def clean(self) -> None:
        """A sweep of fire has several targets, everything else has one."""
        if self.errors:
            return
        if not str(self.cleaned_data["pick"]).startswith(f"{STRAFING}|"):
            if not self.cleaned_data["target"]:
                self.add_error("target", NO_TARGET)
        elif len(set(self.targets)) < FEWEST_TARGETS:
            self.add_error(None, TOO_FEW)

    @property
    def hand_control(self) -> forms.BoundField | None:
        """Where the table enters the dice that it threw itself."""
        return self["hand"] if "hand" in self.fields else None

    @property
    def targets(self) -> list[str]:
        """Those of a sweep of fire, in the order in which they were tapped."""
        return self.data.getlist("targets") if isinstance(self.data, QueryDict) else []


class BeginForm(DrawForm):
    """Who fights."""

    fighters = forms.MultipleChoiceField(
        error_messages={
            "required": _("Choose at least one fighter."),
            "invalid_choice": _("Choose the fighters from the page."),
        }
    )

    def __init__(self, people: list[str], data: Posted | None = None) -> None:
        super().__init__(data)
        choice_field(self, "fighters").choices = [(one, one) for one in people]


class SoakForm(DrawForm):
    """With what whoever lets a hit through soaks it."""

    soak = forms.ChoiceField(required=False, choices=[(trait, trait) for trait in get_args(SoakTrait)])


class ConditionsForm(ActForm):
    """What only the GM sets of a fighter."""

    opponents = forms.IntegerField(
        min_value=1, max_value=MOST_OPPONENTS, error_messages=dict.fromkeys(WRONG, NO_OPPONENTS)
    )
    blind = forms.BooleanField(required=False)
    bound = forms.BooleanField(required=False)
    disarmed = forms.BooleanField(required=False)
    position = forms.ChoiceField(choices=[(code, code) for code in get_args(Position)])
    move_difficulty = forms.IntegerField(
        min_value=0, max_value=MOST_HARDER, error_messages=dict.fromkeys(WRONG, NOT_HARDER)
    )
