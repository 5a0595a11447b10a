"""The campaign as it stood after an entry, with the difference to now, as one viewer may see it."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from campaigns.game import OF_TABLE, Told, plain
from campaigns.log.past import Abouts, stood_at, those_there
from campaigns.log.projector import read_record
from campaigns.models import Campaign, Membership
from campaigns.state.fields import Ref
from campaigns.state.ids import RECORD_ID
from campaigns.state.kinds import KINDS
from campaigns.state.unit_of_work import Sheet, defaults
from campaigns.viewing import Hidden, Viewer
from rules.kernel.values import as_values

PAGE = 20
CAST = tuple(name for name in KINDS if name not in OF_TABLE)
ABOUT = ("name", "owner", "visibility")


@dataclass(frozen=True)
class Naming:
    """What ids stand for: people, and the records that exist for the viewer."""

    people: Mapping[str, str]
    things: Mapping[str, str]

    def __call__(self, value: str) -> str | None:
        return self.people.get(value) or self.things.get(value)


@dataclass(frozen=True)
class FieldComparison:
    """One field then and now: `[]` is absent, `[value]` a value; `now` is None where there is no now to compare."""

    field: str
    then: list[Told]
    now: list[Told] | None

    @property
    def differs(self) -> bool:
        if self.now is None or self.now == self.then:
            return False
        # That something was written down which says nothing is no difference to anybody.
        return not (_is_blank(self.then) and _is_blank(self.now))


def _is_blank(side: list[Told]) -> bool:
    return not side or side[0] in (None, "", "none", [], {})


@dataclass(frozen=True)
class Stood:
    """A record as it stood. `apart` has the fields that are for other eyes; `is_here` whether it is there now."""

    id: str
    kind: str
    name: str
    is_here: bool
    lines: list[FieldComparison]
    apart: list[str]
    then: Naming
    now: Naming
    points_at: list[str]
    """The records that its fields named then, which tell apart what has no name."""

    @property
    def is_same(self) -> bool:
        return self.is_here and not self.changed

    @property
    def changed(self) -> list[FieldComparison]:
        return [line for line in self.lines if line.differs]


@dataclass(frozen=True)
class Whereabouts:
    """Where the table was: game time, session and scene by name."""

    now: int
    scene: str


@dataclass(frozen=True)
class CastThen:
    """A page of everybody and everything in play after an entry, and what came into play only later."""

    stood: list[Stood]
    where: Whereabouts
    later: list[tuple[str, str, str]]
    total: int
    start: int
    more: int | None

    @property
    def different(self) -> list[Stood]:
        return [stood for stood in self.stood if not stood.is_same]

    @property
    def is_of_one_game(self) -> bool:
        """Whether nobody has to be told of which game each is."""
        kinds = [*(stood.kind for stood in self.stood), *(kind for _id, kind, _name in self.later)]
        return len({one.partition(".")[0] for one in kinds if "." in one}) <= 1

    @property
    def same(self) -> list[Stood]:
        return [stood for stood in self.stood if stood.is_same]


def cast_then(campaign: Campaign, viewer: Viewer, seq: int, start: int = 0) -> CastThen:
    """The cast as it stood after entry `seq`, `PAGE` records from the number `start` on (a fixed number of queries)."""
    known = those_there(campaign, (seq, campaign.head_seq), CAST)
    there, here = (_seen(viewer, found) for found in known)
    order = sorted(there, key=lambda one: CAST.index(there[one]["kind"]))
    page = order[start : start + PAGE]
    table = str(campaign.pk)
    read = _Reader(campaign, viewer)
    then, now = read.at(seq, [table, *page]), read.at(campaign.head_seq, page)
    later = [(one, about["kind"], about["name"]) for one, about in here.items() if one not in there]
    return CastThen(
        stood=[then.stood(one, now) for one in page if one in then.sheets],
        where=_whereabouts(then, table),
        later=later[:PAGE],
        total=len(order),
        start=start,
        more=start + PAGE if len(order) > start + PAGE else None,
    )


def record_then(campaign: Campaign, viewer: Viewer, seq: int, record: str) -> Stood | None:
    """One record as it stood after entry `seq`; None where there was nothing of it to see."""
    read = _Reader(campaign, viewer)
    then, now = read.at(seq, [record]), read.at(campaign.head_seq, [record])
    return then.stood(record, now) if record in then.sheets else None


@dataclass(frozen=True)
class _Read:
    """Records as they stood at one entry, as the viewer could read them."""

    sheets: dict[str, Sheet]
    fields: dict[str, Mapping[str, Told]]
    naming: Naming

    def stood(self, record: str, now: "_Read") -> Stood:
        sheet, fields = self.sheets[record], self.fields[record]
        others = now.fields.get(record)
        lines = _lines(sheet, fields, others, now.naming if others else self.naming)
        if others is not None:
            lines = [*_about_lines(sheet, now.sheets[record]), *lines]
        return Stood(
            id=record,
            kind=sheet.kind.name,
            name=sheet.name,
            is_here=others is not None,
            lines=lines,
            apart=sorted(
                name
                for name, value in fields.items()
                if isinstance(value, Hidden) and not sheet.kind.is_mark(name)
            ),
            then=self.naming,
            now=now.naming,
            points_at=[one for one in map(fields.get, _refs(sheet)) if isinstance(one, str)],
        )


class _Reader:
    """Records at one entry and another, as one viewer may read them."""

    def __init__(self, campaign: Campaign, viewer: Viewer) -> None:
        self.campaign, self.viewer = campaign, viewer
        people = Membership.objects.filter(campaign=campaign).values_list("pk", "name")
        self.people = {str(pk): name for pk, name in people}

    def at(self, seq: int, records: Collection[str]) -> _Read:
        """Records, and what every id in them stands for, at one entry (four queries)."""
        sheets = stood_at(self.campaign, seq, records)
        seen = {one: read_record(self.viewer, sheet) for one, sheet in sheets.items()}
        fields = {one: values for one, values in seen.items() if values is not None}
        ids = sorted({found for values in fields.values() for found in _ids_in(values)})
        named = stood_at(self.campaign, seq, ids, only=("record",))
        things = {
            one: sheet.name for one, sheet in named.items() if self.viewer.sees(sheet.about["visibility"])
        }
        unseen = named.keys() - things.keys()
        shown = {one: _without(unseen, values) for one, values in fields.items()}
        return _Read({one: sheets[one] for one in shown}, shown, Naming(self.people, things))


def _without(unseen: Collection[str], values: Mapping[str, Told]) -> Mapping[str, Told]:
    """Fields but for those kept under what the viewer does not see, such as the hold of a hidden spell."""
    return {name: value for name, value in values.items() if name.rpartition(".")[2] not in unseen}


def _lines(
    sheet: Sheet, then: Mapping[str, Told], now: Mapping[str, Told] | None, naming: Naming
) -> list[FieldComparison]:
    """What was said of a record or is said of it now, in the order of its sheet; what nobody wrote is left out.

    So is what a procedure keeps for itself while it lasts.
    """

    def place(line: FieldComparison) -> tuple[int, int, str]:
        prefix, key = sheet.kind.find(line.field)
        last = (key or "").rpartition(".")[2]
        return places[prefix], places.get(last, len(places)), naming(last) or line.field

    blank = defaults(sheet.kind)
    names = [name for name in {**then, **(now or {})} if not isinstance(then.get(name), Hidden)]
    names = [name for name in names if not sheet.kind.is_mark(name)]
    lines = [
        FieldComparison(name, _at(then, name), _at(now, name) if now is not None else None) for name in names
    ]
    told = [line for line in lines if line.differs or line.then != _at(blank, line.field)]
    places = {name: place for place, name in enumerate(sheet.kind.fields)}
    return sorted(told, key=place)


def _about_lines(then: Sheet, now: Sheet) -> Iterator[FieldComparison]:
    """What a record is called, whose it is and who sees it, where that is another now."""
    was, has_become = as_values(plain(then.about)), as_values(plain(now.about))
    for name in ABOUT:
        if was[name] != has_become[name]:
            yield FieldComparison(name, [was[name]], [has_become[name]])


def _refs(sheet: Sheet) -> list[str]:
    return [name for name, declared in sheet.kind.fields.items() if isinstance(declared, Ref)]


def _at(values: Mapping[str, Told], name: str) -> list[Told]:
    return [values[name]] if name in values else []


def _seen(viewer: Viewer, there: Abouts) -> Abouts:
    return {record: about for record, about in there.items() if viewer.sees(about["visibility"])}


def _whereabouts(read: _Read, table: str) -> Whereabouts:
    sheet = read.sheets.get(table)
    if sheet is None:
        return Whereabouts(0, "")
    return Whereabouts(sheet["now"], read.naming.things.get(sheet["scene"] or "", ""))


def _ids_in(value: Told) -> Iterable[str]:
    """Every id in a value, those that stand at the end of a key included."""
    if isinstance(value, str):
        last = value.rpartition(".")[2]
        if RECORD_ID.fullmatch(last):
            yield last
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield from _ids_in(key)
            yield from _ids_in(one)
    elif isinstance(value, list):
        for one in value:
            yield from _ids_in(one)
