"""A human of the GM's by name and scores: a guard, a witness, a rival."""

from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.forms.fields import NameField
from campaigns.forms.people import ActForm
from campaigns.game import Text

SCORES: Final = ("stamina", "will", "lore", "humanity")
MOST: Final = 30


def _score(label: Text, usual: int, help_text: Text = "") -> forms.IntegerField:
    return forms.IntegerField(label=label, initial=usual, min_value=0, max_value=MOST, help_text=help_text)


class BystanderForm(ActForm):
    """Everything that a round, a roll or a ritual asks of somebody, and nothing else."""

    name = NameField(label=_("Name"), max_length=100)
    stamina = _score(_("Stamina"), 2)
    will = _score(_("Will"), 2)
    lore = _score(_("Lore"), 0, _("With 1 or more, they are a sorcerer."))
    humanity = _score(_("Humanity"), 2, _("Starts at the higher of Stamina and Will."))
    is_hidden = forms.BooleanField(
        label=_("Hidden from the players for now"),
        required=False,
        help_text=_("You can reveal them from their page."),
    )

    @property
    def scores(self) -> list[forms.BoundField]:
        return [self[name] for name in SCORES]
