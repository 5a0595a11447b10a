"""Choices of which the rules take fewer than its type holds, in groups."""

from collections.abc import Callable, Mapping, MutableMapping

from django import forms
from django.utils.choices import flatten_choices
from django.utils.translation import gettext

from campaigns.forms.action.controls import PlainChoices, offered_by
from campaigns.forms.action.posted import Typed, without_rows
from campaigns.forms.action.suggestions import SeveralInput, SeveralPicks
from campaigns.game import game_of
from campaigns.models import Campaign, Membership
from campaigns.policy import PLAYERS_SETTLE, kinds_players_make
from campaigns.queries.games import games_of
from campaigns.queries.stored_state import living_state
from campaigns.state.kinds import system_of
from rules import service

ENDING = frozenset({("table.end_round", "game"), ("table.end_fight", "game")})
"""Where somebody says whose round or fight ends."""


def pick(
    campaign: Campaign,
    action: str,
    fields: MutableMapping[str, forms.Field],
    sent: Typed,
    named_at: Callable[[str], str],
    *,
    is_gm: bool,
) -> None:
    """Names that stand on a sheet are picked from it."""
    for control, field in fields.items():
        place = (action, without_rows(control))
        if place not in game_of(action).values.picked:
            continue
        of_whom, offered = game_of(action).values.picked[place]
        choices, was = [*offered(campaign, named_at(of_whom), is_gm)], sent.get(control)
        kept = [(was, was)] if was and was not in dict(flatten_choices(choices)) else []
        fields[control] = forms.ChoiceField(
            choices=PlainChoices(("", "—"), *choices, *kept),
            label=field.label,
            help_text=field.help_text,
            required=field.required,
            initial=field.initial,
        )


def pick_from_sheets(
    campaign: Campaign,
    action: str,
    fields: Mapping[str, forms.Field],
    rolled_by: Mapping[str, tuple[str, str]],
    known_at: Callable[[str], str],
    *,
    is_gm: bool,
) -> None:
    """Several names are picked from the sheet of whoever rolls; until they are named, from those of everybody."""
    for control, (source, at) in rolled_by.items():
        field = fields[control]
        if not isinstance(field.widget, SeveralInput):
            continue
        named_by = fields.get(f"{at}.id", fields.get(at))
        is_asked = (
            isinstance(named_by, forms.ChoiceField) and len(offered_by(named_by)) > 2
        )  # two and the blank
        if named_by is not None and is_asked:
            named_by.widget.attrs["data-refreshes"] = ""
        offered = game_of(action).values.of_roller[source]
        field.widget = SeveralPicks(
            offered(campaign, known_at(at), control, is_gm), gettext("Show their traits") if is_asked else ""
        )


def narrow(
    campaign: Campaign,
    action: str,
    fields: Mapping[str, forms.Field],
    sent: Typed,
    named_at: Callable[[str], str],
) -> None:
    """Offer in each control only what its game takes there, and what was sent: the rules say what is wrong with it."""
    game = game_of(action)
    values, over = game.values, game.inputs.over(campaign, action)
    for control, field in fields.items():
        if not isinstance(field, forms.ChoiceField):
            continue
        place, was = (action, without_rows(control)), sent.get(control)
        if place in ENDING:
            ends = {*_ending(campaign, action), was}
            games = [(code, label) for code, label in offered_by(field) if code and code in ends]
            field.choices = PlainChoices(("", gettext("all games")), *games)
            field.initial = games[0][0] if len(games) == 1 else None
        if (groups := values.choices.get(place)) is not None:
            offered = groups(campaign)
            takes = {code for code, _label in flatten_choices(offered)}
            kept = [pair for pair in offered_by(field) if pair[0] == was and was not in takes]
            field.choices = PlainChoices(("", "—"), *offered, *kept)
        own = named_at(values.not_oneself[place]) if place in values.not_oneself else ""
        if own and own != was:
            field.choices = PlainChoices(*(pair for pair in offered_by(field) if pair[0] != own))
        if over:
            field.choices = PlainChoices(
                *(pair for pair in offered_by(field) if pair[0] == was or pair[0] not in over)
            )


def _ending(campaign: Campaign, action: str) -> tuple[str, ...]:
    """The games of which there is something to end (TAB-TURN-04)."""
    state = living_state(campaign)
    return service.fighting(state) if action == "table.end_fight" else service.counting_by_the_table(state)


def narrow_for_players(
    action: str, fields: Mapping[str, forms.Field], member: Membership, kind: object
) -> None:
    """Offer players only what is theirs to choose at the table: kinds of their games, and the one that is named."""
    theirs = {"table.create": ("about.kind", kinds_players_make()), "table.settle": ("how", PLAYERS_SETTLE)}
    name, may_choose = theirs.get(action, ("", frozenset[str]()))
    if action == "table.create":
        shown = games_of(member).shown
        may_choose = frozenset(one for one in may_choose if system_of(one) in shown or one == kind)
    if isinstance(control := fields.get(name), forms.ChoiceField):
        control.choices = [pair for pair in offered_by(control) if pair[0] in ("", *may_choose)]
    for (act, place), may in game_of(action).values.players_choose.items():
        if act == action and isinstance(control := fields.get(place), forms.ChoiceField):
            control.choices = [pair for pair in offered_by(control) if pair[0] in may]
            control.error_messages["invalid_choice"] = gettext(
                "That one is the GM's. Choose one that is offered."
            )
