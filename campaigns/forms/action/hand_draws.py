"""The control into which faces or cards from a real table are written down."""

import re

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.forms.action.controls import Split, whole
from campaigns.game import game_of


def hand_field(system: str) -> forms.Field:
    are_cards = game_of(system).playing.draws == "cards"
    faces = _("In the order asked for, separated by spaces or commas. Permanently marked as rolled by hand.")
    cards = _(
        "In the order asked for, separated by spaces or commas, such as cups-4, wands-queen, "
        "wheel-of-fortune. Permanently marked as thrown by hand."
    )
    return Split(
        part=_face_or_card if are_cards else whole,
        by_line=False,
        required=False,
        max_length=2000,
        label=_("Cards") if are_cards else _("Faces"),
        help_text=cards if are_cards else faces,
    )


def _face_or_card(text: str) -> str | int:
    return int(text) if re.fullmatch("[0-9]{1,4}", text) else text[:40]
