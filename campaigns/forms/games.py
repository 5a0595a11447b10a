"""Which of the installed games a campaign plays."""

from collections.abc import Collection
from typing import Unpack

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.forms.fields import ControlOptions
from campaigns.game import games


class GamesField(forms.MultipleChoiceField):
    """One or several of the installed games, in the order in which they are listed; `stay` are on whatever comes."""

    def __init__(self, *, stay: Collection[str] = (), **options: Unpack[ControlOptions]) -> None:
        told: ControlOptions = {"label": _("What do you play?"), **options}
        super().__init__(
            choices=lambda: [(code, game.name) for code, game in games().items()],
            widget=forms.CheckboxSelectMultiple,
            error_messages={
                "required": _("Choose at least one game."),
                "invalid_choice": _("This game is not installed here. Choose one that is offered."),
            },
            **told,
        )
        self.stay = frozenset(stay)

    def clean(self, value: object) -> list[str]:
        given = value if isinstance(value, list) else []
        chosen = super().clean([*given, *self.stay])
        return [code for code in games() if code in chosen]


class EveningForm(forms.Form):
    """Which game's evening somebody looks around in."""

    game = forms.ChoiceField(
        label=_("Game"),
        choices=lambda: [(code, game.name) for code, game in games().items() if game.evening is not None],
    )


class LookAroundForm(EveningForm):
    """The same, and by which of two buttons: as its GM, or as a player."""

    role = forms.ChoiceField(choices=[("gm", _("As the GM")), ("player", _("As a player"))])


class StartOverForm(EveningForm):
    """The same, and instead of which copy: sent twice, it is one copy anew."""

    copy = forms.CharField(widget=forms.HiddenInput, max_length=40)


def only_game() -> list[str]:
    """What is chosen from the start where only one game is installed."""
    installed = list(games())
    return installed if len(installed) == 1 else []
