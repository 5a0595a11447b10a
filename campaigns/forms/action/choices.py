"""Choices of which the rules take fewer than its type holds, in groups."""

from collections.abc import Mapping

from django import forms

from campaigns.forms.action.controls import PlainChoices
from campaigns.game import game_of


def narrow(action: str, fields: Mapping[str, forms.Field]) -> None:
    """Offer in each control of an action only what its game takes there."""
    game = game_of(action)
    for (narrowed, control), groups in game.values.choices.items() if game is not None else ():
        field = fields.get(control)
        if narrowed == action and isinstance(field, forms.ChoiceField):
            field.choices = PlainChoices(("", "—"), *groups())
