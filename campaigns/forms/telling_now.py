"""A whisper, and what the GM shows: what it says and to whom."""

from collections.abc import Collection, Iterable
from typing import IO, TypeAlias

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.forms.fields import Posted, WordsField, choice_field
from campaigns.forms.images import image_field
from campaigns.forms.people import ActForm
from campaigns.models import Membership
from campaigns.policy import WHISPERS

LONGEST = 4000
NOTHING = _("Nothing to read here. Nod, and put this away.")
"""What the others are told beside a whisper, so that all of them look at their phones."""


Files: TypeAlias = "MultiValueDict[str, UploadedFile[IO[bytes]]] | None"


class _ToSome(ActForm):
    """What is for members who are named."""

    to = forms.MultipleChoiceField(
        label=_("To"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose who reads it.")},
    )

    def __init__(
        self,
        readers: Iterable[Membership],
        data: Posted | None = None,
        files: Files = None,
        *,
        chosen: Collection[str] = (),
    ) -> None:
        super().__init__(data, files, auto_id="tell-%s")
        choice_field(self, "to").choices = [(str(one.pk), _called(one)) for one in readers]
        self.fields["to"].initial = [*chosen]


def _called(one: Membership) -> str:
    """A member, marked where they only watch."""
    return gettext("%(name)s (observer)") % {"name": one.name} if one.role == "observer" else one.name


class WhisperForm(_ToSome):
    """What is whispered, and to whom; `agreed` is the policy by which the page said who reads it."""

    words = WordsField(label=_("Words"), max_length=LONGEST)
    agreed = forms.ChoiceField(
        choices=[(one, one) for one in WHISPERS], widget=forms.HiddenInput, required=False
    )
    decoy = forms.BooleanField(
        label=_("Send everyone else a whisper that says nothing, so that all look at their phones"),
        required=False,
    )


class _ShowForm(_ToSome):
    """What is shown now: to everyone, or to those who are ticked."""

    to = forms.MultipleChoiceField(label=_("Only to"), widget=forms.CheckboxSelectMultiple, required=False)
    title = WordsField(label=_("Title"), max_length=200, lines=False, required=False)


class ShowForm(_ShowForm):
    words = WordsField(label=_("Text"), max_length=LONGEST)
    field_order = ("title", "words", "to")


class ShowPictureForm(_ShowForm):
    image = image_field()
    field_order = ("image", "title", "to")
