"""The control into which faces or cards from a real table are written down."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.forms.action.controls import Split, whole
from campaigns.game import draws_of


def hand_field(system: str) -> forms.Field:
    are_cards = draws_of(system) == "cards"
    faces = _("In the order asked for, with blanks or commas between. Marked as thrown by hand for ever.")
    cards = _(
        "In the order asked for, with blanks or commas between, such as cups-4, wands-queen, wheel-of-fortune. "
        "Marked as thrown by hand for ever."
    )
    return Split(
        part=_face_or_card if are_cards else whole,
        by_line=False,
        required=False,
        max_length=2000,
        label=_("Cards") if are_cards else _("Faces"),
        help_text=cards if are_cards else faces,
    )


def _face_or_card(text: str) -> Any:
    return int(text) if re.fullmatch("[0-9]{1,4}", text) else text[:40]
