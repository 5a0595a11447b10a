"""What the actions of a turn are called where they are declared."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules import words
from rules.fallen.deeds import OTHER

NAMES: Final[dict[str, Promise]] = {
    "maintain": _("Keep a grip"),
    "escape": _("Break free"),
    "rising": _("Get back up"),
    OTHER: _("A roll"),
}


def label_of(name: str) -> str:
    """What an action is called where it is declared; what a person wrote stands small in a sentence."""
    return str(NAMES.get(name, "")) or words.known_choice("fallen", name) or name.lower()
