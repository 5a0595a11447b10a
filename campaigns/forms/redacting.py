"""Taking words out of the log: which ones, and why."""

from collections.abc import Iterable

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.forms.fields import Posted, WordsField, choice_field
from campaigns.forms.people import ActForm


class RedactForm(ActForm):
    """One text of an entry, chosen by its place in it."""

    part = forms.TypedChoiceField(label=_("Words to remove"), coerce=int, widget=forms.RadioSelect)
    reason = WordsField(
        label=_("Reason"),
        max_length=500,
        lines=False,
        help_text=_("Everyone can read it in the log, so do not repeat the words."),
    )

    def __init__(self, data: Posted | None, *, texts: Iterable[tuple[int, str]]) -> None:
        super().__init__(data)
        choices = [(str(place), text) for place, text in texts]
        part = choice_field(self, "part")
        part.choices = choices
        if len(choices) == 1:
            part.initial = choices[0][0]
