"""A record's fields then and now, in words: the log keeps codes, a page says what they mean."""

from collections.abc import Iterable, Mapping, Sequence
from typing import get_args
from uuid import UUID

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import Meta

from campaigns.game.entries import Told
from campaigns.queries.clauses import systems
from campaigns.queries.review.past import FieldComparison, Naming, Stood
from campaigns.queries.review.undo_preview import LaterReading
from campaigns.state.fields import Column, Map
from campaigns.state.kinds import kind as find_kind
from campaigns.state.kinds import system_of
from campaigns.templatetags.cards import MAJORS, SUITS, major, minor
from campaigns.templatetags.look import game_time, minus
from campaigns.templatetags.records import record_url
from campaigns.templatetags.telling_words import MARKS, field_in
from rules import words

register = template.Library()

MEMBERS = {
    "gm": gettext_lazy("GM"),
    "player": gettext_lazy("player"),
    "observer": gettext_lazy("observer"),
    "left": gettext_lazy("left"),
}
LATEST_SECOND = 10**12
"""The bound of fields that hold a second of game time."""


@register.filter
def kind_and_game(kind: str) -> str:
    """What a record is, and of which game where that is not plain: "Character, Demon City"."""
    system, _dot, noun = kind.rpartition(".")
    called = words.spelled_out(noun)
    return f"{called}, {systems()[system]}" if system else called


@register.filter
def stood_called(stood: Stood) -> str:
    """A record's name then; one without a name is called by what it is and by whom it points at."""
    if stood.name:
        return stood.name
    named = [stood.then(point) or _("someone hidden") for point in stood.points_at]
    what = words.spelled_out(stood.kind.rpartition(".")[2])
    return _("%(what)s: %(names)s") % {"what": what, "names": ", ".join(named)} if named else what


@register.filter
def line_called(line: FieldComparison, stood: Stood) -> str:
    """A field's label; of a map the key, and whose it is where the key is an id."""
    return _label(stood.kind, line.field, stood.now if line.then == [] else stood.then)


@register.filter
def then_words(line: FieldComparison, stood: Stood) -> str:
    return _one(stood, line.field, line.then, stood.then)


@register.filter
def now_words(line: FieldComparison, stood: Stood) -> str:
    return _one(stood, line.field, line.now or [], stood.now)


@register.filter
def apart_called(stood: Stood) -> str:
    """The fields that are for other eyes, by name alone."""
    return ", ".join(_label(stood.kind, name, stood.then) for name in stood.apart)


@register.filter
def read_words(reading: LaterReading) -> str:
    """The traits that an entry read, called as among its changes."""
    called = (field_in(reading.shown, record, name) for record, name in reading.fields)
    return ", ".join(dict.fromkeys(called))


@register.simple_tag
def page_of_record(campaign: UUID | str, record: str, kind: str) -> str:
    """Where a record is read as it is now; empty where it has no page of its own."""
    return record_url(campaign, record, kind)


def _label(kind: str, field: str, naming: Naming) -> str:
    if field in ("name", "owner", "visibility") and field not in find_kind(kind).fields:
        return {"name": _("Name"), "owner": _("Belongs to"), "visibility": _("Seen by")}[field]
    prefix, key = find_kind(kind).find(field)
    system = system_of(kind)
    if key is None:
        return words.stored_words(system, kind.rpartition(".")[2], prefix)[0]
    last = key.rpartition(".")[2]
    if prefix == "most":  # the key is a field of the same record, not something that is chosen
        return _("Maximum %(what)s") % {"what": words.field_words(system, last)[0]}
    called = naming(last) or words.known_choice(system, last) or words.field_words(system, last)[0]
    called = called[:1].upper() + called[1:]
    if prefix == "*":
        return called
    return f"{words.field_words(system, prefix)[0]}: {called}"


def _one(stood: Stood, field: str, value: Sequence[Told], naming: Naming) -> str:
    """A value in words; an absent one is none."""
    if not value or value[0] is None or value[0] in ("", [], {}):
        return _("none")
    if isinstance(value[0], int) and not isinstance(value[0], bool) and _is_moment(stood.kind, field):
        return game_time(value[0])
    if field.startswith("members."):
        return str(MEMBERS.get(str(value[0]), value[0]))
    return _words(system_of(stood.kind), value[0], naming)


def _words(system: str, value: Told, naming: Naming) -> str:
    if value is None or value in ("", [], {}):
        return _("none")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, int):
        return minus(value)
    if isinstance(value, Mapping):
        return ", ".join(_pairs(system, value, naming))
    if isinstance(value, list):
        between = " · " if any(isinstance(one, Mapping | list) for one in value) else ", "
        return between.join(_words(system, one, naming) for one in value)
    return _text(system, str(value), naming)


def _pairs(system: str, value: Mapping[str, Told], naming: Naming) -> Iterable[str]:
    for key, one in value.items():
        if key in MARKS:
            continue
        called, told = naming(key) or words.field_words(system, key)[0], _words(system, one, naming)
        yield f"{called} ({told})" if isinstance(one, Mapping | list) and one else f"{called} {told}"


def _text(system: str, value: str, naming: Naming) -> str:
    if value in MAJORS:
        return major(value)["name"]
    if value.partition("-")[0] in SUITS and "-" in value:
        return minor(value)["name"]
    if len(value) == len("00000000-0000-0000-0000-000000000000") and value.count("-") == 4:
        return naming(value) or _("someone hidden")
    return words.known_choice(system, value) or value


def _is_moment(kind: str, field: str) -> bool:
    declared = find_kind(kind).fields.get(find_kind(kind).find(field)[0])
    if not isinstance(declared, Column) or isinstance(declared, Map):
        return False
    bounds = (meta for meta in get_args(declared.type) if isinstance(meta, Meta))
    return any(meta.le == LATEST_SECOND for meta in bounds)
