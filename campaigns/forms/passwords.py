"""The form of django-allauth for a new password, labelled as this application labels its own."""

from typing import Any

from allauth.account.forms import ChangePasswordForm
from django.utils.translation import gettext_lazy as _

LABELS = {
    "oldpassword": _("Current password"),
    "password1": _("New password"),
    "password2": _("Repeat password"),
}


class PasswordChange(ChangePasswordForm):  # type: ignore[misc]  # allauth comes without types
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, label in LABELS.items():
            self.fields[name].label = label
            self.fields[name].widget.attrs.pop("placeholder", None)
