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
        super().__init__(part=str, by_line=False, max_length=LONGEST, **options)
        self.system = system
        self._places = Split(part=whole, by_line=False, max_length=LONGEST)

    def clean(self, value: Value) -> list[str | int]:
        names, text = _names_of(self.system), " ".join(str(value or "").split())
        if len(text) > LONGEST:
            return super().clean(text)
        if ONLY_NUMBERS.fullmatch(text):
            return self._places.clean(text)
        known = _known(self.system)
        unknown = ",".join(known.split(text)).replace(";", ",").split(",")
        if card := next(filter(None, map(str.strip, unknown)), ""):
            told = gettext(
                "“%(card)s” is not a card. Write each card by its name, such as 4 of Cups, Queen of Wands or "
                "Wheel of Fortune, with commas between."
            )
            raise ValidationError(told % {"card": card[:40]})
        return super().clean(" ".join(names[name.group().lower()] for name in known.finditer(text)))


@cache
def _known(system: str) -> re.Pattern[str]:
    longest_first = sorted(map(re.escape, _names_of(system)), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(longest_first)})(?![\w-])", re.IGNORECASE)


@cache
def _names_of(system: str) -> dict[str, str]:
    """The code of each card by what people write, in small letters: its name, `4 of cups`, `fool`, or the code."""
    playing = game_of(system).playing
    found: dict[str, str] = {}
    for code in playing.pack:
        name = words.choice_words(system, code).lower()
        suit, _dash, rank = code.rpartition("-")
        number = {f"{rank} of {suit}": code} if rank.isdecimal() else {}
        found |= {code: code, name: code, name.removeprefix("the "): code, **number}
        for other in (other for other, meant in playing.suits.items() if suit == meant):
            found |= {one.replace(suit, other): code for one in (code, name, *number)}
    return found


def hand_field(system: str) -> forms.Field:
    faces = _("In the order asked for, separated by spaces or commas. Permanently marked as rolled by hand.")
    cards = _(
        "Separated by commas, such as 4 of Cups, Queen of Wands, Wheel of Fortune: all of the first who is listed, "
        "then of the second. A card that is passed over is entered, too. Permanently marked as thrown by hand."
    )
    if game_of(system).playing.pack:
        return Cards(system, required=False, label=_("Cards"), help_text=cards)
    return Split(
        part=whole, by_line=False, required=False, max_length=LONGEST, label=_("Faces"), help_text=faces
    )


def places_field() -> forms.Field:
    """Where a card is put, or who of equals comes first: no card in anybody's hand tells that."""
    told = _(
        "Only to shuffle by numbers of your own: one from 0 for each place that is drawn, with spaces between. Leave "
        "it empty, and it is shuffled here. Permanently marked as by hand."
    )
    return Split(
        part=whole, by_line=False, required=False, max_length=LONGEST, label=_("Places"), help_text=told
    )
