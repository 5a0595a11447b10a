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


def only_game() -> list[str]:
    """What is chosen from the start where only one game is installed."""
    installed = list(games())
    return installed if len(installed) == 1 else []
