"""An image that somebody chose."""

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.forms.people import ActForm


def image_field() -> forms.FileField:
    """Where an image is chosen; `services/images/uploads.py: made_of` says whether it is one."""
    return forms.FileField(
        label=_("Picture"),
        help_text=_(
            "JPEG, PNG, WebP or GIF, up to 10 MB. Only the picture is kept: no place, date or file name."
        ),
        widget=forms.FileInput(
            attrs={"class": "input", "accept": "image/jpeg,image/png,image/webp,image/gif"}
        ),
        error_messages={
            "required": _("Choose a picture."),
            "empty": _("The file is empty. Choose a picture."),
        },
    )


class PortraitForm(ActForm):
    image = image_field()
