"""A whisper, and a text that the GM shows: what it says and to whom."""

from collections.abc import Collection, Iterable

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.forms.fields import Posted, WordsField, choice_field
from campaigns.forms.people import ActForm
from campaigns.models import Membership
from campaigns.policy import WHISPERS

LONGEST = 4000
NOTHING = _("Nothing to read here. Nod, and put this away.")
"""What the others are told beside a whisper, so that all of them look at their phones."""


class _ToSome(ActForm):
    """Words for members who are named."""

    words = WordsField(label=_("Words"), max_length=LONGEST)
    to = forms.MultipleChoiceField(
        label=_("To"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose who reads it.")},
    )

    def __init__(
        self, readers: Iterable[Membership], data: Posted | None = None, *, chosen: Collection[str] = ()
    ) -> None:
        super().__init__(data, auto_id="tell-%s")
        choice_field(self, "to").choices = [(str(one.pk), one.name) for one in readers]
        self.fields["to"].initial = [*chosen]


class WhisperForm(_ToSome):
    """What is whispered, and to whom; `agreed` is the policy by which the page said who reads it."""

    agreed = forms.ChoiceField(
        choices=[(one, one) for one in WHISPERS], widget=forms.HiddenInput, required=False
    )
    decoy = forms.BooleanField(
        label=_("Send everyone else a whisper that says nothing, so that all look at their phones"),
        required=False,
    )


class ShowForm(_ToSome):
    """A text shown now: to everyone, or to those who are ticked."""

    title = WordsField(label=_("Title"), max_length=200, lines=False, required=False)
    field_order = ("title", "words", "to")

    def __init__(
        self, readers: Iterable[Membership], data: Posted | None = None, *, chosen: Collection[str] = ()
    ) -> None:
        super().__init__(readers, data, chosen=chosen)
        self.fields["to"].required = False
        self.fields["words"].label = _("Text")
        self.fields["to"].label = _("Only to")
