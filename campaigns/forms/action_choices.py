"""What a control offers where its rules take fewer values than its type holds, in groups."""

from collections.abc import Mapping
from typing import Final, get_args

from django import forms
from django.utils.translation import gettext as _

from campaigns.forms.action_controls import Listed
from rules import words
from rules.demon_city.cards import SUITS
from rules.demon_city.types import Significator

CARDS: Final[Mapping[str, str]] = {
    "demon_city.award_significator": "card",
    "demon_city.spend_significator": "card",
}
"""The control in which a card is named that may only be a court card or a major (DEC-DECK-04), by action."""


def narrow(action: str, fields: Mapping[str, forms.Field]) -> None:
    """Offer only what may be a Significator: the majors, then the courts of each suit."""
    field = fields.get(CARDS.get(action, ""))
    if not isinstance(field, forms.ChoiceField):
        return
    groups: dict[str, list[tuple[str, str]]] = {_("Majors"): []}
    groups |= {words.choice_of("demon_city", "card", suit): [] for suit in SUITS}
    for card in get_args(Significator):
        suit = card.partition("-")[0]
        group = words.choice_of("demon_city", "card", suit) if suit in SUITS else _("Majors")
        groups[group].append((card, words.choice_of("demon_city", "card", card)))
    field.choices = Listed(("", "—"), *groups.items())
