"""What only the GM may say of an act, and without which nobody plays it: its player asks the GM for it."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from django import forms
from django.utils.translation import gettext

from campaigns.forms.action.posted import flat
from campaigns.forms.action.questions import Ask
from campaigns.game import game_of
from campaigns.models import Campaign
from campaigns.policy import Rights
from campaigns.queries.palette import NameableRecord
from campaigns.services.play.action_inputs import InputBuilder, Request
from campaigns.state import action_derivations, kinds, rows
from campaigns.state.errors import UnknownRecord
from campaigns.state.unit_of_work import UnitOfWork
from rules import catalogue, words
from rules.kernel.errors import InvalidInput
from rules.kernel.values import Values

ASK, ASK_GM = "ask", "ask-gm"
"""The commands that put an act to a player, and to the GM."""


class Acting(Protocol):
    """A form, as far as it says who acts in it."""

    action: str
    campaign: Campaign
    acts_at: str
    records: list[NameableRecord]


class Laid(Protocol):
    """A node of a form's layout, as far as it says what has to be given in it."""

    ask: Ask
    path: str
    name: str

    @property
    def nodes(self) -> Sequence["Laid"]: ...


class Asking(Acting, Protocol):
    """The same, laid out for this member, and whether it is only asked for."""

    rights: Rights
    asks_player: bool
    asks_gm: bool
    fields: dict[str, forms.Field]

    @property
    def layout(self) -> Sequence[Laid]: ...


def needed(form: Acting, asks: Sequence[Ask], said: Values) -> list[Ask]:
    """What is asked; where only whoever acts is needed, what might follow from their record is too if it does not.

    Of one's own alone: of anybody else it would tell what is hidden.
    """
    named, game = flat(said), game_of(form.action)
    unsaid = game.inputs.unsaid.get(form.action)
    if unsaid is not None and (missing := unsaid(form.campaign, named)):
        return [replace(ask, required=True) if ask.name in missing else ask for ask in asks]
    perhaps = {name for action, name in game.inputs.perhaps if action == form.action}
    who = named.get(f"{form.acts_at}.id") or named.get(form.acts_at)
    if not perhaps or any(ask.required and ask.name != form.acts_at for ask in asks):
        return [*asks]
    if who not in [record.id for record in form.records if record.mine]:
        return [*asks]
    working = UnitOfWork(rows.Rows(form.campaign), kinds.kind)
    reader = InputBuilder(working, lambda path: f"new-{path}", action_derivations.find, is_gm=False)
    given = Request(form.action, {form.acts_at: {"id": who}})
    try:
        follows = reader.read(given, catalogue.find(form.action).input_type, {}).keys()
    except (InvalidInput, UnknownRecord):
        return [*asks]
    return [replace(ask, required=True) if ask.name in perhaps - follows else ask for ask in asks]


def lacking(
    asks: Iterable[Ask], system: str, may_give: Callable[[Ask], bool], inside: str = ""
) -> Iterator[str]:
    """The labels of what is needed here and is not this member's to give."""
    for ask in asks:
        if not ask.required:
            continue
        if not may_give(ask):
            own = words.known_field(system, f"{inside}.{ask.name}") or words.field_words(system, ask.name)
            yield own[0]
        elif ask.form in ("group", "record"):
            yield from lacking(ask.children, system, may_give, ask.name)


def quoted(labels: Sequence[str]) -> str:
    """Labels of a form in a sentence: “Cost”, “Aim” and “Scene”."""
    *first, last = (f"“{label}”" for label in labels)
    told = {"first": ", ".join(first), "last": last}
    return gettext("%(first)s and %(last)s") % told if first else last


def loosen(form: Asking) -> list[forms.Field]:
    """Ask for less where an act is only asked for: the controls that may be left empty now, though the act needs them.

    Where a player is asked, who that is has to be said, and what only the GM can say.
    """
    if not (form.asks_player or form.asks_gm):
        return []
    of_gm = needed_of_the_gm(form) if form.asks_player else set()
    who = {form.acts_at, f"{form.acts_at}.id"} if form.asks_player else set()
    for name in of_gm:
        form.fields[name].required = True
    left = [one for name, one in form.fields.items() if one.required and name not in of_gm | who]
    for control in left:
        control.required = False
    return left


def needed_of_the_gm(form: Asking) -> set[str]:
    """The controls that no player may fill in and without which an act cannot be played; who acts says the rest."""
    return set() if form.rights.players_rule else {*_needed_of_the_gm(form.layout, form.acts_at)}


def _needed_of_the_gm(nodes: Iterable[Laid], acts_at: str) -> Iterator[str]:
    for node in nodes:
        if not node.ask.required or node.path == acts_at:
            continue
        inner = [*_needed_of_the_gm(node.nodes, acts_at)]
        yield from inner
        if node.name and (node.ask.by != "player" or (inner and not node.ask.may_be_none)):
            yield node.name


def has_player(records: Iterable[NameableRecord], named: Collection[str]) -> bool:
    """Whether a player has one of those who say something in an act; one who is not named yet may be anybody's."""
    had = {one.id for one in records if one.has_player}
    return bool(had if "" in named else had.intersection(named))
