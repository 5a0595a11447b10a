"""Agreeing to an undo, and letting go of the dice that it left: each with a key that makes a second press harmless."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from campaigns.forms.fields import EXPIRED, WordsField
from campaigns.forms.people import ActForm

MOST = 1000
LONGEST_SEQ = 9


class EntriesField(forms.CharField):
    """Numbers of entries with commas between them, as the page showed them."""

    widget = forms.HiddenInput

    def clean(self, value: str | None) -> tuple[int, ...]:
        parts = super().clean(value).split(",")
        if len(parts) > MOST or not all(_is_seq(part) for part in parts):
            raise ValidationError(EXPIRED, code="entries")
        return tuple(sorted({int(part) for part in parts}, reverse=True))


class UndoForm(ActForm):
    """`entries` is everything that goes along, newest first."""

    entries = EntriesField()


class FreshDrawsForm(ActForm):
    """Why the dice of an undone act are not kept for it."""

    reason = WordsField(
        label=_("Reason"),
        max_length=500,
        lines=False,
        help_text=_("Everyone can read it in the log. Bad luck with the dice is not a reason."),
        error_messages={"required": _("Give a reason why these dice should not be kept.")},
    )


def _is_seq(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= LONGEST_SEQ
