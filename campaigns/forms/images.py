"""An image that somebody chose."""

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.forms.people import ActForm


class PortraitForm(ActForm):
    image = forms.FileField(
        label=_("Image"),
        help_text=_(
            "JPEG, PNG, WebP or GIF, up to 10 MB. Only the picture is kept: no place, date or file name."
        ),
        widget=forms.FileInput(
            attrs={"class": "input", "accept": "image/jpeg,image/png,image/webp,image/gif"}
        ),
        error_messages={"empty": _("The file is empty. Choose an image.")},
    )
