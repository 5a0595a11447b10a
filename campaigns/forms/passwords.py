"""The form of django-allauth for a new password, labelled as this application labels its own."""

from typing import Any

from allauth.account.forms import ChangePasswordForm
from django.utils.translation import gettext_lazy as _

LABELS = {
    "oldpassword": _("Current password"),
    "password1": _("New password"),
    "password2": _("Repeat password"),
}


# The checker knows nothing of a class of allauth, which comes without types, and lets nothing be made from it.
class PasswordChange(ChangePasswordForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, label in LABELS.items():
            self.fields[name].label = label
            self.fields[name].widget.attrs.pop("placeholder", None)
