"""Choices of which the rules take fewer than its type holds, in groups."""

from collections.abc import Mapping

from django import forms

from campaigns.forms.action.controls import PlainChoices, offered_by
from campaigns.game import game_of
from campaigns.policy import PLAYERS_SETTLE, kinds_players_make


def narrow(action: str, fields: Mapping[str, forms.Field]) -> None:
    """Offer in each control of an action only what its game takes there."""
    game = game_of(action)
    for (narrowed, control), groups in game.values.choices.items() if game is not None else ():
        field = fields.get(control)
        if narrowed == action and isinstance(field, forms.ChoiceField):
            field.choices = PlainChoices(("", "—"), *groups())


def narrow_for_players(action: str, fields: Mapping[str, forms.Field]) -> None:
    """Offer players only what is theirs to choose at the table."""
    theirs = {"table.create": ("about.kind", kinds_players_make()), "table.settle": ("how", PLAYERS_SETTLE)}
    name, may_choose = theirs.get(action, ("", frozenset[str]()))
    if isinstance(control := fields.get(name), forms.ChoiceField):
        control.choices = [pair for pair in offered_by(control) if pair[0] in ("", *may_choose)]
