"""What of a sheet goes into a template; the templates of an account, and what stands in one."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User

from campaigns.game import Saved, of_all
from campaigns.models import Campaign, SheetTemplate
from campaigns.queries import cast
from campaigns.queries.cast import Member
from campaigns.queries.layouts.parts import LabelledValue, RecordContext
from campaigns.state.kinds import KINDS, kind, system_of
from campaigns.state.rows import Rows
from campaigns.state.unit_of_work import Sheet, defaults
from campaigns.viewing import Hidden, Viewer
from rules import words
from rules.kernel.values import Values

UNTOLD = ("state", "complete", "cover_score", "price", "health", "toughness")
"""What everybody who is made has, and what is told by another field."""


@dataclass(frozen=True)
class Held:
    """What a template holds of somebody."""

    kind: str
    fields: Values
    things: Sequence[Values]


@dataclass(frozen=True)
class Line:
    """A line of a template: what it is called, and what is saved of it."""

    label: str
    text: str


@dataclass(frozen=True)
class Shown:
    """A template as its pages show it."""

    template: SheetTemplate
    system: str
    noun: str
    lines: Sequence[Line]
    things: Sequence[tuple[str, Sequence[Line]]]


def all_saved() -> Mapping[str, Saved]:
    """What of a record is saved, by kind; of the others nothing is."""
    return of_all(lambda game: game.records.saved)


def held_of(campaign: Campaign, viewer: Viewer, sheet: Sheet) -> Held:
    """Who somebody is who exists for this viewer, as far as they may see it."""
    saved = all_saved()[sheet.kind.name]
    (member,) = cast.as_seen(campaign, viewer, [sheet])
    kept = _kept(member, saved.fields)
    whole = {**kept, **saved.begins({**defaults(sheet.kind), **kept})}
    return Held(
        member.kind, _unlike_a_blank(member.kind, whole), list(_things(campaign, viewer, member, saved))
    )


def _kept(member: Member, names: Collection[str]) -> Values:
    """The fields of these names, and of maps all their keys, without what is not for the viewer."""
    return {
        name: value
        for name, value in member.fields.items()
        if kind(member.kind).find(name)[0] in names and not isinstance(value, Hidden)
    }


def _unlike_a_blank(kind_name: str, fields: Values) -> Values:
    blank = defaults(kind(kind_name))
    return {name: value for name, value in fields.items() if name not in blank or blank[name] != value}


def _things(campaign: Campaign, viewer: Viewer, member: Member, saved: Saved) -> Iterator[Values]:
    rows = Rows(campaign)
    for one in saved.things:
        sheets = rows.load_many(rows.linked(one.kind, one.ref, member.id))
        for seen in cast.as_seen(campaign, viewer, sheets):
            yield {
                "kind": one.kind,
                "name": seen.name,
                "fields": _unlike_a_blank(one.kind, _kept(seen, one.fields)),
            }


def templates_of(account: User, systems: Collection[str] | None = None) -> list[Shown]:
    """What an account has saved, of these games alone if they are named, by name (one query)."""
    found = SheetTemplate.objects.filter(account=account, kind__in=KINDS).order_by("name", "saved")
    return [shown(one) for one in found if systems is None or system_of(one.kind) in systems]


def shown(template: SheetTemplate) -> Shown:
    """What stands in a template, in words; what somebody of it begins with follows from the rest."""
    saved = all_saved().get(template.kind)
    follows = saved.begins({**defaults(kind(template.kind)), **template.fields}) if saved else {}
    own = {name: value for name, value in template.fields.items() if name not in follows}
    things = [(str(one["name"]), _lines(one["kind"], one["fields"])) for one in template.things]
    return Shown(
        template,
        system_of(template.kind),
        kind(template.kind).noun,
        _lines(template.kind, own),
        things,
    )


def _lines(kind_name: str, fields: Values) -> list[Line]:
    """Each field by its name, in the order of the sheet; of a map each key."""
    member = Member("", kind_name, "", None, "table", dict(fields))
    reading = RecordContext(member, {})
    order = list(kind(kind_name).fields)
    found = []
    for name in sorted(fields, key=lambda one: order.index(kind(kind_name).find(one)[0])):
        _declared, key = kind(kind_name).find(name)
        told = reading.line(name, fields[name])
        label = words.spelled_out(key) if key else told.label
        text = _text(told)
        if text and name not in UNTOLD:
            found.append(Line(label, text))
    return found


def _text(told: LabelledValue) -> str:
    return ", ".join(piece.text for piece in told.said)
