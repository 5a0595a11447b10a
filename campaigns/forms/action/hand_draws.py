"""The control into which faces or cards from a real table are written down."""

import re
from functools import cache
from typing import Unpack

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.forms.action.controls import Split, whole
from campaigns.forms.fields import FieldOptions
from campaigns.game import game_of
from rules import words
from rules.kernel.values import Value

LONGEST = 2000
ONLY_NUMBERS = re.compile("[0-9 ,;]+")


class Cards(Split):
    """Cards of a game's pack, each by its name as people write it or by its code; or places, in numbers.

    A shuffle, and who of equals comes first, ask for places counted from 0 and never for a card.
    """

    def __init__(self, system: str, **options: Unpack[FieldOptions]) -> None:
        super().__init__(part=self._card, by_line=False, max_length=LONGEST, **options)
        self.system = system
        self._places = Split(part=whole, by_line=False, max_length=LONGEST)

    def clean(self, value: Value) -> list[str | int]:
        names = _names_of(self.system)
        found = re.compile("|".join(rf"\b{name}\b" for name in sorted(names, key=len, reverse=True)))
        text = " ".join(str(value or "").lower().split())
        if ONLY_NUMBERS.fullmatch(text):
            return self._places.clean(text)
        return super().clean(found.sub(lambda name: names[name.group()], text))

    def _card(self, typed: str) -> str:
        if typed not in game_of(self.system).playing.pack:
            said = {"card": typed[:40]}
            raise ValidationError(
                gettext(
                    "“%(card)s” is not a card. Write each card by its name, such as 4 of Cups, Queen of Wands or "
                    "Wheel of Fortune, with commas between."
                )
                % said
            )
        return typed


@cache
def _names_of(system: str) -> dict[str, str]:
    """The code of each card by how people call it, in small letters: `four of cups`, `4 of cups`, `the fool`."""
    found: dict[str, str] = {}
    for code in game_of(system).playing.pack:
        name = words.choice_words(system, code).lower()
        suit, _dash, rank = code.rpartition("-")
        number = {f"{rank} of {suit}": code} if rank.isdecimal() else {}
        found |= {name: code, name.removeprefix("the "): code, **number}
    return found


def hand_field(system: str) -> forms.Field:
    faces = _("In the order asked for, separated by spaces or commas. Permanently marked as rolled by hand.")
    cards = _(
        "In the order asked for, separated by commas, such as 4 of Cups, Queen of Wands, "
        "Wheel of Fortune. Permanently marked as thrown by hand."
    )
    if game_of(system).playing.pack:
        return Cards(system, required=False, label=_("Cards"), help_text=cards)
    return Split(
        part=whole, by_line=False, required=False, max_length=LONGEST, label=_("Faces"), help_text=faces
    )
