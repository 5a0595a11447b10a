"""Choices of which the rules take fewer than its type holds, in groups."""

from collections.abc import Callable, Collection, Mapping, MutableMapping

from django import forms
from django.utils.choices import flatten_choices
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.forms.action.controls import PlainChoices, offered_by
from campaigns.forms.action.posted import Typed, without_rows
from campaigns.forms.action.suggestions import SeveralInput, SeveralPicks
from campaigns.game import game_of
from campaigns.models import Campaign, Membership
from campaigns.policy import PLAYERS_SETTLE, kinds_players_make
from campaigns.queries.clauses import systems
from campaigns.queries.games import games_of
from campaigns.queries.stored_state import living_state
from campaigns.state.kinds import system_of
from campaigns.viewing import Viewer
from rules import service
from rules.kernel.values import Value

MAKE, KIND, OWNER, VISIBILITY = "table.create", "about.kind", "about.owner", "about.visibility"
"""The act that makes a record, and its controls that say what it is, whose, and who sees it."""
ENDING = frozenset({("table.end_round", "game"), ("table.end_fight", "game")})
"""Where somebody says whose round or fight ends."""


NONE_APPLIES = "-"
"""What is sent where nothing that is offered applies; no name is written so."""


class PickedOutright(forms.ChoiceField):
    """A pick that cannot be passed over: one of what is offered, or that none of it applies."""

    default_error_messages = {"required": _("Choose one, or that none applies.")}

    def clean(self, value: Value) -> str:
        said = str(super().clean(value))
        return "" if said == NONE_APPLIES else said


def pick(
    campaign: Campaign,
    action: str,
    fields: MutableMapping[str, forms.Field],
    sent: Typed,
    named_at: Callable[[str], str],
    *,
    is_gm: bool,
    is_called: bool,
) -> None:
    """Names that stand on a sheet are picked from it; whoever is called for the act says outright if none applies."""
    for control, field in fields.items():
        place = (action, without_rows(control))
        if place not in game_of(action).values.picked:
            continue
        of_whom, offered = game_of(action).values.picked[place]
        choices, was = [*offered(campaign, named_at(of_whom), is_gm)], sent.get(control)
        outright = game_of(action).values.said_outright.get(place) if is_called else None
        none = [(NONE_APPLIES, str(outright))] if outright else []
        kept = [(was, was)] if was and was not in dict(flatten_choices([*choices, *none])) else []
        fields[control] = (PickedOutright if outright else forms.ChoiceField)(
            choices=PlainChoices(("", "—"), *choices, *kept, *none),
            label=field.label,
            help_text=field.help_text,
            required=bool(outright) or field.required,
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
            offered(campaign, known_at(at), f"{action}.{control}", is_gm),
            gettext("Show their traits") if is_asked else "",
        )


def narrow(
    campaign: Campaign,
    action: str,
    fields: Mapping[str, forms.Field],
    sent: Typed,
    named_at: Callable[[str], str],
    *,
    member: Membership,
) -> None:
    """Offer in each control only what its game takes there, and what was sent: the rules say what is wrong with it."""
    game = game_of(action)
    values, over = game.values, game.inputs.over(campaign, action, member)
    for control, field in fields.items():
        if not isinstance(field, forms.ChoiceField):
            continue
        place, was = (action, without_rows(control)), sent.get(control)
        if place in ENDING:
            ends = {*_ending(campaign, action), was}
            games = [(code, label) for code, label in offered_by(field) if code and code in ends]
            field.choices = PlainChoices(("", gettext("all games")), *games)
            field.initial = games[0][0] if len(games) == 1 else None
            # The table's own, or that of the one game that is played: there is nothing to choose.
            if not games or (len(games) == 1 and len(games_of(member).in_order()) == 1):
                field.widget = forms.HiddenInput()
        if (groups := values.choices.get(place)) is not None:
            offered = groups(campaign)
            takes = {code for code, _label in flatten_choices(offered)}
            kept = [pair for pair in offered_by(field) if was and pair[0] == was and was not in takes]
            field.choices = PlainChoices(("", "—"), *offered, *kept)
        own = named_at(values.not_oneself[place]) if place in values.not_oneself else ""
        if own and own != was:
            field.choices = PlainChoices(*(pair for pair in offered_by(field) if pair[0] != own))
        if not over.isdisjoint(code for code, _label in offered_by(field)):
            field.choices = PlainChoices(
                *(pair for pair in offered_by(field) if pair[0] == was or pair[0] not in over)
            )
            _choose_the_only(field)
    _group(member, str(campaign.pk), action, fields, named_at)


def _choose_the_only(field: forms.ChoiceField) -> None:
    """What has to be chosen of one alone is chosen; whoever is named where many might be stays their decision."""
    left = [code for code, _label in offered_by(field) if code]
    if field.required and len(left) == 1 and not isinstance(field, forms.MultipleChoiceField):
        field.initial = left[0]


def _group(
    member: Membership,
    campaign: str,
    action: str,
    fields: Mapping[str, forms.Field],
    named_at: Callable[[str], str],
) -> None:
    """Offer records in the groups that its game makes of them for whoever is named, or before anybody is."""
    grouped = game_of(action).values.grouped
    for control, field in fields.items():
        place = (action, without_rows(control))
        if place not in grouped or not isinstance(field, forms.ChoiceField):
            continue
        of_whom, groups = grouped[place]
        named_by = fields.get(f"{of_whom}.id")
        if isinstance(named_by, forms.ChoiceField) and len(offered_by(named_by)) > 2:  # two and the blank
            named_by.widget.attrs["data-refreshes"] = ""
        offered, made = offered_by(field), groups(Viewer.of(member), campaign, named_at(of_whom))
        placed = {ident for _title, idents in made for ident in idents}
        listed = [(str(title), [pair for pair in offered if pair[0] in idents]) for title, idents in made]
        ungrouped = (pair for pair in offered if pair[0] not in placed)
        field.choices = PlainChoices(*ungrouped, *((title, pairs) for title, pairs in listed if pairs))


def _ending(campaign: Campaign, action: str) -> tuple[str, ...]:
    """The games of which there is something to end (TAB-TURN-04)."""
    state = living_state(campaign)
    return service.fighting(state) if action == "table.end_fight" else service.counting_by_the_table(state)


def narrow_for_member(
    action: str, fields: Mapping[str, forms.Field], member: Membership, said: object, hide: Collection[str]
) -> None:
    """Offer what is this member's to choose: kinds of games played here, and of players' what is theirs at the table.

    `said` is the kind that is named already; `hide` has it where a button says what is to be made.
    """
    if action == MAKE and isinstance(control := fields.get(KIND), forms.ChoiceField):
        _narrow_kinds(control, member, str(said or ""))
        if KIND in hide and said:
            control.widget = forms.HiddenInput()
    if member.is_gm:
        return
    if action == "table.settle" and isinstance(control := fields.get("how"), forms.ChoiceField):
        control.choices = [pair for pair in offered_by(control) if pair[0] in ("", *PLAYERS_SETTLE)]
    for (act, place), may in game_of(action).values.players_choose.items():
        if act == action and isinstance(control := fields.get(place), forms.ChoiceField):
            control.choices = [pair for pair in offered_by(control) if pair[0] in may]
            control.error_messages["invalid_choice"] = gettext(
                "That one is the GM's. Choose one that is offered."
            )
    if action == MAKE:
        _narrow_hands(fields, member)


def _narrow_hands(fields: Mapping[str, forms.Field], member: Membership) -> None:
    """What a player makes is theirs or the GM's, and seen by all (`Rights.check_create`)."""
    if isinstance(control := fields.get(OWNER), forms.ChoiceField):
        control.choices = [pair for pair in offered_by(control) if pair[0] in ("", str(member.pk))]
        told = gettext("What you create belongs to you, or to no one: then the GM plays it.")
        control.error_messages["invalid_choice"] = told
    if VISIBILITY in fields:
        fields[VISIBILITY].widget = forms.HiddenInput()


def _narrow_kinds(control: forms.ChoiceField, member: Membership, said: str) -> None:
    """The kinds of the games that are played here: of a player those that players make, of their own games."""
    shown, own = games_of(member).shown, kinds_players_make()
    may = [
        (kind, label if "." in kind else f"{label}, {systems()[system_of(kind)]}")
        for kind, label in offered_by(control)
        if kind and (kind == said or system_of(kind) in shown) and (member.is_gm or kind in own)
    ]
    control.choices = [("", "—"), *may]


def told_kind(form: forms.Form) -> list[dict[str, str]]:
    """What is made, where a button says so and nobody is asked."""
    control = form.fields.get(KIND)
    if not isinstance(control, forms.ChoiceField) or not form[KIND].is_hidden:
        return []
    said = dict(offered_by(control)).get(form[KIND].value(), "")
    return [{"label": str(control.label), "words": said}]
