"""What keeps anybody at all from an action now: a record that there is none of, or a page that knows more."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import get_origin

from django.utils.translation import gettext
from msgspec import Struct

from campaigns.game import OF_TABLE, Way, game_of, of_all
from campaigns.policy import Rights, kinds_players_make
from campaigns.state import action_derivations, kinds
from campaigns.state.unit_of_work import Sheet
from rules import catalogue, words
from rules.kernel.inputs import InputField, slots_of, struct_in
from rules.kernel.origins import FromRecord, New

UNREAD = {*OF_TABLE, "thing", "any"}
"""Kinds that the palette does not read, so that it says nothing of whether there is one."""


@dataclass(frozen=True)
class InTheWay:
    """Why nobody may, by which clause if by one, and what to do.

    Where there is none of something, `kind` is what is created by hand, and `way` the page that brings it into play.
    """

    why: str = ""
    clause: str = ""
    remedy: str = ""
    kind: str = ""
    way: Way | None = None
    is_elsewhere: bool = False
    """Whether it is played all the same, on a page of its game's own."""


@cache
def is_known(action: str, name: str) -> bool:
    """Whether a field of an input as a whole always follows from what is stored, so that nobody is asked for it."""
    own = game_of(action).inputs
    is_derived = action_derivations.find(action, f"input.{name}") is not None
    return name in own.told.get(action, ()) or (is_derived and (action, name) not in own.perhaps)


@cache
def missing_of(input_type: type[Struct], *, is_gm: bool) -> tuple[str, ...]:
    """Fields that no person gives, or the GM alone, and without which the action cannot be played from a form."""
    beyond = ("procedure",) if is_gm else ("procedure", "result")
    return tuple(
        slot.name
        for slot in slots_of(input_type).values()
        if slot.required and slot.given_by in beyond and slot.name not in ("campaign", "number")
    )


def played_elsewhere(action: str, *, is_gm: bool) -> InTheWay | None:
    """What only its own page, or whoever asks for it, knows what it takes."""
    if game_of(action).waiting.asked_of_gm.get(action):
        return None
    if not missing_of(catalogue.find(action).input_type, is_gm=is_gm):
        return None
    told = gettext("It is played when somebody is asked for it, or from the page that knows what it takes.")
    return InTheWay(told, is_elsewhere=True)


def nothing_there(action: str, sheets: Iterable[Sheet], rights: Rights) -> InTheWay | None:
    """A record that an action cannot do without, where a member knows of none."""
    known, system = [*sheets], action.partition(".")[0]
    for nouns in needed_kinds(action):
        fitting = [sheet for sheet in known if kinds.fits(sheet.kind.name, nouns, system)]
        if not fitting:
            return there_is_none(nouns, system, is_gm=rights.member.is_gm)
        if action in game_of(action).inputs.none_left:
            over = game_of(action).inputs.over(rights.member.campaign, action, rights.member)
            if over.issuperset(sheet.id for sheet in fitting):
                return InTheWay(str(game_of(action).inputs.none_left[action][1]))
    return None


def there_is_none(nouns: Iterable[str], system: str, *, is_gm: bool) -> InTheWay:
    """That there is nothing of some kinds, with the one of them that is created by hand."""
    named = [*nouns]
    called = {
        "kind": gettext(" or ").join(words.spelled_out(noun.rpartition(".")[2]).lower() for noun in named)
    }
    told = gettext("There is no %(kind)s yet.") if is_gm else gettext("You know of no %(kind)s yet.")
    full = [kinds.named(noun, system) for noun in named]
    makes = (kind for kind in full if kind in kinds_players_make())
    brought_by = of_all(lambda game: game.pages.brought_by)
    ways = (brought_by[kind] for kind in full if kind in brought_by)
    return InTheWay(told % called, kind=next(makes, ""), way=next(ways, None))


@cache
def needed_kinds(action: str) -> tuple[tuple[str, ...], ...]:
    """The kinds of each record that somebody has to name in an action, in order."""
    return tuple(_needed_kinds(action))


def _needed_kinds(action: str) -> Iterator[tuple[str, ...]]:
    for slot in slots_of(catalogue.find(action).input_type).values():
        source = slot.mark(FromRecord)
        is_asked = slot.required and slot.mark(New) is None and slot.given_by != "procedure"
        if source is None or not is_asked or _may_be_none(slot) or is_known(action, slot.name):
            continue
        if UNREAD.isdisjoint(source.kinds):
            yield source.kinds


def _may_be_none(slot: InputField) -> bool:
    """Lists may be empty, and a difficulty may stand in somebody's place."""
    inner = struct_in(slot.kind)
    own = slots_of(inner).get("id") if inner is not None else None
    return get_origin(slot.kind) in (tuple, list) or (own is not None and not own.required)
