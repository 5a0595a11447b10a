"""Deleting a whole campaign: its name, typed, so that no press of a button does it by itself."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from campaigns.forms.fields import NameField, Posted


class DeleteForm(forms.Form):
    name = NameField(
        label=_("Campaign name"),
        help_text=_("Type the name to confirm."),
        error_messages={"required": _("Type the campaign's name. Nothing was deleted.")},
    )

    def __init__(self, data: Posted | None, *, called: str) -> None:
        super().__init__(data)
        self.called = called

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if name.casefold() != self.called.casefold():
            raise ValidationError(_("The name does not match. Type: %(name)s"), params={"name": self.called})
        return name
