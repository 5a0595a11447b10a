"""A record's fields then and now, in words: the log keeps codes, a page says what they mean."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import cast, get_args
from uuid import UUID

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import Meta

from campaigns.forms.values import kind_controls
from campaigns.game import game_of, games
from campaigns.game.entries import Told
from campaigns.queries.clauses import systems
from campaigns.queries.layouts.parts import Ratings
from campaigns.queries.layouts.plain import layout_of
from campaigns.queries.review.past import ABOUT, FieldComparison, Naming, Stood
from campaigns.queries.review.undo_preview import LaterReading
from campaigns.state.fields import Column, Map
from campaigns.state.kinds import kind as find_kind
from campaigns.state.kinds import system_of
from campaigns.templatetags.cards import MAJORS, SUITS, major, minor
from campaigns.templatetags.look import game_time, minus
from campaigns.templatetags.records import record_url
from campaigns.templatetags.telling_words import MARKS, field_in, kind_named
from campaigns.viewing import Hidden
from rules import words
from rules.kernel.values import Value

register = template.Library()

MEMBERS = {
    "gm": gettext_lazy("GM"),
    "player": gettext_lazy("player"),
    "observer": gettext_lazy("observer"),
    "left": gettext_lazy("left"),
}
FEW = 5
"""So long a list is told whole twice; of a longer one what left it and what came."""
NOTHING: tuple[Told, ...] = (None, False, 0, "", "none", [], {})
LATEST_SECOND = 10**12
"""The bound of fields that hold a second of game time."""


@dataclass(frozen=True)
class Section:
    """Lines under a heading; the first have none."""

    title: str
    lines: list[FieldComparison]


@register.filter
def kind_alone(kind: str) -> str:
    """What a record is, as lists of records call it where names may be alike."""
    found = (game.records.kinds_called.get(kind) for game in games().values())
    called = str(next(filter(None, found), "") or kind_named(kind))
    return called[:1].upper() + called[1:]


@register.filter
def kind_and_game(kind: str) -> str:
    """What a record is, and of which game where that is not plain: "Character, Demon City"."""
    system = kind.rpartition(".")[0]
    called = kind_alone(kind)
    return f"{called}, {systems()[system]}" if system else called


@register.filter
def stood_called(stood: Stood) -> str:
    """A record's name then; one without a name is called by what it is and by whom it points at."""
    if stood.name:
        return stood.name
    named = [stood.then(point) or _("someone hidden") for point in stood.points_at]
    what = kind_alone(stood.kind)
    return _("%(what)s: %(names)s") % {"what": what, "names": ", ".join(named)} if named else what


@register.simple_tag
def line_called(line: FieldComparison, stood: Stood, *, is_titled: bool = False) -> str:
    """A field's label; of a map the key alone where a heading says what it is of, or where nobody asks of what."""
    naming = stood.now if line.then == [] else stood.then
    system, fields = system_of(stood.kind), find_kind(stood.kind).fields
    prefix, key = _place(stood.kind, line.field)
    is_known = any(part.prefix == prefix and key in part.order for part in _ratings(stood.kind))
    if key is not None and (is_titled or (is_known and key not in fields)):
        called = naming(key) or words.known_choice(system, key) or words.field_words(system, key)[0]
        return called[:1].upper() + called[1:]
    return _label(stood.kind, line.field, naming)


@register.filter
def then_words(line: FieldComparison, stood: Stood) -> str:
    return _one(stood, line.field, _sides(line)[0], stood.then)


@register.filter
def now_words(line: FieldComparison, stood: Stood) -> str:
    then, now = _sides(line)
    return _moved(stood, line, then, now) or _one(stood, line.field, now, stood.now)


@register.filter
def in_sections(lines: Sequence[FieldComparison], stood: Stood) -> list[Section]:
    """Lines as the record's sheet has them: what stands under a heading of its own there comes last, in its order."""
    ratings = _ratings(stood.kind)
    found: dict[int, list[tuple[int, int, FieldComparison]]] = {}
    for place, line in enumerate(lines):
        number, order = _rated(ratings, stood.kind, line.field)
        found.setdefault(number, []).append((order, place, line))
    sections = []
    for number, rows in sorted(found.items()):
        title = str(ratings[number].title) if number >= 0 else ""
        sections.append(Section(title, [line for _order, _place, line in sorted(rows, key=itemgetter(0, 1))]))
    return sections


def _sides(line: FieldComparison) -> tuple[Sequence[Told], Sequence[Told]]:
    """What it was and is; of a value with parts those that differ, where it is another now."""
    now = line.now or []
    if not line.differs or not (line.then and now):
        return line.then, now
    then, other = _what_differs(line.then[0], now[0])
    return [then], [other]


def _what_differs(then: Told, now: Told) -> tuple[Told, Told]:
    if not isinstance(then, Mapping) or not isinstance(now, Mapping):
        return then, now
    other = [key for key in {**then, **now} if then.get(key) != now.get(key)]
    inner = {key: _what_differs(then.get(key), now.get(key)) for key in other}
    return {key: inner[key][0] for key in other}, {key: inner[key][1] for key in other}


def _moved(stood: Stood, line: FieldComparison, then: Sequence[Told], now: Sequence[Told]) -> str:
    """Of a long list what left it and what came into it; nothing of any other value."""
    was, has_become = (side[0] if side else None for side in (then, now))
    if not line.differs or not isinstance(was, list) or not isinstance(has_become, list) or len(was) <= FEW:
        return ""
    system, prefix = system_of(stood.kind), _place(stood.kind, line.field)[0]
    if any(isinstance(one, Mapping | list) for one in (*was, *has_become)) or _own_words(system, prefix):
        return ""
    left, came = [one for one in was if one not in has_become], [one for one in has_become if one not in was]
    if not left and not came:
        return ""
    said = [str(len(has_become))]
    if left:
        said.append(_("without %(names)s") % {"names": _words(system, left, stood.now)})
    if came:
        said.append(_("with %(names)s") % {"names": _words(system, came, stood.now)})
    return ", ".join(said)


def _own_words(system: str, prefix: str) -> Callable[[Value], str] | None:
    """How a game tells a value of its own, as its entries do."""
    return game_of(system).telling.values.get(prefix)


def _place(kind: str, field: str) -> tuple[str, str | None]:
    """A stored field and its key; nothing for what a record is called, whose it is and who sees it."""
    found = find_kind(kind)
    return ("", None) if field in ABOUT and field not in found.fields else found.find(field)


def _ratings(kind: str) -> list[Ratings]:
    return [part for part in layout_of(kind).parts if isinstance(part, Ratings)]


def _rated(ratings: Sequence[Ratings], kind: str, field: str) -> tuple[int, int]:
    """Under which heading of its sheet a field stands, by number, and at which place; -1 under none."""
    prefix, key = _place(kind, field)
    for number, part in enumerate(ratings):
        if (
            key is None
            or part.prefix != prefix
            or key in part.without
            or (part.only and key not in part.order)
        ):
            continue
        return number, part.order.index(key) if key in part.order else len(part.order)
    return -1, 0


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
    if field in ABOUT and field not in find_kind(kind).stored():
        return {"name": _("Name"), "owner": _("Belongs to"), "visibility": _("Seen by")}[field]
    prefix, key = find_kind(kind).find(field)
    system = system_of(kind)
    if key is None:
        return kind_controls.words_of(find_kind(kind), prefix)[0]
    last = key.rpartition(".")[2]
    if prefix == "most":  # the key is a field of the same record, not something that is chosen
        return _("Maximum %(what)s") % {"what": words.field_words(system, last)[0]}
    called = naming(last) or words.known_choice(system, last) or words.field_words(system, last)[0]
    called = called[:1].upper() + called[1:]
    if prefix == "*":
        return called
    of = words.kept_words(system, field.rpartition(".")[0])
    of = of or words.stored_words(system, find_kind(kind).noun, prefix)[0]
    return f"{of}: {called}"


def _one(stood: Stood, field: str, value: Sequence[Told], naming: Naming) -> str:
    """A value in words; an absent one is none."""
    if not value or value[0] is None or value[0] in ("", [], {}):
        return _("none")
    if isinstance(value[0], int) and not isinstance(value[0], bool) and _is_moment(stood.kind, field):
        return game_time(value[0])
    if field.startswith("members."):
        return str(MEMBERS.get(str(value[0]), value[0]))
    return _in_own_words(stood, field, value[0]) or _words(system_of(stood.kind), value[0], naming)


def _in_own_words(stood: Stood, field: str, value: Told) -> str:
    """What a value is called in this field alone, or how its game tells it; empty for any other."""
    if isinstance(value, Hidden):
        return _("hidden")
    system, (prefix, key) = system_of(stood.kind), _place(stood.kind, field)
    of_game = _own_words(system, prefix)
    if of_game is not None:
        return of_game(cast("Value", value))
    if not isinstance(value, str) or prefix not in find_kind(stood.kind).stored():
        return ""
    shared = kind_controls.choices_of(find_kind(stood.kind), prefix).get(value) if key is None else None
    said = shared or words.choice_of(system, field, value)
    return "" if said == words.spelled_out(value) else said


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
    some = [(key, one) for key, one in value.items() if key not in MARKS and one not in NOTHING]
    # What has come to nothing is left out beside what has not.
    for key, one in some or value.items():
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
